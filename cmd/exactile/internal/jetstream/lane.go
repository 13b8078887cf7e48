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

// A lane does one unit after the other.
type lane struct {
	*crew
	number  int
	monitor *backends.Monitor
	queue   js.Consumer // nil: to be looked up

	// The job of the last unit, and mostly of the next.
	job   *network.Job
	ready map[bool]*plan.Job // by whether it audits
}

// work takes units until ctx ends or nothing can be reached for too long.
func (l *lane) work(ctx context.Context) error {
	reached := time.Now()
	for ctx.Err() == nil {
		m, err := l.fetch(ctx)
		switch {
		case ctx.Err() != nil:
			if m != nil {
				_ = m.Nak()
			}
		case err == nil && m == nil, missing(err): // the queue is empty, or was never made
			reached = time.Now()
			if l.idle() {
				return nil
			}
		case err != nil:
			l.queue = nil // after any error it is looked up again
			if time.Since(reached) > max(l.store.patience, lostFor) || forGood(err, 0) {
				return fmt.Errorf("jetstream: take a unit: %w", explained(err))
			}
		default:
			reached = time.Now()
			l.one(ctx, m)
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
func (l *lane) fetch(ctx context.Context) (js.Msg, error) {
	if l.queue == nil {
		once, cancel := context.WithTimeout(ctx, call)
		defer cancel()
		q, err := l.store.queue(once, l.Version, false)
		if err != nil {
			return nil, err
		}
		l.queue = q
	}
	wait := fetchFor
	if l.Idle > 0 {
		wait = min(wait, max(l.Idle/2, time.Second/4))
	}
	ctx, cancel := context.WithTimeout(ctx, wait)
	defer cancel()
	batch, err := l.queue.Fetch(1, js.FetchContext(ctx))
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
func (l *lane) one(ctx context.Context, m js.Msg) {
	t, err := parseTask(m.Subject())
	if err != nil {
		_ = m.Term() // this program did not write it
		return
	}
	l.at(l.number, t.job)
	defer l.at(l.number, "")
	err = l.do(ctx, t, m)
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
		l.trouble(t, err)
		_ = m.NakWithDelay(retryAfter)
		pause(ctx, retryAfter/4) // a worker that fails leaves units to others
	}
}

// errOthers gives a unit to another worker.
var errOthers = errors.New("another worker should do it")

// do does a task unless it is done already, and stores its record.
func (l *lane) do(ctx context.Context, t task, m js.Msg) error {
	if err := l.open(ctx, t.job); err != nil {
		return err
	}
	first, there, err := l.store.kept(ctx, l.job, task{t.job, t.unit, false})
	switch {
	case err != nil:
		return err
	case there && !t.audit:
		return l.parts(ctx, first)
	case t.audit && (!there || first.Report == nil):
		return nil // there is nothing to compare with
	case t.audit && first.Worker == l.Name:
		if meta, err := m.Metadata(); err == nil && meta.NumDelivered < tellTales {
			return errOthers
		}
	}
	if t.audit {
		if _, there, err := l.store.kept(ctx, l.job, t); err != nil || there {
			return err
		}
	}
	r, err := l.run(ctx, t, m)
	if err != nil {
		return err
	}
	r.Worker = l.Name
	return l.keep(ctx, t, first, r)
}

// keep stores the record of a task, compares it, and queues the parts of a split.
func (l *lane) keep(ctx context.Context, t task, first, r plan.Record) error {
	// A finished record is stored even if the worker must stop.
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), l.store.patience+call)
	defer cancel()
	kept, err := l.store.keep(ctx, l.job, t, r)
	if err != nil {
		return err
	}
	if !t.audit {
		first = kept
	}
	if !first.Agrees(r) {
		l.trouble(t, l.store.alarm(ctx, l.job, &plan.Contradiction{A: first, B: r}))
		return nil
	}
	l.did(r, t.audit)
	if t.audit {
		return nil
	}
	return l.parts(ctx, kept)
}

// parts queues the parts of a unit, if it is split.
func (l *lane) parts(ctx context.Context, r plan.Record) error {
	if r.Split == 0 {
		return nil
	}
	return l.store.enqueue(ctx, l.Version, tasksOf(l.job, r.Unit.Split(r.Split), false))
}

// open reads a job, unless it is the job of the last unit, and returns errClosed if it is closed.
func (l *lane) open(ctx context.Context, name string) error {
	if l.job == nil || l.job.Name != name {
		j, err := l.store.job(ctx, name)
		if err != nil {
			return err
		}
		l.job, l.ready = j, map[bool]*plan.Job{}
	}
	c, err := l.store.state(ctx, name)
	if err == nil && c != nil {
		err = errClosed
	}
	return err
}

// run does a task. It ends with errClosed once its job is closed.
func (l *lane) run(ctx context.Context, t task, m js.Msg) (plan.Record, error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	closed, err := l.store.nc.Subscribe(stateSubject+t.job, func(*nats.Msg) { cancel(errClosed) })
	if err != nil {
		return plan.Record{}, err
	}
	defer func() { _ = closed.Unsubscribe() }()
	held, release := context.WithCancel(ctx)
	var holding sync.WaitGroup
	holding.Go(func() { l.hold(held, t, m, cancel) })
	r, err := l.search(ctx, t)
	release()
	holding.Wait()
	if cause := context.Cause(ctx); err != nil && ctx.Err() != nil && errors.Is(cause, errClosed) {
		err = errClosed
	}
	return r, err
}

// search runs a task and returns its record.
func (l *lane) search(ctx context.Context, t task) (r plan.Record, err error) {
	j := l.ready[t.audit]
	if j == nil {
		if j, err = l.Open(ctx, l.job, t.audit, l.monitor); err != nil {
			return r, err
		}
		l.ready[t.audit] = j
	}
	if t.audit {
		return j.Again(ctx, t.unit)
	}
	return j.Run(ctx, t.unit)
}

// hold renews the lease of a task until ctx ends, as long as the search advances. If its figures
// stand still for stalled ticks, the unit goes to another worker, as if the machine were lost. A
// search that has shown no figures yet keeps its lease.
func (l *lane) hold(ctx context.Context, t task, m js.Msg, cancel context.CancelCauseFunc) {
	const stalled = 30
	tick := time.NewTicker(l.store.lease / 3)
	defer tick.Stop()
	first := l.figures()
	last, still := first, 0
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		now := l.figures()
		if still++; now != last {
			last, still = now, 0
		}
		if now == first || still < stalled {
			_ = m.InProgress() // if lost, the unit may be done twice; it counts once
		}
		// The job may have been closed while there was no connection.
		if c, err := l.store.state(ctx, t.job); err == nil && c != nil {
			cancel(errClosed)
		}
	}
}

// figures are counters that grow while a search advances.
func (l *lane) figures() [3]int64 {
	return [3]int64{l.monitor.Nodes(), l.monitor.Solutions(), l.monitor.Conflicts()}
}
