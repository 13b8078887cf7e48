package plan

import (
	"context"
	"time"
)

// A Store keeps the records of the units of one plan, whose workers look for open units
// themselves. A [Folder] is one that processes share by a disk; package checkpoint has one of a
// single process. The workers of a process use it at once.
type Store interface {
	// Read passes on the records that are new since the last call, or all of them, and whether
	// each is of an audit.
	Read(ctx context.Context, add func(r Record, audit bool) error) error
	// Begin prepares the store for a worker, and returns the tree of the units that it is
	// for, without any records.
	Begin(p *Plan) *Tree
	// Refresh adds to a tree the records, and the audits, that are new since the last call with it.
	Refresh(t *Tree) error
	// Keep stores the record of a unit unless there is one; of several at once, one is kept.
	// It is a [Contradiction] if the record kept has another answer. The record of an audit
	// is stored beside the first and compared with it.
	Keep(r Record, audit bool) error
	// Lease gives a unit, or its audit, to a worker alone, if it has no record and no other
	// worker has it. The lease lasts until release, or until the owner has exited. Leases only
	// save work: two workers at one unit do no harm, since one record is kept.
	Lease(u Unit, audit bool, to Owner) (release func(), ok bool, err error)
	// Watch returns when other workers may have changed something, or ctx has ended.
	Watch(ctx context.Context)
}

// An Owner is the holder of a lease.
type Owner struct {
	Worker  string `json:"worker"`
	Host    string `json:"host"`
	Process int    `json:"process"`
	Number  int    `json:"number"` // of one worker of the process, from 0
	// Life is how long a silent owner keeps a lease.
	Life time.Duration `json:"-"`
}
