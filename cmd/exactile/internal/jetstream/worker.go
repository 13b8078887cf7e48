package jetstream

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/exactile/exactile/backends/adapter"
	"github.com/exactile/exactile/backends/plan"
	"github.com/exactile/exactile/cmd/exactile/internal/network"
	"github.com/nats-io/nats.go"
	js "github.com/nats-io/nats.go/jetstream"
)

const (
	// workerBeatEvery is the time between two heartbeats of a worker.
	workerBeatEvery = 2 * time.Second
	// fetchTimeout is how long one fetch of a unit from the queue waits.
	fetchTimeout = 5 * time.Second
	// retryAfter is how long a failed unit waits for its next try, perhaps by another worker.
	retryAfter = 2 * time.Second
	// A worker passes audits of its own units to others. From the ownAuditAfter-th delivery on it
	// does them itself: there may be no other worker.
	ownAuditAfter = 4
	// reconnectFor is how long a worker waits for lost servers: longer than [Store.Wait] does,
	// since an idle worker costs nothing.
	reconnectFor = 2 * time.Minute
)

// A workerBeat is a heartbeat of a worker.
type workerBeat struct {
	Version string   `json:"version"`
	Slots   int      `json:"slots"`
	Jobs    []string `json:"jobs,omitempty"` // of the units in work
	Ends    bool     `json:"ends,omitempty"`
}

// A fault reports a unit that a worker could not do.
type fault struct {
	Worker string    `json:"worker"`
	Unit   plan.Unit `json:"unit"`
	Error  string    `json:"error"`
	// Final is set if no other worker needs to try: there is no room for records.
	Final bool `json:"final,omitempty"`
}

// Work is part of [network.Store].
func (s *Store) Work(ctx context.Context, w network.Worker) error {
	q := &queue{Worker: w, store: s, busy: map[int]string{}, lastWork: time.Now()}
	beating, silence := context.WithCancel(context.WithoutCancel(ctx))
	var group sync.WaitGroup
	group.Go(func() { q.sendBeats(beating) })
	err := plan.Worker{Name: w.Name, Workers: w.Slots, Done: q.recordDone}.Do(ctx, func(
		ctx context.Context, me plan.Owner, do func(context.Context, plan.Task) error,
	) error {
		return (&worker{queue: q, owner: me, perform: do, monitor: new(adapter.Monitor)}).work(ctx)
	})
	silence()
	group.Wait()
	return err
}

// A queue are the units of all jobs that are queued for the version of a worker, whose slots do one
// unit after the other.
type queue struct {
	network.Worker
	store *Store

	mu       sync.Mutex
	busy     map[int]string // the jobs of slots at work
	lastWork time.Time
}

// recordDone passes on a stored record.
func (q *queue) recordDone(r plan.Record, audit bool) {
	if q.Done != nil {
		q.mu.Lock() // it must not overlap with Trouble
		defer q.mu.Unlock()
		q.Done(r, audit)
	}
}

// setJob sets the job that a slot works at, "" for none.
func (q *queue) setJob(slot int, job string) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.lastWork = time.Now(); job == "" {
		delete(q.busy, slot)
	} else {
		q.busy[slot] = job
	}
}

// idleTooLong reports whether no slot has had a unit for longer than Worker.Idle.
func (q *queue) idleTooLong() bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.Idle > 0 && len(q.busy) == 0 && time.Since(q.lastWork) > q.Idle
}

// sendBeats publishes the worker's heartbeats and, when ctx ends, one with Ends set.
func (q *queue) sendBeats(ctx context.Context) {
	tick := time.NewTicker(workerBeatEvery)
	defer tick.Stop()
	subject := workerBeatSubject + rand.Text()
	for {
		b := workerBeat{Version: q.Version, Slots: max(1, q.Slots), Ends: ctx.Err() != nil}
		q.mu.Lock()
		for _, job := range q.busy {
			b.Jobs = append(b.Jobs, job)
		}
		q.mu.Unlock()
		if q.publish(subject, b); b.Ends {
			return
		}
		select {
		case <-ctx.Done():
		case <-tick.C:
		}
	}
}

// publish publishes a message that may be lost.
func (q *queue) publish(subject string, v any) {
	if text, err := json.Marshal(v); err == nil {
		_ = q.store.nc.Publish(subject, text)
	}
}

// A worker of a worker does one unit after the other.
type worker struct {
	*queue
	owner    plan.Owner
	perform  func(context.Context, plan.Task) error
	monitor  *adapter.Monitor
	consumer js.Consumer // nil: to be looked up

	// The job of the last unit, and mostly of the next.
	job      *network.Job
	planJobs map[bool]*plan.Job // by whether it audits
}

// work takes units until ctx ends or nothing can be reached for too long.
func (s *worker) work(ctx context.Context) error {
	reached := time.Now()
	for ctx.Err() == nil {
		m, err := s.fetch(ctx)
		switch missing := errors.Is(err, js.ErrStreamNotFound) ||
			errors.Is(err, js.ErrConsumerNotFound); {
		case m != nil && ctx.Err() != nil:
			_ = m.Nak()
		case m != nil:
			s.handle(ctx, m)
			reached = time.Now()
		case err == nil, missing: // the queue is empty, or was never made
			if reached = time.Now(); s.idleTooLong() {
				return nil
			}
		default:
			s.consumer = nil // after any error it is looked up again
			if time.Since(reached) > max(s.store.retryFor, reconnectFor) || permanent(err, 0) {
				return fmt.Errorf("jetstream: take a unit: %w", withAdvice(err))
			}
		}
		if err != nil {
			pause(ctx, retryAfter/4)
		}
	}
	return ctx.Err()
}

// fetch takes a unit out of the queue, nil if none comes for a while.
func (s *worker) fetch(ctx context.Context) (m js.Msg, err error) {
	if s.consumer == nil {
		once, cancel := context.WithTimeout(ctx, requestTimeout)
		defer cancel()
		if s.consumer, err = s.store.queue(once, s.Version); err != nil {
			s.consumer = nil
			return nil, err
		}
	}
	wait := fetchTimeout
	if s.Idle > 0 {
		wait = min(wait, max(s.Idle/2, time.Second/4))
	}
	once, cancel := context.WithTimeout(ctx, wait)
	defer cancel()
	if m, err = s.consumer.Next(js.FetchContext(once)); once.Err() != nil ||
		errors.Is(err, nats.ErrTimeout) {
		err = nil // also if this process was stopped until the time was over
	}
	return m, err
}

var (
	// errClosed ends the units of a job that was closed.
	errClosed = errors.New("the job is closed")
	// errLeaveToOther gives a unit to another worker.
	errLeaveToOther = errors.New("another worker should do it")
)

// handle does the unit that a message of the queue names. It always answers the message: the unit
// is done, or goes back to the queue.
func (s *worker) handle(ctx context.Context, m js.Msg) {
	t, err := parseTask(m.Subject())
	if err != nil {
		_ = m.Term() // this program did not write it
		return
	}
	s.setJob(s.owner.Number, t.job)
	defer s.setJob(s.owner.Number, "")
	err = s.doTask(ctx, t, m)
	var two *plan.Contradiction
	if errors.As(err, &two) { // it ends the job, not the worker
		s.reportError(t, err)
		err = nil
	}
	switch {
	case err == nil || errors.Is(err, errClosed) || errors.Is(err, network.ErrNoJob):
		once, cancel := context.WithTimeout(context.WithoutCancel(ctx), requestTimeout)
		defer cancel()
		_ = m.DoubleAck(once) // if the answer is lost, the next worker finds the record
	case ctx.Err() != nil:
		_ = m.Nak() // it is given back
	case errors.Is(err, errLeaveToOther):
		_ = m.NakWithDelay(retryAfter / 8)
	default:
		s.reportError(t, err)
		_ = m.NakWithDelay(retryAfter)
		pause(ctx, retryAfter/4) // a worker that fails leaves units to others
	}
}

// reportError reports the error of a task, also to those who wait for its job.
func (s *worker) reportError(t task, err error) {
	s.publish(faultSubject+t.job, fault{s.owner.Worker, t.unit, err.Error(), noSpace(err)})
	if s.OnError != nil {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.OnError(fmt.Errorf("unit %v: %w", t.unit, err))
	}
}

// doTask does a task unless it is done already, and stores its record.
func (s *worker) doTask(ctx context.Context, t task, m js.Msg) error {
	if err := s.openJob(ctx, t.job); err != nil {
		return err
	}
	first, there, err := s.store.storedRecord(ctx, s.job, task{t.job, t.unit, false})
	switch {
	case err != nil:
		return err
	case there && !t.audit:
		return s.queueParts(ctx, first)
	case t.audit && (!there || first.Report == nil):
		return nil // there is nothing to compare with
	case t.audit && first.Worker == s.owner.Worker:
		if meta, err := m.Metadata(); err == nil && meta.NumDelivered < ownAuditAfter {
			return errLeaveToOther
		}
	}
	if t.audit {
		if _, there, err := s.store.storedRecord(ctx, s.job, t); err != nil || there {
			return err
		}
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	closed, err := s.store.nc.Subscribe(stateSubject+t.job, func(*nats.Msg) { cancel(errClosed) })
	if err != nil {
		return err
	}
	defer func() { _ = closed.Unsubscribe() }()
	var holding sync.WaitGroup
	defer holding.Wait()
	held, release := context.WithCancel(ctx)
	defer release()
	holding.Go(func() { s.renewLease(held, t, m, cancel) })
	err = s.perform(ctx, plan.Task{
		Unit: t.unit, Audit: t.audit,
		Run: func(ctx context.Context, u plan.Unit) (plan.Record, error) {
			return s.runUnit(ctx, u, t.audit)
		},
		Keep: func(r plan.Record) error { return s.saveRecord(ctx, t, first, r) },
	})
	if err != nil && errors.Is(context.Cause(ctx), errClosed) {
		return errors.Join(errClosed, err)
	}
	return err
}

// openJob reads a job, unless it is the job of the last unit, and returns errClosed if it is
// closed.
func (s *worker) openJob(ctx context.Context, name string) error {
	if s.job == nil || s.job.Name != name {
		j, err := s.store.job(ctx, name)
		if err != nil {
			return err
		}
		s.job, s.planJobs = j, map[bool]*plan.Job{}
	}
	why, err := s.store.closedReason(ctx, name)
	if err == nil && why != nil {
		err = errClosed
	}
	return err
}

// runUnit counts a unit.
func (s *worker) runUnit(ctx context.Context, u plan.Unit, audit bool) (r plan.Record, err error) {
	j := s.planJobs[audit]
	if j == nil {
		if j, err = s.Open(ctx, s.job, audit, s.monitor); err != nil {
			return r, err
		}
		s.planJobs[audit] = j
	}
	if audit {
		return j.Again(ctx, u)
	}
	return j.Run(ctx, u)
}

// saveRecord stores the record of a task, compares it, and queues the parts of a split, or closes
// the job of two answers. A finished record is stored even if the worker must stop.
func (s *worker) saveRecord(ctx context.Context, t task, first, r plan.Record) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), s.store.retryFor+requestTimeout)
	defer cancel()
	kept, err := s.store.storeRecord(ctx, s.job, t, r)
	if err != nil {
		return err
	}
	if !t.audit {
		first = kept
	}
	if !first.Agrees(r) {
		return s.store.closeContradicted(ctx, s.job, &plan.Contradiction{A: first, B: r})
	}
	if t.audit {
		return nil
	}
	return s.queueParts(ctx, kept)
}

// queueParts queues the parts of a unit, if it is split.
func (s *worker) queueParts(ctx context.Context, r plan.Record) error {
	if r.Split == 0 {
		return nil
	}
	return s.store.enqueue(ctx, s.Version, s.job, r.Unit.Split(r.Split), false)
}

// renewLease renews the lease of a task until ctx ends, as long as the search advances. If its
// figures stand still for stalled ticks, the unit goes to another worker, as if the machine were
// lost. A search that has shown no figures yet keeps its lease.
func (s *worker) renewLease(ctx context.Context, t task, m js.Msg, cancel context.CancelCauseFunc) {
	const stalled = 30
	tick := time.NewTicker(s.store.lease / 3)
	defer tick.Stop()
	first := s.counters()
	last, still := first, 0
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		now := s.counters()
		if still++; now != last {
			last, still = now, 0
		}
		if now == first || still < stalled {
			_ = m.InProgress() // if lost, the unit may be done twice; it counts once
		}
		// The job may have been closed while there was no connection.
		if why, err := s.store.closedReason(ctx, t.job); err == nil && why != nil {
			cancel(errClosed)
		}
	}
}

// counters are counters that grow while a search advances.
func (s *worker) counters() [3]int64 {
	return [3]int64{s.monitor.Nodes(), s.monitor.Solutions(), s.monitor.Conflicts()}
}
