package plan

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"time"
)

// A Worker does the units of a folder.
type Worker struct {
	// Name names the worker in records.
	Name string
	// Index is the unit to begin with, from 0, so that workers that start at once do not
	// all try the same unit; any number will do.
	Index int
	// Workers is how many units are done side by side; 0 is one.
	Workers int
	// Lease is how long a silent worker keeps its unit; 0 is a minute.
	Lease time.Duration
	// Audit is the part of all units, from 0 to 1, that are done again by Auditor, and
	// compared.
	Audit   float64
	Auditor *Job
	// Done, if not nil, gets each record, and whether it is of an audit. Calls do not
	// overlap.
	Done func(r Record, audit bool)

	lie func(*Record) // for tests
}

const (
	leaseTime = time.Minute
	// poll is how long a worker waits if all remaining units are with others.
	poll = time.Second / 4
)

// Work does the free units of a folder until all are done and the given part of them is
// audited. It waits for units of other workers, and takes over those of workers that are
// gone. When ctx ends it gives back its units and returns ctx.Err(). A unit with two
// answers ends it with a [Contradiction]. Once all units are done the records are added up,
// so that a damaged record or one of another plan is reported.
func (f *Folder) Work(ctx context.Context, j *Job, w Worker) error {
	if w.Lease <= 0 {
		w.Lease = leaseTime
	}
	host, err := os.Hostname()
	if err != nil {
		host = "" // then no worker is known to be gone
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
				folder: f, job: j, Worker: w, mu: &mu, tree: NewTree(j.Plan),
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
	if err = cmp.Or(errs...); err == nil {
		_, err = f.Merge(j.Plan)
	}
	return err
}

// A shift is one of the workers of a process.
type shift struct {
	folder *Folder
	job    *Job
	Worker
	mu     *sync.Mutex
	leases leases
	tree   *Tree
}

func (s *shift) work(ctx context.Context) error {
	for ctx.Err() == nil {
		if err := s.read(); err != nil {
			return err
		}
		open := s.tree.Open()
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

// any does free units until, having done some, it meets one that another worker did or
// holds, and reports whether it did any. Reading the records of all others takes longer the
// more units there are, and so is done as rarely as possible: workers that begin at
// neighbouring units go through them in long steps, and meet late.
func (s *shift) any(ctx context.Context, units []Unit, audit bool) (did bool, err error) {
	at, step := max(0, s.Index), longStep(len(units))
	for range units {
		u := units[at%len(units)]
		at = (at + step) % len(units)
		name, dir := u.String(), unitsDir
		if audit {
			name, dir = "audit-"+name, auditsDir
		}
		mine := false
		if !s.there(dir, u) {
			if mine, err = s.leases.take(name); err != nil {
				return did, err
			}
		}
		switch {
		case mine:
			if err := s.one(ctx, u, name, audit); err != nil {
				return did, err
			}
			did = true
		case did:
			return true, nil
		}
	}
	return did, nil
}

// longStep is a step that visits all of n places, about a golden section of them long.
func longStep(n int) int {
	step := max(1, int(float64(n)*0.618))
	for gcd(step, n) > 1 {
		step++
	}
	return step
}

func gcd(a, b int) int {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

// there reports whether there is a record of a unit.
func (s *shift) there(dir string, u Unit) bool {
	_, err := os.Lstat(filepath.Join(s.folder.path, dir, u.String()+suffix))
	return err == nil
}

// one does a unit whose lease this worker has.
func (s *shift) one(ctx context.Context, u Unit, name string, audit bool) error {
	defer s.leases.give(name)
	dir := unitsDir
	if audit {
		dir = auditsDir
	}
	if s.there(dir, u) { // the last holder of the lease may have just done it
		return nil
	}
	held, release := context.WithCancel(ctx)
	var group sync.WaitGroup
	group.Go(func() { s.leases.keep(held, name) })
	run := s.job.Run
	if audit {
		run = s.Auditor.Again
	}
	r, err := run(ctx, u)
	release()
	group.Wait()
	if err != nil {
		return err
	}
	if r.Worker = s.Name; s.lie != nil {
		s.lie(&r)
	}
	if !audit {
		err = s.folder.Put(r)
	} else if err = s.folder.Audit(r); err == nil {
		err = s.folder.compare(r)
	}
	if err == nil && s.Done != nil {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.Done(r, audit)
	}
	return err
}

// toAudit are the units that have a report, are to be audited, and were not yet.
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
	for _, u := range s.tree.Audits(s.Audit) {
		if !had[u.String()] {
			units = append(units, u)
		}
	}
	return units, nil
}

// read finds out which records are there, and reads those that may be splits. The list of
// possible splits is read last, so that it covers all records found.
func (s *shift) read() error {
	names, err := s.folder.names(unitsDir)
	if err != nil {
		return err
	}
	splits, err := s.folder.names(splitsDir)
	if err != nil {
		return err
	}
	maybe := make(map[string]bool, len(splits))
	for _, name := range splits {
		maybe[name] = true
	}
	for _, name := range names {
		if s.tree.done[name] {
			continue
		}
		if !maybe[name] {
			s.tree.done[name] = true
			continue
		}
		r, err := s.folder.record(filepath.Join(unitsDir, name+suffix))
		if err != nil {
			return err
		}
		if err := s.tree.Add(r); err != nil {
			return err
		}
	}
	return nil
}
