package plan

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"sync"
	"time"

	"github.com/exactile/exactile/internal/stride"
)

// A Worker does the units of a plan.
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
	// InOrder does the units in their order; otherwise a worker goes through them in long
	// steps.
	InOrder bool
	// Every, if above 0, splits a unit that takes longer than about half of it, where the
	// plan has a cut left. It is for a store with one worker: two may disagree about a split.
	Every time.Duration

	lie func(*Record) // for tests
}

const leaseTime = time.Minute

// Work does the free units of a store until all are done and the given part of them is
// audited. It waits for units of other workers, and takes over those of workers that are
// gone. When ctx ends it gives back its units and returns ctx.Err(). A unit with two
// answers ends it with a [Contradiction]. Once all units are done the records are added up,
// so that one of another plan is reported, and units whose records are damaged are done again.
func Work(ctx context.Context, store Store, j *Job, w Worker) error {
	return work(ctx, store, j, w, 0)
}

// work is Work after so many repairs.
func work(ctx context.Context, store Store, j *Job, w Worker, again int) error {
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
		shift := &shift{
			store: store, job: j, Worker: w, mu: &mu, tree: store.Begin(j.Plan), pace: newPace(w.Every),
			me: Owner{w.Name, host, os.Getpid(), fmt.Sprint(k), w.Lease},
		}
		shift.Index += k
		if len(errs) == 1 {
			errs[k] = shift.work(ctx)
			continue
		}
		group.Go(func() {
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
	if err = cmp.Or(errs...); err != nil {
		return err
	}
	total, err := store.Merge(j.Plan)
	if err != nil || len(total.Missing) == 0 {
		return err
	}
	if again >= maxRepairs {
		return fmt.Errorf("plan: the records of %d units are damaged again and again, such as %v", len(total.Missing), total.Missing[0])
	}
	return work(ctx, store, j, w, again+1)
}

// maxRepairs is how often units are done again because their records turn out to be damaged.
const maxRepairs = 3

// A shift is one of the workers of a process.
type shift struct {
	store Store
	job   *Job
	Worker
	mu   *sync.Mutex
	me   Owner
	tree *Tree
	pace pace
}

func (s *shift) work(ctx context.Context) error {
	for ctx.Err() == nil {
		if err := s.store.Refresh(s.tree); err != nil {
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
			s.store.Watch(ctx)
		}
	}
	return ctx.Err()
}

// any does free units until, having done some, it meets one that another worker did or
// holds, and reports whether it did any. Reading the records of all others takes longer the
// more units there are, and so is done as rarely as possible: workers that begin at
// neighbouring units go through them in long steps, and meet late.
func (s *shift) any(ctx context.Context, units []Unit, audit bool) (did bool, err error) {
	at, step := max(0, s.Index), stride.Golden(len(units))
	if s.InOrder {
		step = 1
	}
	for range units {
		u := units[at%len(units)]
		at = (at + step) % len(units)
		release, mine, err := s.store.Lease(u, audit, s.me)
		switch {
		case err != nil:
			return did, err
		case mine:
			err := s.one(ctx, u, audit)
			release()
			if err != nil {
				return did, err
			}
			did = true
		case did:
			return true, nil
		}
	}
	return did, nil
}

// one does a unit whose lease this worker has.
func (s *shift) one(ctx context.Context, u Unit, audit bool) error {
	run := s.inTime
	if audit {
		run = s.Auditor.Again
	}
	r, err := run(ctx, u)
	if r.Worker = s.Name; s.lie != nil {
		s.lie(&r)
	}
	if err != nil {
		if !audit {
			s.partial(r)
		}
		return err
	}
	err = s.store.Keep(r, audit)
	if err == nil && s.Done != nil {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.Done(r, audit)
	}
	return err
}

// inTime runs a unit, or splits it if it takes too long.
func (s *shift) inTime(ctx context.Context, u Unit) (Record, error) {
	if s.Every <= 0 {
		return s.job.Run(ctx, u)
	}
	limited, cancel := ctx, func() {}
	if s.job.splits(u) {
		limited, cancel = giveUpAfter(ctx, s.pace.allowance())
	}
	defer cancel()
	r, err := s.job.Run(limited, u)
	late := limited.Err() != nil || errors.Is(err, context.DeadlineExceeded) // its own, or the backend's
	switch {
	case err == nil && r.Report != nil:
		s.pace.finished(r.Report.CPU)
		return r, nil
	case err == nil || !late:
		return r, err
	case ctx.Err() != nil:
		return r, ctx.Err()
	}
	s.pace.failed()
	part, ok, err := s.job.Split(ctx, u)
	switch {
	case err != nil:
		return r, err
	case !ok: // it takes as long as it takes
		return s.job.Run(ctx, u)
	}
	s.partial(r)
	return part, nil
}

// partial passes on what was found of a unit that is not done, if the store wants to know.
func (s *shift) partial(r Record) {
	if store, ok := s.store.(interface{ Partial(Record) }); ok && r.Report != nil {
		store.Partial(r)
	}
}

// toAudit are the units that have a report, are to be audited, and were not yet.
func (s *shift) toAudit() ([]Unit, error) {
	had, err := s.store.Audited()
	if err != nil {
		return nil, err
	}
	var units []Unit
	for _, u := range s.tree.Audits(s.Audit) {
		if !had[u.String()] {
			units = append(units, u)
		}
	}
	return units, nil
}
