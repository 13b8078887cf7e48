package jetstream

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	js "github.com/nats-io/nats.go/jetstream"

	"github.com/exactile/exactile/backends"
	"github.com/exactile/exactile/backends/plan"
	"github.com/exactile/exactile/cmd/exactile/internal/network"
)

// A slot of a worker does one unit after the other.
type slot struct {
	*worker
	number  int
	monitor *backends.Monitor
	queue   js.Consumer // nil: to be looked up

	// The job of the last unit, and mostly of the next.
	job   *network.Job
	ready map[bool]*plan.Job // by whether it audits
}

// work takes units until ctx ends or nothing can be reached for too long.
func (s *slot) work(ctx context.Context) error {
	reached := time.Now()
	for ctx.Err() == nil {
		m, err := s.fetch(ctx)
		switch {
		case ctx.Err() != nil:
			if m != nil {
				_ = m.Nak()
			}
		case err == nil && m == nil, missing(err): // the queue is empty, or was never made
			reached = time.Now()
			if s.idle() {
				return nil
			}
		case err != nil:
			s.queue = nil // after any error it is looked up again
			if time.Since(reached) > max(s.store.patience, lostFor) || forGood(err, 0) {
				return fmt.Errorf("jetstream: take a unit: %w", explained(err))
			}
		default:
			reached = time.Now()
			s.one(ctx, m)
			continue
		}
		if err != nil {
			pause(ctx, retryAfter/4)
		}
	}
	return ctx.Err()
}

// lostFor is how long a worker waits for lost servers: longer than [Store.Wait] does, since an idle
// worker costs nothing.
const lostFor = 2 * time.Minute

func missing(err error) bool {
	return errors.Is(err, js.ErrStreamNotFound) || errors.Is(err, js.ErrConsumerNotFound)
}

// fetch takes a unit out of the queue, nil if none comes for a while.
func (s *slot) fetch(ctx context.Context) (js.Msg, error) {
	if s.queue == nil {
		once, cancel := context.WithTimeout(ctx, call)
		defer cancel()
		q, err := s.store.queue(once, s.Version, false)
		if err != nil {
			return nil, err
		}
		s.queue = q
	}
	wait := fetchFor
	if s.Idle > 0 {
		wait = min(wait, max(s.Idle/2, time.Second/4))
	}
	ctx, cancel := context.WithTimeout(ctx, wait)
	defer cancel()
	batch, err := s.queue.Fetch(1, js.FetchContext(ctx))
	if err != nil {
		return nil, err
	}
	for m := range batch.Messages() {
		return m, nil
	}
	if err = batch.Error(); errors.Is(err, context.DeadlineExceeded) {
		err = nil
	}
	return nil, err
}

// one does the unit that a message of the queue names. It always answers the message: the unit is
// done, or goes back to the queue.
func (s *slot) one(ctx context.Context, m js.Msg) {
	t, err := parseTask(m.Subject())
	if err != nil {
		_ = m.Term() // this program did not write it
		return
	}
	s.at(s.number, t.job)
	defer s.at(s.number, "")
	err = s.do(ctx, t, m)
	switch {
	case err == nil || errors.Is(err, errClosed) || errors.Is(err, network.ErrNoJob):
		once, cancel := context.WithTimeout(context.WithoutCancel(ctx), call)
		defer cancel()
		_ = m.DoubleAck(once) // if the answer is lost, the next worker finds the record
	case ctx.Err() != nil:
		_ = m.Nak() // it is given back
	case errors.Is(err, errOthers):
		_ = m.NakWithDelay(retryAfter / 8)
	default:
		s.trouble(t, err)
		_ = m.NakWithDelay(retryAfter)
		pause(ctx, retryAfter/4) // a worker that fails leaves units to others
	}
}

// errOthers gives a unit to another worker.
var errOthers = errors.New("another worker should do it")

// do does a task unless it is done already, and stores its record.
func (s *slot) do(ctx context.Context, t task, m js.Msg) error {
	if err := s.open(ctx, t.job); err != nil {
		return err
	}
	first, there, err := s.store.kept(ctx, s.job, task{t.job, t.unit, false})
	switch {
	case err != nil:
		return err
	case there && !t.audit:
		return s.parts(ctx, first)
	case t.audit && (!there || first.Report == nil):
		return nil // there is nothing to compare with
	case t.audit && first.Worker == s.Name:
		if meta, err := m.Metadata(); err == nil && meta.NumDelivered < auditsOwn {
			return errOthers
		}
	}
	if t.audit {
		if _, there, err := s.store.kept(ctx, s.job, t); err != nil || there {
			return err
		}
	}
	r, err := s.run(ctx, t, m)
	if err != nil {
		return err
	}
	r.Worker = s.Name
	return s.keep(ctx, t, first, r)
}

// keep stores the record of a task, compares it, and queues the parts of a split.
func (s *slot) keep(ctx context.Context, t task, first, r plan.Record) error {
	// A finished record is stored even if the worker must stop.
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), s.store.patience+call)
	defer cancel()
	kept, err := s.store.keep(ctx, s.job, t, r)
	if err != nil {
		return err
	}
	if !t.audit {
		first = kept
	}
	if !first.Agrees(r) {
		s.trouble(t, s.store.alarm(ctx, s.job, &plan.Contradiction{A: first, B: r}))
		return nil
	}
	s.did(r, t.audit)
	if t.audit {
		return nil
	}
	return s.parts(ctx, kept)
}

// parts queues the parts of a unit, if it is split.
func (s *slot) parts(ctx context.Context, r plan.Record) error {
	if r.Split == 0 {
		return nil
	}
	return s.store.enqueue(ctx, s.Version, tasksOf(s.job, r.Unit.Split(r.Split), false))
}

// open reads a job, unless it is the job of the last unit, and returns errClosed if it is closed.
func (s *slot) open(ctx context.Context, name string) error {
	if s.job == nil || s.job.Name != name {
		j, err := s.store.job(ctx, name)
		if err != nil {
			return err
		}
		s.job, s.ready = j, map[bool]*plan.Job{}
	}
	c, err := s.store.state(ctx, name)
	if err == nil && c != nil {
		err = errClosed
	}
	return err
}

// run does a task. It ends with errClosed once its job is closed.
func (s *slot) run(ctx context.Context, t task, m js.Msg) (plan.Record, error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	closed, err := s.store.nc.Subscribe(stateSubject+t.job, func(*nats.Msg) { cancel(errClosed) })
	if err != nil {
		return plan.Record{}, err
	}
	defer func() { _ = closed.Unsubscribe() }()
	held, release := context.WithCancel(ctx)
	var holding sync.WaitGroup
	holding.Go(func() { s.hold(held, t, m, cancel) })
	r, err := s.search(ctx, t)
	release()
	holding.Wait()
	if cause := context.Cause(ctx); err != nil && ctx.Err() != nil && errors.Is(cause, errClosed) {
		err = errClosed
	}
	return r, err
}

// search runs a task and returns its record.
func (s *slot) search(ctx context.Context, t task) (r plan.Record, err error) {
	j := s.ready[t.audit]
	if j == nil {
		if j, err = s.Open(ctx, s.job, t.audit, s.monitor); err != nil {
			return r, err
		}
		s.ready[t.audit] = j
	}
	if t.audit {
		return j.Again(ctx, t.unit)
	}
	return j.Run(ctx, t.unit)
}

// hold renews the lease of a task until ctx ends, as long as the search advances. If its figures
// stand still for stalled ticks, the unit goes to another worker, as if the machine were lost. A
// search that has shown no figures yet keeps its lease.
func (s *slot) hold(ctx context.Context, t task, m js.Msg, cancel context.CancelCauseFunc) {
	const stalled = 30
	tick := time.NewTicker(s.store.lease / 3)
	defer tick.Stop()
	first := s.figures()
	last, still := first, 0
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		now := s.figures()
		if still++; now != last {
			last, still = now, 0
		}
		if now == first || still < stalled {
			_ = m.InProgress() // if lost, the unit may be done twice; it counts once
		}
		// The job may have been closed while there was no connection.
		if c, err := s.store.state(ctx, t.job); err == nil && c != nil {
			cancel(errClosed)
		}
	}
}

// figures are counters that grow while a search advances.
func (s *slot) figures() [3]int64 {
	return [3]int64{s.monitor.Nodes(), s.monitor.Solutions(), s.monitor.Conflicts()}
}
