package jetstream

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	js "github.com/nats-io/nats.go/jetstream"

	"github.com/exactile/exactile/backends/plan"
	"github.com/exactile/exactile/cmd/exactile/internal/network"
)

const (
	lookEvery = time.Second / 4
	// silent is how long no record may come before units without one are queued again.
	silent = 20 * time.Second
	// mostFaults is how many reported faults of one unit end the wait with an error.
	mostFaults = 5
)

// Wait is part of [network.Store].
func (s *Store) Wait(ctx context.Context, j *network.Job, c network.Count) (plan.Total, error) {
	w := &watch{
		Count: c, store: s, job: j, tree: plan.NewTree(j.Plan), audited: plan.NewTree(j.Plan),
		beats: map[string]heard{}, faults: map[string]int{}, wake: make(chan struct{}, 1),
		news: make(chan *nats.Msg, 1<<10), records: map[string]plan.Record{}, quiet: silent,
	}
	err := w.run(ctx)
	var two *plan.Contradiction
	if errors.As(err, &two) { // the worker that found it may have ended before it closed the job
		err = s.alarm(context.WithoutCancel(ctx), j, two)
	}
	total, mergeErr := j.Plan.Merge(w.all...)
	if err == nil {
		err = mergeErr
	}
	if err == nil && len(total.Missing) > 0 {
		err = fmt.Errorf("jetstream: internal error: %d units are missing at the end", len(total.Missing))
	}
	if err == nil { // for lists of jobs; the total is right even if this fails
		_ = s.live(ctx, j, life{Count: total.Report.Count.String()})
	}
	return total, err
}

// A watch is one call of Wait.
type watch struct {
	network.Count
	store *Store
	job   *network.Job

	tree, audited *plan.Tree
	records       map[string]plan.Record // by unit, for audits
	all           []plan.Record
	next          uint64 // the sequence number after that of the last record read

	beats  map[string]heard
	faults map[string]int
	news   chan *nats.Msg
	wake   chan struct{} // there may be new records
	last   time.Time     // when the last record came, or units were queued
	quiet  time.Duration // how long no record may come after last
	begun  bool          // all records of earlier runs are read
	rate   rate
}

// A heard is what was last heard of a worker.
type heard struct {
	beat
	at time.Time
}

func (w *watch) run(ctx context.Context) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	err := insist(ctx, w.store.patience, "make the queue", func(ctx context.Context) error {
		_, err := w.store.queue(ctx, w.Version, true)
		return err
	})
	if err != nil {
		return err
	}
	stop, err := w.listen()
	if err != nil {
		return err
	}
	defer stop()
	var probing sync.WaitGroup
	probing.Go(func() { cancel(w.probe(ctx)) })
	err = w.look(ctx)
	if cause := context.Cause(ctx); err != nil && cause != nil && ctx.Err() != nil {
		err = cause
	}
	cancel(nil)
	probing.Wait()
	return err
}

// probe writes to the store all the time: without it, a store that refuses writes looks healthy. It
// returns why writes failed for too long, or ctx.Err().
func (w *watch) probe(ctx context.Context) error {
	tick := time.NewTicker(aliveEvery)
	defer tick.Stop()
	for {
		if err := w.store.live(ctx, w.job, life{}); err != nil {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-tick.C:
		}
	}
}

// listen subscribes to the messages of workers, and wakes w when there may be new records.
func (w *watch) listen() (stop func(), err error) {
	var subs []*nats.Subscription
	stop = func() {
		for _, sub := range subs {
			_ = sub.Unsubscribe()
		}
	}
	woken := func(*nats.Msg) {
		select {
		case w.wake <- struct{}{}:
		default:
		}
	}
	told := func(m *nats.Msg) {
		select {
		case w.news <- m:
		default: // beats come again
		}
	}
	for _, to := range []struct {
		subject string
		hear    nats.MsgHandler
	}{
		{doneSubject + w.job.Name + ".*", woken}, {auditSubject + w.job.Name + ".*", woken},
		{stateSubject + w.job.Name, woken}, {beatSubject + "*", told},
		{faultSubject + w.job.Name, told},
	} {
		sub, err := w.store.nc.Subscribe(to.subject, to.hear)
		if err != nil {
			stop()
			return nil, err
		}
		subs = append(subs, sub)
	}
	return stop, nil
}

// look reads records and queues units until all units and audits are done.
func (w *watch) look(ctx context.Context) error {
	tick := time.NewTicker(lookEvery)
	defer tick.Stop()
	checked := time.Time{}
	for {
		news, err := w.read(ctx)
		if err != nil {
			return err
		}
		if state, err := w.store.state(ctx, w.job.Name); err != nil || state != nil {
			return errors.Join(err, state.err())
		}
		now := time.Now()
		left := w.tree.Open()
		again := w.again(left)
		if w.tell(len(left), len(again)); len(left)+len(again) == 0 {
			return nil
		}
		if err := w.requeue(ctx, left, again, news); err != nil {
			return err
		}
		if now.Sub(checked) > aliveEvery {
			if err := w.whole(ctx); err != nil {
				return err
			}
			checked = now
		}
		if err := w.sleep(ctx, tick.C, time.Since(now)); err != nil {
			return err
		}
	}
}

// requeue queues the units that have no record, at the start and when no record has come for a
// while, and the audits once all units are done. The caller has just read all records of the
// leader.
func (w *watch) requeue(ctx context.Context, left, again []plan.Unit, news bool) error {
	const longest = 16 * silent
	now := time.Now()
	over := now.Sub(w.last) > w.quiet
	if news {
		w.last, w.quiet = now, silent
	}
	if w.begun && !over && (len(left) > 0 || !news) {
		return nil
	}
	if w.last = now; over {
		w.quiet = min(2*w.quiet, longest)
	}
	w.begun = true
	tasks := append(tasksOf(w.job, left, false), tasksOf(w.job, again, true)...)
	return w.store.enqueue(ctx, w.Version, tasks)
}

// sleep waits for the next tick, or less if there may be new records, and handles messages of
// workers. It waits leisure times as long as the last round, which grows with the job.
func (w *watch) sleep(ctx context.Context, tick <-chan time.Time, work time.Duration) error {
	const leisure = 4
	woken := w.wake
	var soon <-chan time.Time
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-woken:
			woken, soon = nil, time.After(max(leisure*work, time.Millisecond))
		case m := <-w.news:
			if err := w.hear(m); err != nil {
				return err
			}
		case <-soon:
			return nil
		case <-tick:
			if woken != nil {
				return nil
			}
		}
	}
}

// read reads all new records from the leader of their stream.
func (w *watch) read(ctx context.Context) (news bool, err error) {
	for {
		m, err := w.store.next(ctx, doneStream, "exactile.*."+w.job.Name+".*", w.next)
		if err != nil || m == nil {
			return news, err
		}
		if err := w.take(m); err != nil {
			return news, err
		}
		news, w.next = true, m.Sequence+1
	}
}

// take adds a record to the trees.
func (w *watch) take(m *js.RawStreamMsg) error {
	r, audit, err := readRecord(w.job, m.Subject, m.Data)
	if err != nil {
		return err
	}
	name := r.Unit.String()
	if audit {
		if err := w.audited.Add(r); err != nil {
			return err
		}
		if first, ok := w.records[name]; ok && !first.Agrees(r) {
			return &plan.Contradiction{A: first, B: r}
		}
		return nil
	}
	if !w.tree.Has(r.Unit) {
		if err := w.tree.Add(r); err != nil {
			return err
		}
		w.all = append(w.all, r)
		if w.begun {
			w.rate.add(time.Now())
		}
	}
	w.records[name] = r
	return nil
}

// again returns the units that are still to be audited, once all units are done.
func (w *watch) again(left []plan.Unit) (again []plan.Unit) {
	if len(left) > 0 || w.Audit == 0 {
		return nil
	}
	for _, u := range w.tree.Audits(w.Audit) {
		if !w.audited.Has(u) {
			again = append(again, u)
		}
	}
	return again
}

// whole returns an error if the store has lost data.
func (w *watch) whole(ctx context.Context) error {
	switch data, err := w.store.get(ctx, jobsStream, planSubject+w.job.Name); {
	case err != nil:
		return err
	case data == nil:
		return fmt.Errorf("jetstream: %s: %w: somebody has removed it, or wiped the store", w.job.Name, network.ErrNoJob)
	}
	for _, name := range []string{doneStream, workStream} {
		err := w.store.reading(ctx, name, func(ctx context.Context, of js.Stream) error {
			info, err := of.Info(ctx)
			if err != nil {
				return err
			}
			if name == doneStream && info.State.LastSeq+1 < w.next {
				return errWiped
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}

var errWiped = errors.New("the store has lost records that it had: it was wiped, or put back to an older state")

// hear handles a beat or a fault of a worker.
func (w *watch) hear(m *nats.Msg) error {
	if m.Subject == faultSubject+w.job.Name {
		var f fault
		if json.Unmarshal(m.Data, &f) != nil {
			return nil
		}
		err := fmt.Errorf("%s at unit %v: %s", f.Worker, f.Unit, f.Error)
		if w.Trouble != nil {
			w.Trouble(err)
		}
		name := f.Unit.String()
		if w.faults[name]++; (f.Final || w.faults[name] >= mostFaults) && !w.tree.Has(f.Unit) {
			return fmt.Errorf("jetstream: unit %s cannot be done: %w", name, err)
		}
		return nil
	}
	var b beat
	if json.Unmarshal(m.Data, &b) != nil {
		return nil
	}
	if b.Ends {
		delete(w.beats, m.Subject)
		return nil
	}
	w.beats[m.Subject] = heard{b, time.Now()}
	return nil
}

// tell passes the progress of the job to Told.
func (w *watch) tell(left, again int) {
	p := network.Progress{Job: w.job.Name, Done: w.tree.Done(), Left: left}
	if left == 0 && w.Audit > 0 {
		p.Audits = len(w.tree.Audits(w.Audit))
		p.Audited = p.Audits - again
	}
	now := time.Now()
	for id, b := range w.beats {
		switch {
		case now.Sub(b.at) > 4*beatEvery:
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
	p.PerSecond = w.rate.perSecond(now)
	if w.Told != nil {
		w.Told(p)
	}
}

// A rate is how fast records have come lately.
type rate struct{ times []time.Time }

const rateOver = 256

func (r *rate) add(at time.Time) {
	if r.times = append(r.times, at); len(r.times) > rateOver {
		r.times = r.times[1:]
	}
}

// perSecond is the number of records per second, 0 if there are too few.
func (r *rate) perSecond(now time.Time) float64 {
	const few = 3
	if len(r.times) < few {
		return 0
	}
	return float64(len(r.times)-1) / max(now.Sub(r.times[0]), time.Millisecond).Seconds()
}
