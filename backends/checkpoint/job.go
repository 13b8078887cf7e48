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

// DefaultEvery is the interval between two savings where none is given.
const DefaultEvery = 30 * time.Second

// DefaultParts is the number of parts for a job with an output where none is
// given: few enough to cost little each, many enough that one does not take long.
const DefaultParts = 1000

// A Job is a count, or a listing, that can be taken up again.
type Job struct {
	Model   *cover.Model
	Backend backends.Backend
	// Task says what to find out. It must have no Limit. Task.Found, if not nil,
	// must write to Output, and is called again for solutions that were taken back.
	Task backends.Task
	// Units, if not nil, says what the job is of and how that is parted, in place of Task.Shard
	// and the shards of the model: the backend that counts what a path of numbers leads to,
	// each the index, from 0, of one of the parts before, and into how many parts that can be
	// parted, 0 for none. No path is the whole job. It is not for jobs with an output.
	Units func(path []int) (part backends.Backend, parts int)
	// Facts are what must be the same for the job to be taken up again, besides what
	// the job itself knows: the model to its last index, the backend's name, and
	// what the Task asks for.
	Facts []Fact
	// File is the path of the checkpoint.
	File string
	// Every is the longest time between two savings; 0 is DefaultEvery. They are further
	// apart where they, or the setting up of parts, would take much of the time.
	Every time.Duration
	// Found, if not nil, says how many solutions the backend has told of so far, in all
	// its searches: those that it finds one by one and does not list. They count in the
	// report of a run that was stopped.
	Found func() int64
	// Warn, if not nil, is told why a saving in the middle of the run has failed, once
	// for several of them in a row. The run goes on.
	Warn func(error)
	// Output is what Task.Found writes to; nil if nothing is written.
	Output *Output
	// Parts is the number of parts for a job with an output; 0 is DefaultParts.
	Parts int

	often int // for tests: save after so many parts; 0: by time alone
}

// Start tells what a job was taken up with.
type Start struct {
	// Resumed says that there was a checkpoint, Complete that it is of a job that was
	// done: then nothing is left to do but to take its report.
	Resumed, Complete bool
	// Solutions is how many the output has so far.
	Solutions int64
}

// A Run is a job under way. It is for one goroutine.
type Run struct{ search }

// Start reads the job's checkpoint, if there is one, and takes its output back to where it
// was then. An error means that nothing was touched: the file is of another job (ErrOther) or
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
	r := &Run{search{
		progress: progress{file: file{path: path}, output: j.Output, warn: j.Warn, pace: newPace(every)},
		method:   j.method(parts),
		job:      *j,
	}}
	known, err := r.open(j.File, facts, r.lists)
	if err != nil {
		return nil, Start{}, err
	}
	return r, Start{Resumed: known, Complete: r.state.Complete, Solutions: r.solutions}, nil
}

// Count does what is left of the job and returns the report of the whole, whose
// times are those of the finished parts and whose memory is nobody's. The
// checkpoint has been saved when it returns, but for a *SavingError.
//
// Like that of backends.Run, the report is valid whatever the error: it then
// holds what was found up to there, and is not complete. What is written to an output
// is taken back to the end of the last finished part, and so is the count then.
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

// A SavingError says that what a run came to is not saved. Its report is as good as
// any.
type SavingError struct{ err error }

func (e *SavingError) Error() string { return e.err.Error() }

func (e *SavingError) Unwrap() error { return e.err }

// Finish marks the job complete, once its report is safe. Before that end, if not
// nil, writes what comes after the solutions; the output then gets its name.
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

// Close gives up the files. It is to be called however the job ended.
func (r *Run) Close() error {
	return r.close()
}
