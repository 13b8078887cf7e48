package plan

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"sync"
	"time"

	"github.com/exactile/exactile/encode/cover"
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

	falsify func(*Record) // a test's wrong answers
}

const leaseTime = time.Minute

// Work does the free units of a store until all are done and w.Audit of them are audited. It waits
// for units of other workers, and takes over those of workers that have exited. When ctx ends, Work
// releases its units and returns ctx.Err(). A unit with two answers ends it with a [Contradiction].
// In the end Work adds up the records: it reports a record of another plan, and does units again
// whose records are damaged.
func Work(ctx context.Context, store Store, j *Job, w Worker) error {
	const most = 3 // repairs
	for again := 0; ; again++ {
		err := w.Do(ctx, func(
			ctx context.Context, me Owner, do func(context.Context, Task) error,
		) error {
			s := &storeWorker{
				store: store, job: j, Worker: w, me: me, do: do, tree: store.Begin(j.Plan),
				times: newUnitTimes(w.Every),
			}
			s.Index += me.Number
			return s.work(ctx)
		})
		if err != nil {
			return err
		}
		total, err := store.Begin(j.Plan).Wait(ctx, store.Read, 0, nil)
		if n := len(total.Missing); err != nil || n == 0 {
			return err
		} else if again == most {
			return fmt.Errorf("plan: the records of %d units are damaged repeatedly, such as %v", n,
				total.Missing[0])
		}
	}
}

// A Task is a unit that one worker has, or its audit.
type Task struct {
	Unit  Unit
	Audit bool
	// Run counts the unit, and Keep stores its record. Keep returns a [Contradiction] if another
	// record of the unit has another answer.
	Run  func(context.Context, Unit) (Record, error)
	Keep func(Record) error
}

// Do has w.Workers workers do the units that each passes to do, one after the other. It ends once
// all calls of each have returned; an error of one ends the others, too.
func (w Worker) Do(
	ctx context.Context,
	each func(ctx context.Context, me Owner, do func(context.Context, Task) error) error,
) error {
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
		me := Owner{w.Name, host, os.Getpid(), k, cmp.Or(max(0, w.Lease), leaseTime)}
		run := func() {
			errs[k] = each(ctx, me, func(ctx context.Context, t Task) error {
				return w.one(ctx, &mu, t)
			})
			if errs[k] != nil {
				cancel()
			}
		}
		if len(errs) == 1 { // here, so that the caller can recover from a panic
			run()
		} else {
			group.Go(run)
		}
	}
	group.Wait()
	for _, err := range errs {
		if err != nil && !errors.Is(err, context.Canceled) {
			return err
		}
	}
	return cmp.Or(errs...)
}

// one does a unit.
func (w *Worker) one(ctx context.Context, mu *sync.Mutex, t Task) error {
	r, err := t.Run(ctx, t.Unit)
	if err != nil {
		return err
	}
	if r.Worker = w.Name; w.falsify != nil {
		w.falsify(&r)
	}
	if err = t.Keep(r); err == nil && w.Done != nil {
		mu.Lock()
		defer mu.Unlock()
		w.Done(r, t.Audit)
	}
	return err
}

// A storeWorker is one of the workers of a process: it does open units of a store.
type storeWorker struct {
	store Store
	job   *Job
	Worker
	me    Owner
	do    func(context.Context, Task) error
	tree  *Tree
	times unitTimes
}

func (s *storeWorker) work(ctx context.Context) error {
	for ctx.Err() == nil {
		if err := s.store.Refresh(s.tree); err != nil {
			return err
		}
		open := s.tree.Open()
		did, err := s.doSome(ctx, open, false)
		if err != nil {
			return err
		}
		if did {
			continue
		}
		var again []Unit
		if s.Auditor != nil {
			_, again = s.tree.audits(s.Audit)
			if did, err = s.doSome(ctx, again, true); err != nil {
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

// doSome does free units, and reports whether it did any. It ends when it has done some and meets a
// unit that another worker did or holds. The records of all units are then read again, which costs
// more the more units there are: workers therefore begin at neighbouring units, go through them in
// long steps, and meet late.
func (s *storeWorker) doSome(ctx context.Context, units []Unit, audit bool) (did bool, err error) {
	at, step := max(0, s.Index), cover.Stride(len(units))
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
			err := s.doUnit(ctx, u, audit)
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

// doUnit does a unit whose lease this worker has.
func (s *storeWorker) doUnit(ctx context.Context, u Unit, audit bool) error {
	t := Task{u, audit, s.run, func(r Record) error { return s.store.Keep(r, audit) }}
	if audit {
		t.Run = s.Auditor.Again
	}
	return s.do(ctx, t)
}

// run runs a unit. The partial result of a failed unit goes to the store.
func (s *storeWorker) run(ctx context.Context, u Unit) (Record, error) {
	r, err := s.runWithin(ctx, u)
	if err != nil {
		s.partial(r)
	}
	return r, err
}

// runWithin runs a unit, or splits it if it takes too long.
func (s *storeWorker) runWithin(ctx context.Context, u Unit) (Record, error) {
	if s.Every <= 0 {
		return s.job.Run(ctx, u)
	}
	limited, cancel := ctx, func() {}
	if s.job.splits(u) {
		limited, cancel = limitTime(ctx, s.times.allowance())
	}
	defer cancel()
	r, err := s.job.Run(limited, u)
	// its own, or the backend's
	late := limited.Err() != nil || errors.Is(err, context.DeadlineExceeded)
	switch {
	case err == nil && r.Report != nil:
		s.times.finished(r.Report.CPU)
		return r, nil
	case err == nil || !late:
		return r, err
	case ctx.Err() != nil:
		return r, ctx.Err()
	}
	s.times.failed()
	part, ok, err := s.job.Split(ctx, u)
	switch {
	case err != nil:
		return r, err
	case !ok: // without a limit of time
		return s.job.Run(ctx, u)
	}
	s.partial(r)
	return part, nil
}

// partial passes the result so far of an unfinished unit to the store, if the store takes it.
func (s *storeWorker) partial(r Record) {
	if store, ok := s.store.(interface{ Partial(Record) }); ok && r.Report != nil {
		store.Partial(r)
	}
}
