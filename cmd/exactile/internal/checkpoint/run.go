package checkpoint

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"time"

	"github.com/exactile/exactile/backends"
	"github.com/exactile/exactile/backends/plan"
	"github.com/exactile/exactile/encode/cover"
)

// interval is about how much time the end of the process may cost. It is exceeded if the setup
// of units takes long.
const interval = 30 * time.Second

// Start opens the job's checkpoint, or makes one, and cuts its output back to that
// point. On an error nothing has been changed: the file is of another job (ErrOther) or
// none, or the output is not what the job wrote.
func (j *Job) Start() (*Run, error) {
	r := &Run{job: *j}
	if err := r.open(); err != nil {
		return nil, fmt.Errorf("checkpoint: %w", err)
	}
	return r, nil
}

// Done reports whether the job is done: then only its report is left to take.
func (r *Run) Done() bool {
	return r.counted() && (r.job.Output == nil || r.last.Whole)
}

// counted reports whether all units have a record.
func (r *Run) counted() bool {
	if r.plan == nil {
		return false
	}
	t := r.Begin(r.plan)
	return r.Refresh(t) == nil && len(t.Open()) == 0
}

// Count does the rest of the job and returns the report of the whole, whose
// times are those of the finished units and whose memory is not known.
//
// Like that of backends.Run, the report is valid even with an error: it then holds
// what was found so far, and is not complete. If there is an output, it and the count
// are cut back to the end of the last finished unit.
func (r *Run) Count(ctx context.Context) (backends.Report, error) {
	err := r.work(ctx)
	report, merged := r.report()
	return report, errors.Join(err, merged)
}

// work does the rest of the units.
func (r *Run) work(ctx context.Context) error {
	if r.plan == nil {
		p, u, err := r.job.Plan(ctx)
		if err != nil {
			return err
		}
		r.plan, r.unit = p, u
		if err := r.save(line{Plan: p, Unit: &u}); err != nil {
			return err
		}
	}
	j, err := r.plan.Job(r.job.Backend, r.job.Model, r.plan.Version)
	if err != nil {
		return err
	}
	w := plan.Worker{InOrder: true, Every: interval}
	if r.job.Output != nil {
		w.Every = 0 // the order must not depend on time
		j.Found = func(s cover.Solution) {
			r.Solutions++
			r.job.Task.Found(s)
		}
	}
	return plan.Work(ctx, r, j, w)
}

// report is the result of the job so far: of the finished units or, if that is more, what was
// known when a unit ended early.
func (r *Run) report() (whole backends.Report, err error) {
	whole.Count = new(big.Int)
	if r.plan != nil {
		var total plan.Total
		total, err = r.Begin(r.plan).Wait(context.Background(), r.Read, 0, nil)
		if err == nil {
			whole = total.Report
		}
		if r.least != nil && !whole.Complete {
			least := *r.least
			if n := int64(r.plan.Symmetries); n > 0 { // an orbit has n solutions at most
				rest := big.NewInt(n - 1)
				least.Count = rest.Quo(rest.Add(rest, least.Count), big.NewInt(n))
			}
			if least.Count.Cmp(whole.Count) > 0 {
				whole = least
			}
		}
		whole.Plan, whole.Unit = r.plan.Digest(), r.unit.Name()
	}
	m := r.job.Model
	whole.Puzzle, whole.Backend = r.job.Task.Puzzle, r.job.Task.Backend
	whole.UpToSymmetry, whole.Fingerprint = r.job.Task.UpToSymmetry, m.Fingerprint()
	whole.Stats.Options, whole.Stats.Items = len(m.Options), len(m.Items)-m.AddedItems
	return whole, err
}

// Finish saves what could not be saved before, once the report is safe. If the job is done, end
// writes what follows the solutions, and the output gets its name.
func (r *Run) Finish(end func() error) error {
	o := r.job.Output
	if o != nil && r.counted() && !r.last.Whole {
		if err := end(); err != nil {
			return err
		}
		if err := r.save(line{Whole: true}); err != nil {
			return err
		}
	}
	if err := r.write(); err != nil {
		return fmt.Errorf("checkpoint: %w", err)
	}
	if o == nil || !r.Done() {
		return nil
	}
	return o.commit()
}

// Begin implements plan.Store.
func (r *Run) Begin(p *plan.Plan) *plan.Tree {
	if len(r.unit) > 0 {
		return p.Tree(r.unit)
	}
	return p.Tree()
}

// Refresh implements plan.Store.
func (r *Run) Refresh(t *plan.Tree) error {
	return r.Read(context.Background(), func(u plan.Record, _ bool) error { return t.Add(u) })
}

// Read implements plan.Store.
func (r *Run) Read(_ context.Context, add func(u plan.Record, audit bool) error) error {
	for _, u := range r.records {
		if err := add(u, false); err != nil {
			return err
		}
	}
	return nil
}

// Keep implements plan.Store.
func (r *Run) Keep(u plan.Record, _ bool) error {
	r.records = append(r.records, u)
	return r.save(line{Record: &u})
}

// Lease implements plan.Store: there is one worker.
func (r *Run) Lease(plan.Unit, bool, plan.Owner) (release func(), ok bool, err error) {
	r.before = r.job.Found()
	return func() {}, true, nil
}

// Watch implements plan.Store: no other process changes the file.
func (r *Run) Watch(context.Context) {}

// Partial keeps what was found of a unit that is not done, together with all units that are.
// If the backend does not list, it has reported solutions meanwhile: their number counts if
// it is greater.
func (r *Run) Partial(u plan.Record) {
	if r.job.Output != nil {
		return // the output is cut back
	}
	found := *u.Report
	found.Error, found.Complete, found.Completeness = "", false, ""
	n := big.NewInt(r.job.Found() - r.before)
	if !r.plan.List && !found.UpToSymmetry && found.Count.Cmp(n) < 0 {
		found.Count = n
	}
	parts := []backends.Report{found}
	for _, done := range r.records {
		if done.Report != nil {
			parts = append(parts, *done.Report)
		}
	}
	sum := backends.Sum(parts...)
	if u.Report = &sum; found.Count.Sign() > 0 && r.raise(sum) {
		_ = r.save(line{Partial: &u})
	}
}
