package checkpoint

import (
	"time"

	"github.com/exactile/exactile/backends"
	"github.com/exactile/exactile/backends/plan"
	"github.com/exactile/exactile/encode/cover"
)

// DefaultEvery is the interval for [Job.Every] if none is given.
const DefaultEvery = 30 * time.Second

// DefaultParts is the number of units for a job with an output if none is given:
// few enough to cost little each, many enough that none takes long.
const DefaultParts = 1000

// A Job is a count, or a listing, that can be resumed.
type Job struct {
	Model   *cover.Model
	Backend backends.Backend
	// Task is what to find out. It must have no Limit. Task.Found, if not nil, must
	// write to Output, and is called again for solutions that were cut from it.
	Task backends.Task
	// Plan and Unit are the unit of a plan that the job is; if Plan is nil, the job makes a
	// plan of its own. Such a job has no output.
	Plan *plan.Plan
	Unit plan.Unit
	// Facts must be the same for the job to be resumed, besides the facts that the
	// job itself knows: the model to its last index, the backend's name, and the
	// results that the Task requests.
	Facts []Fact
	// File is the path of the checkpoint.
	File string
	// Every is about how much time the end of the process may cost; 0 is DefaultEvery. It is
	// exceeded if the setup of units would take much of the time.
	Every time.Duration
	// Found, if not nil, returns how many solutions the backend has reported so far, in
	// all its searches: those that it finds one by one and does not list. They count in
	// the report of a run that was stopped.
	Found func() int64
	// Warn, if not nil, gets the reason why a line could not be written, once for several in
	// a row, or was damaged. The run continues.
	Warn func(error)
	// Output is what Task.Found writes to; nil if nothing is written.
	Output *Output
	// Parts is the number of units for a job with an output; 0 is DefaultParts.
	Parts int
}

// Start is the state in which a job was started.
type Start struct {
	// Resumed is set if there was a checkpoint, Complete if its job was done: then
	// only its report is left to take.
	Resumed, Complete bool
	// Solutions is how many the output has so far.
	Solutions int64
}
