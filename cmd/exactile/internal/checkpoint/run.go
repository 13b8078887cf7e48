package checkpoint

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/big"
	"slices"

	"github.com/exactile/exactile/backends"
	"github.com/exactile/exactile/backends/plan"
	"github.com/exactile/exactile/encode/cover"
)

// A Run is a job under way: it goes through the unfinished units. It is for one goroutine.
type Run struct {
	store
	job Job
}

// Start opens the job's checkpoint, or makes one, and cuts its output back to that
// point. On an error nothing has been changed: the file is of another job (ErrOther) or
// none, or the output is not what the job wrote.
func (j *Job) Start() (*Run, Start, error) {
	writes := j.Output != nil
	switch {
	case j.Task.Limit != 0:
		return nil, Start{}, errors.New("checkpoint: a job has no limit")
	case (j.Task.Found != nil) != writes:
		return nil, Start{},
			errors.New(
				"checkpoint: a job that tells of solutions needs an output, " +
					"and the other way round",
			)
	case j.Plan != nil && writes:
		return nil, Start{}, errors.New("checkpoint: a unit of a plan has no output")
	}
	r := &Run{job: *j}
	r.job.Every = cmp.Or(max(0, j.Every), DefaultEvery)
	r.job.Parts = cmp.Or(max(0, j.Parts), DefaultParts)
	facts := slices.Concat(j.Facts, taskFacts(j.Model, j.Task))
	if writes {
		if err := differentFiles(j.File, j.Output); err != nil {
			return nil, Start{}, err
		}
		facts = append(facts, Fact{"number of parts", fmt.Sprint(r.job.Parts)})
	}
	if j.Plan != nil {
		facts = append(facts, Fact{"plan", j.Plan.Digest()}, Fact{"unit", j.Unit.String()})
	}
	path, err := place(j.File)
	if err != nil {
		return nil, Start{}, err
	}
	_, counts := j.Backend.(backends.Counter)
	r.store = store{
		path: path, output: j.Output, warn: j.Warn, reported: j.Found,
		lists:   !counts || j.Task.List || writes,
		records: map[string]plan.Record{}, partial: map[string]backends.Report{},
	}
	if r.reported == nil {
		r.reported = func() int64 { return 0 }
	}
	known, err := r.open(j.File, facts)
	if err != nil {
		return nil, Start{}, err
	}
	return r, Start{Resumed: known, Complete: r.done() && (!writes || r.last.Whole),
		Solutions: r.solutions}, nil
}

// done reports whether all units have a record.
func (r *Run) done() bool {
	if r.plan == nil {
		return false
	}
	t := r.Begin(r.plan)
	return r.Refresh(t) == nil && len(t.Open()) == 0
}

// Count does the rest of the job and returns the report of the whole, whose
// times are those of the finished units and whose memory is not known. The
// checkpoint has been saved when Count returns, unless there is a *SavingError.
//
// Like that of backends.Run, the report is valid even with an error: it then holds
// what was found so far, and is not complete. If there is an output, it and the count
// are cut back to the end of the last finished unit.
func (r *Run) Count(ctx context.Context) (backends.Report, error) {
	err := r.count(ctx)
	report, merged := r.report()
	if err = errors.Join(err, merged); err == nil || r.failed != nil {
		if failed := r.write(); failed != nil {
			err = errors.Join(err, &SavingError{failed})
		}
	}
	return report, err
}

// count does the rest of the units.
func (r *Run) count(ctx context.Context) error {
	if r.plan == nil {
		p, u, err := r.job.plan(ctx)
		if err != nil {
			return err
		}
		if err := r.begin(p, u); err != nil {
			return &SavingError{err}
		}
	}
	if r.done() {
		return nil
	}
	j, err := r.plan.Job(r.job.Backend, r.job.Model, r.plan.Version)
	if err != nil {
		return fmt.Errorf("checkpoint: %w", err)
	}
	w := plan.Worker{InOrder: true, Every: r.job.Every}
	if found := r.job.Task.Found; found != nil {
		w.Every = 0 // the order must not depend on time
		j.Found = func(s cover.Solution) {
			r.solutions++
			found(s)
		}
	}
	return plan.Work(ctx, &r.store, j, w)
}

// plan makes the plan of a job that has none.
func (j *Job) plan(ctx context.Context) (*plan.Plan, plan.Unit, error) {
	if j.Plan != nil {
		return j.Plan, j.Unit, nil
	}
	request := plan.Request{Task: j.Task, Units: 1, Budget: -1}
	if request.Restricts = j.Output != nil; request.Restricts {
		request.Units, request.Task.List = j.Parts, true
	}
	p, _, err := plan.New(ctx, j.Backend, j.Model, request)
	return p, plan.Unit{}, err
}

// report is the result of the job so far.
func (r *Run) report() (whole backends.Report, err error) {
	whole.Count = new(big.Int)
	if r.plan != nil {
		var total plan.Total
		if total, err = r.Begin(r.plan).Wait(context.Background(), r.Read, 0, nil); err == nil &&
			total.Report.Complete {
			whole = total.Report
		} else {
			whole, _ = r.partialReport(r.Begin(r.plan).Open())
			if n := int64(r.plan.Symmetries); n > 0 { // an orbit has n solutions at most
				whole.Count = new(big.Int).Quo(new(big.Int).Add(whole.Count, big.NewInt(n-1)),
					big.NewInt(n))
			}
			whole.Complete, whole.Completeness = false, ""
		}
	}
	m := r.job.Model
	whole.Puzzle, whole.Backend, whole.Plan, whole.Unit = r.job.Task.Puzzle, r.job.Task.Backend, "",
		""
	whole.UpToSymmetry, whole.Fingerprint = r.job.Task.UpToSymmetry, m.Fingerprint()
	whole.Stats.Options, whole.Stats.Items = len(m.Options), len(m.Items)-m.AddedItems
	return whole, err
}

// A SavingError is returned if the result of a run is not saved. The report is
// valid all the same.
type SavingError struct{ err error }

func (e *SavingError) Error() string { return e.err.Error() }

func (e *SavingError) Unwrap() error { return e.err }

// Finish ends a job, once its report is safe: end, if not nil, writes what follows the
// solutions, and the output gets its name.
func (r *Run) Finish(end func() error) error {
	switch {
	case !r.done():
		return errors.New("checkpoint: the job is not done")
	case r.output == nil:
		return nil
	case !r.last.Whole:
		if end != nil {
			if err := end(); err != nil {
				return err
			}
		}
		if err := r.save(line{Whole: true}); err != nil {
			return err
		}
		if r.failed != nil {
			return &SavingError{r.failed}
		}
	}
	return r.output.commit()
}

// Close closes the files. It must be called however the job ended.
func (r *Run) Close() error { return r.close() }
