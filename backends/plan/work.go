package plan

import (
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"math"
	"os"
	"path/filepath"
	"sync"
	"time"
)

// A Worker does the units of a folder.
type Worker struct {
	// Name says who it is, in records.
	Name string
	// Index is the unit to begin with, from 0, so that many who start at once do not all
	// reach for the same; any number will do.
	Index int
	// Workers is how many units are done side by side; 0 is one.
	Workers int
	// Lease is for how long a worker that says nothing keeps its unit; 0 is a minute.
	Lease time.Duration
	// Audit is the part of all units, from 0 to 1, that are done again by Auditor, and
	// compared.
	Audit   float64
	Auditor *Job
	// Done, if not nil, is told of each record, and whether it is of an audit. Calls do not
	// overlap.
	Done func(r Record, audit bool)

	lie func(*Record) // for tests
}

const (
	leaseTime = time.Minute
	// poll is how long a worker waits that finds all that is left with others.
	poll = time.Second / 4
)

// Work does the units of a folder that nobody has done or is doing, until all are done and as
// many done again as is asked for. It waits for what others do, and takes it over where they
// are gone. When ctx ends it gives back what it has, and returns ctx.Err(). A unit with two
// answers ends it with a [Contradiction].
func (f *Folder) Work(ctx context.Context, j *Job, w Worker) error {
	if w.Lease <= 0 {
		w.Lease = leaseTime
	}
	host, err := os.Hostname()
	if err != nil {
		host = "" // then nobody is known to be gone
	}
	if w.Name == "" {
		w.Name = fmt.Sprintf("%s:%d", host, os.Getpid())
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	var mu sync.Mutex // of Done
	errs := make([]error, max(1, w.Workers))
	var group sync.WaitGroup
	for k := range errs {
		group.Go(func() {
			shift := &shift{
				folder: f, job: j, Worker: w, mu: &mu, tree: tree{splits: map[string]int{}, done: map[string]bool{}},
				leases: leases{dir: filepath.Join(f.path, leasesDir), life: w.Lease, seen: map[string]sight{},
					me: owner{w.Name, host, os.Getpid(), fmt.Sprint(k)}},
			}
			shift.Index += k
			if errs[k] = shift.work(ctx); errs[k] != nil {
				cancel() // the others end, too
			}
		})
	}
	group.Wait()
	for _, err := range errs {
		if err != nil && !errors.Is(err, context.Canceled) {
			return err
		}
	}
	return errors.Join(errs...)
}

// A shift is one worker of several in a process.
type shift struct {
	folder *Folder
	job    *Job
	Worker
	mu     *sync.Mutex
	leases leases
	tree   tree
}

func (s *shift) work(ctx context.Context) error {
	for ctx.Err() == nil {
		if err := s.tree.read(s.folder); err != nil {
			return err
		}
		open := s.tree.open(s.job.Plan)
		did, err := s.any(ctx, open, false)
		if err != nil {
			return err
		}
		if did {
			continue
		}
		var again []Unit
		if s.Auditor != nil {
			if again, err = s.toAudit(); err != nil {
				return err
			}
			if did, err = s.any(ctx, again, true); err != nil {
				return err
			}
		}
		switch {
		case did:
		case len(open) == 0 && len(again) == 0:
			return nil
		default:
			select {
			case <-ctx.Done():
			case <-time.After(poll):
			}
		}
	}
	return ctx.Err()
}

// any does the first of some units that nobody holds, and reports whether there was one.
func (s *shift) any(ctx context.Context, units []Unit, audit bool) (bool, error) {
	for k := range units {
		u := units[(k+max(0, s.Index))%len(units)]
		name := u.String()
		if audit {
			name = "audit-" + name
		}
		mine, err := s.leases.take(name)
		if err != nil {
			return false, err
		}
		if mine {
			err := s.one(ctx, u, name, audit)
			return err == nil, err
		}
	}
	return false, nil
}

// one does a unit whose lease the worker has.
func (s *shift) one(ctx context.Context, u Unit, name string, audit bool) error {
	defer s.leases.give(name)
	dir := unitsDir
	if audit {
		dir = auditsDir
	}
	// Whoever had the lease may have done it just before.
	if _, err := os.Lstat(filepath.Join(s.folder.path, dir, u.String()+suffix)); err == nil {
		return nil
	}
	held, release := context.WithCancel(ctx)
	var group sync.WaitGroup
	group.Go(func() { s.leases.keep(held, name) })
	r, err := s.run(ctx, u, audit)
	release()
	group.Wait()
	if err != nil {
		return err
	}
	if r.Worker = s.Name; s.lie != nil {
		s.lie(&r)
	}
	if audit {
		err = s.audited(r)
	} else {
		err = Keep(s.folder, r)
	}
	if err == nil && s.Done != nil {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.Done(r, audit)
	}
	return err
}

func (s *shift) run(ctx context.Context, u Unit, audit bool) (Record, error) {
	if audit {
		return s.Auditor.Again(ctx, u)
	}
	return s.job.Run(ctx, u)
}

// audited keeps the record of an audit, and compares it.
func (s *shift) audited(r Record) error {
	if _, err := s.folder.Audit(r); err != nil {
		return err
	}
	first, err := s.folder.record(filepath.Join(unitsDir, r.Unit.String()+suffix))
	if err == nil && !first.Agrees(r) {
		err = &Contradiction{first, r}
	}
	return err
}

// toAudit are the units that have a report and are to be done again, and were not yet.
func (s *shift) toAudit() ([]Unit, error) {
	names, err := s.folder.names(auditsDir)
	if err != nil {
		return nil, err
	}
	had := make(map[string]bool, len(names))
	for _, name := range names {
		had[name] = true
	}
	var units []Unit
	for _, u := range s.tree.reported(s.job.Plan) {
		if !had[u.String()] && chosen(s.job.digest, u, s.Audit) {
			units = append(units, u)
		}
	}
	return units, nil
}

// chosen reports whether a unit is among the part of all that is done again. The first unit
// always is, so that an audit of few units is one.
func chosen(digest string, u Unit, part float64) bool {
	h := fnv.New64a()
	_, _ = h.Write([]byte(digest + u.String()))
	x := h.Sum64()
	x = (x ^ x>>29) * 0x94d049bb133111eb
	return u.first() || float64(x>>11)/(math.MaxUint64>>11) < part
}

// A tree is what is known of the units of a plan.
type tree struct {
	splits map[string]int // units that are split
	done   map[string]bool
}

// read reads what records have come.
func (t *tree) read(f *Folder) error {
	names, err := f.names(unitsDir)
	if err != nil {
		return err
	}
	for _, name := range names {
		if t.done[name] {
			continue
		}
		r, err := f.record(filepath.Join(unitsDir, name+suffix))
		if err != nil {
			return err
		}
		t.done[name] = true
		if r.Split > 0 {
			t.splits[name] = r.Split
		}
	}
	return nil
}

// open are the units that have no record.
func (t *tree) open(p *Plan) []Unit {
	return t.leaves(p, func(name string) bool { return !t.done[name] })
}

// reported are the units that have a report.
func (t *tree) reported(p *Plan) []Unit {
	return t.leaves(p, func(name string) bool { return t.done[name] })
}

// leaves are the units that are not split and are wanted.
func (t *tree) leaves(p *Plan, wanted func(name string) bool) (leaves []Unit) {
	units := p.All()
	for len(units) > 0 {
		u := units[0]
		units = units[1:]
		name := u.String()
		if n := t.splits[name]; n > 0 {
			units = append(units, u.Split(n)...)
		} else if wanted(name) {
			leaves = append(leaves, u)
		}
	}
	return leaves
}
