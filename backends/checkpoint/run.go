package checkpoint

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/exactile/exactile/backends"
)

// Start reads the job's checkpoint, if there is one, and cuts its output back to that
// point. On an error nothing has been changed: the file is of another job (ErrOther) or
// damaged, or the output is not what the job wrote.
func (j *Job) Start() (*Run, Start, error) {
	if j.Task.Limit != 0 {
		return nil, Start{}, errors.New("checkpoint: a job has no limit")
	}
	if (j.Task.Found != nil) != (j.Output != nil) {
		return nil, Start{}, errors.New("checkpoint: a job that tells of solutions needs an output, and the other way round")
	}
	if j.Units != nil && j.Output != nil {
		return nil, Start{}, errors.New("checkpoint: a job in units has no output")
	}
	every, parts := j.Every, 0
	if every <= 0 {
		every = DefaultEvery
	}
	facts := slices.Concat(j.Facts, taskFacts(j.Model, j.Task))
	if j.Output != nil {
		if err := apart(j.File, j.Output); err != nil {
			return nil, Start{}, err
		}
		if parts = j.Parts; parts <= 0 {
			parts = DefaultParts
		}
		facts = append(facts, Fact{"number of parts", fmt.Sprint(parts)})
	}
	path, err := place(j.File)
	if err != nil {
		return nil, Start{}, err
	}
	r := &Run{
		progress: progress{file: file{path: path}, output: j.Output, warn: j.Warn, pace: newPace(every)},
		method:   j.method(parts),
		job:      *j,
	}
	known, err := r.open(j.File, facts, r.lists)
	if err != nil {
		return nil, Start{}, err
	}
	return r, Start{Resumed: known, Complete: r.state.Complete, Solutions: r.solutions}, nil
}

// Count does the rest of the job and returns the report of the whole, whose
// times are those of the finished parts and whose memory is not known. The
// checkpoint has been saved when Count returns, unless there is a *SavingError.
//
// Like that of backends.Run, the report is valid even with an error: it then holds
// what was found so far, and is not complete. If there is an output, it and the count
// are cut back to the end of the last finished part.
func (r *Run) Count(ctx context.Context) (backends.Report, error) {
	if r.state.Complete {
		return r.report(), nil
	}
	err := r.run(ctx)
	if failed := r.save(); failed != nil {
		err = errors.Join(err, &SavingError{failed})
	}
	return r.report(), err
}

// A SavingError is returned if the result of a run is not saved. The report is
// valid all the same.
type SavingError struct{ err error }

func (e *SavingError) Error() string { return e.err.Error() }

func (e *SavingError) Unwrap() error { return e.err }

// Finish marks the job complete, once its report is safe. Before that, end, if
// not nil, writes what follows the solutions; then the output gets its name.
func (r *Run) Finish(end func() error) error {
	if r.state.Root.Report == nil {
		return errors.New("checkpoint: the job is not done")
	}
	if !r.state.Complete {
		if end != nil && r.output != nil {
			if err := end(); err != nil {
				return err
			}
		}
		r.state.Complete = true
		r.mark()
		if err := r.save(); err != nil {
			return &SavingError{err}
		}
	}
	if r.output != nil {
		return r.output.commit()
	}
	return nil
}

// Close closes the files. It must be called however the job ended.
func (r *Run) Close() error {
	return r.close()
}
