package jetstream

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/exactile/exactile/backends/plan"
	"github.com/exactile/exactile/cmd/exactile/internal/network"
	"github.com/nats-io/nats.go"
	js "github.com/nats-io/nats.go/jetstream"
)

const (
	pollEvery = time.Second / 4
	// requeueAfter is how long no record may come before units without one are queued again.
	requeueAfter = 20 * time.Second
	// maxFaults is how many reported faults of one unit end the wait with an error.
	maxFaults = 5
)

// Wait is part of [network.Store].
func (s *Store) Wait(ctx context.Context, j *network.Job, c network.Count) (plan.Total, error) {
	w := &watch{
		Count: c, store: s, job: j, beats: map[string]workerState{}, faults: map[string]int{},
		done: map[string]bool{}, newRecords: make(chan *nats.Msg, 1),
		messages: make(chan *nats.Msg, 1<<10), quietLimit: requeueAfter,
	}
	total, err := w.wait(ctx)
	var two *plan.Contradiction
	if errors.As(err, &two) { // the worker that found it may have ended before it closed the job
		err = s.closeContradicted(context.WithoutCancel(ctx), j, two)
	}
	if err == nil { // for lists of jobs; the total is right even if this fails
		_ = s.writeHeartbeat(ctx, j, heartbeat{Count: total.Report.Count.String()})
	}
	return total, err
}

// A watch is one call of Wait.
type watch struct {
	network.Count
	store *Store
	job   *network.Job

	next     uint64          // the sequence number after that of the last record read
	done     map[string]bool // the units with a record
	readTime time.Duration   // to read
	fresh    bool            // the last round read new records

	beats      map[string]workerState
	faults     map[string]int
	messages   chan *nats.Msg // beats and faults of workers
	newRecords chan *nats.Msg // there may be new records
	last       time.Time      // when the last record came, or units were queued; zero at the start
	quietLimit time.Duration  // how long no record may come after last
	checked    time.Time      // when the store was checked
}

// A workerState is the last state reported by a worker.
type workerState struct {
	workerBeat
	at time.Time
}

func (w *watch) wait(ctx context.Context) (plan.Total, error) {
	err, job := w.store.makeQueue(ctx, w.Version), w.job.Name
	for subject, to := range map[string]chan *nats.Msg{
		doneSubject + job + ".*": w.newRecords, auditSubject + job + ".*": w.newRecords,
		stateSubject + job:      w.newRecords,
		workerBeatSubject + "*": w.messages, faultSubject + job: w.messages,
	} {
		if err != nil {
			break
		}
		var sub *nats.Subscription
		if sub, err = w.store.nc.Subscribe(subject, func(m *nats.Msg) {
			select {
			case to <- m:
			default: // beats come again
			}
		}); err == nil {
			defer func() { _ = sub.Unsubscribe() }()
		}
	}
	if err != nil {
		total, _ := w.job.Plan.Merge() // nothing, and all is missing
		return total, err
	}
	return w.job.Plan.Tree().Wait(ctx, w.readRecords, w.Audit, w.step)
}

// readRecords passes on all new records, from the leader of their stream. A closed job is an error.
func (w *watch) readRecords(ctx context.Context, add func(r plan.Record, audit bool) error) error {
	began := time.Now()
	w.fresh = false
	for {
		m, err := w.store.next(ctx, doneStream, "exactile.*."+w.job.Name+".*", w.next)
		if err != nil {
			return err
		}
		if m == nil {
			break
		}
		r, audit, err := readRecord(w.job, m.Subject, m.Data)
		if err == nil {
			err = add(r, audit)
		}
		if err != nil {
			return err
		}
		if w.fresh, w.next = true, m.Sequence+1; !audit {
			w.done[r.Unit.Name()] = true
		}
	}
	w.readTime = time.Since(began)
	why, err := w.store.closedReason(ctx, w.job.Name)
	return cmp.Or(err, why)
}

// step passes on the progress, checks the store, queues units if need be, and waits for records.
func (w *watch) step(ctx context.Context, p plan.Progress) error {
	if w.reportProgress(p); len(p.Left)+len(p.Again) == 0 {
		return nil
	}
	if time.Since(w.checked) > heartbeatEvery {
		err := w.checkStore(ctx)
		if err == nil { // without a write, a store that refuses writes looks healthy
			err = w.store.writeHeartbeat(ctx, w.job, heartbeat{})
		}
		if err != nil {
			return err
		}
		w.checked = time.Now()
	}
	if err := w.requeue(ctx, p.Left, p.Again); err != nil {
		return err
	}
	return w.sleep(ctx)
}

// requeue queues the units that have no record, at the start and when no record has come for a
// while, and the audits once all units are done. All records of the leader have just been read.
func (w *watch) requeue(ctx context.Context, left, again []plan.Unit) error {
	const longest = 16 * requeueAfter
	now, first := time.Now(), w.last.IsZero()
	over := now.Sub(w.last) > w.quietLimit
	if w.fresh {
		w.last, w.quietLimit = now, requeueAfter
	}
	if !first && !over && (len(left) > 0 || !w.fresh) {
		return nil
	}
	if w.last = now; over && !first {
		w.quietLimit = min(2*w.quietLimit, longest)
	}
	return cmp.Or(
		w.store.enqueue(ctx, w.Version, w.job, left, false),
		w.store.enqueue(ctx, w.Version, w.job, again, true))
}

// sleep waits until it is time to look, sooner if there may be new records, and handles messages of
// workers. It waits leisure times as long as the last reading took.
func (w *watch) sleep(ctx context.Context) error {
	const leisure = 4
	woken, look := w.newRecords, time.After(pollEvery)
	rest := max(leisure*w.readTime, time.Millisecond)
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-woken:
			woken, look = nil, time.After(rest)
		case <-look:
			return nil
		case m := <-w.messages:
			if err := w.handle(m); err != nil {
				return err
			}
		}
	}
}

// checkStore returns an error if the store has lost data.
func (w *watch) checkStore(ctx context.Context) error {
	switch data, err := w.store.get(ctx, jobsStream, planSubject+w.job.Name); {
	case err != nil:
		return err
	case data == nil:
		return fmt.Errorf("jetstream: %s: %w: the job or the store was deleted", w.job.Name,
			network.ErrNoJob)
	}
	for _, name := range []string{doneStream, workStream} {
		err := w.store.read(ctx, name, func(ctx context.Context, of js.Stream) error {
			info, err := of.Info(ctx)
			if err == nil && name == doneStream && info.State.LastSeq+1 < w.next {
				err = errWiped
			}
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}

var errWiped = errors.New(
	"the store has lost records: it was deleted or restored from an older copy",
)

// handle handles a beat or a fault of a worker, unless it cannot be read.
func (w *watch) handle(m *nats.Msg) error {
	var f fault
	var b workerBeat
	if m.Subject != faultSubject+w.job.Name {
		if json.Unmarshal(m.Data, &b) == nil {
			w.beats[m.Subject] = workerState{b, time.Now()}
		}
		return nil
	}
	if json.Unmarshal(m.Data, &f) != nil {
		return nil
	}
	err := fmt.Errorf("%s at unit %v: %s", f.Worker, f.Unit, f.Error)
	if w.OnError != nil {
		w.OnError(err)
	}
	name := f.Unit.Name()
	if w.faults[name]++; (f.Final || w.faults[name] >= maxFaults) && !w.done[name] {
		return fmt.Errorf("jetstream: unit %v cannot be done: %w", f.Unit, err)
	}
	return nil
}

// reportProgress passes the progress of the job to Told.
func (w *watch) reportProgress(of plan.Progress) {
	p := network.Progress{Progress: of}
	for id, b := range w.beats {
		switch {
		case b.Ends || time.Since(b.at) > 4*workerBeatEvery:
			delete(w.beats, id)
		case b.Version != w.Version:
			p.Others += b.Slots
		default:
			p.Workers += b.Slots
			for _, job := range b.Jobs {
				if job == w.job.Name {
					p.Running++
				}
			}
		}
	}
	if w.OnProgress != nil {
		w.OnProgress(p)
	}
}
