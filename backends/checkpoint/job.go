package checkpoint

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/exactile/exactile/backends"
	"github.com/exactile/exactile/encode/cover"
)

// DefaultEvery is the interval between two saves if none is given.
const DefaultEvery = 30 * time.Second

// DefaultParts is the number of parts for a job with an output if none is given:
// few enough to cost little each, many enough that no part takes long.
const DefaultParts = 1000

// A Job is a count, or a listing, that can be resumed.
type Job struct {
	Model   *cover.Model
	Backend backends.Backend
	// Task is what to find out. It must have no Limit. Task.Found, if not nil, must
	// write to Output, and is called again for solutions that were cut from it.
	Task backends.Task
	// Units, if not nil, replaces Task.Shard and the shards of the model by units. It
	// returns the backend that counts the part at a path, and into how many parts that can
	// be split, 0 for none. A path is indices, from 0, of parts of parts; the empty path is
	// the whole job. Units is not for jobs with an output.
	Units func(path []int) (part backends.Backend, parts int)
	// Facts must be the same for the job to be resumed, besides the facts that the
	// job itself knows: the model to its last index, the backend's name, and the
	// results that the Task asks for.
	Facts []Fact
	// File is the path of the checkpoint.
	File string
	// Every is the longest time between two saves; 0 is DefaultEvery. It is exceeded if
	// saves, or the setup of parts, would take much of the time.
	Every time.Duration
	// Found, if not nil, returns how many solutions the backend has reported so far, in
	// all its searches: those that it finds one by one and does not list. They count in
	// the report of a run that was stopped.
	Found func() int64
	// Warn, if not nil, gets the reason why a save in the middle of the run has
	// failed, once for several in a row. The run goes on.
	Warn func(error)
	// Output is what Task.Found writes to; nil if nothing is written.
	Output *Output
	// Parts is the number of parts for a job with an output; 0 is DefaultParts.
	Parts int

	often int // for tests: save after this many parts; 0: by time alone
}

// Start is the state in which a job was started.
type Start struct {
	// Resumed is set if there was a checkpoint, Complete if its job was done: then
	// only its report is left to take.
	Resumed, Complete bool
	// Solutions is how many the output has so far.
	Solutions int64
}

// A Run is a job under way: it goes through the unfinished parts. It is for one goroutine.
type Run struct {
	progress
	method
	job   Job
	tries int
}

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
