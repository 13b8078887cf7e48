package checkpoint

import (
	"context"
	"errors"

	"github.com/exactile/exactile/backends"
	"github.com/exactile/exactile/backends/plan"
	"github.com/exactile/exactile/encode/cover"
)

// A Fact is something about a job that must be the same for the job to be resumed. Its name
// is how the error message refers to it.
type Fact struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// ErrOther is wrapped by the error for a checkpoint of another job.
var ErrOther = errors.New("the checkpoint is of another run")

// A Job is a count, or a listing, that can be resumed.
type Job struct {
	Model   *cover.Model
	Backend backends.Backend
	// Task is what to find out. It must have no Limit. If there is an Output, Task.Found writes to
	// it, and is called again for solutions that were cut from it.
	Task backends.Task
	// Plan makes the plan of the job, and returns the unit of the plan that the job is. It is
	// called unless the checkpoint has a plan. With an Output, units must restrict the model.
	Plan func(context.Context) (*plan.Plan, plan.Unit, error)
	// Facts must be the same for the job to be resumed. So must the model, to its last index.
	Facts []Fact
	// File is the path of the checkpoint.
	File string
	// Found returns how many solutions the backend has reported so far, in all its searches:
	// those that it finds one by one and does not list.
	Found func() int64
	// Warn gets the reason why a line could not be written, once for several in a row, or was
	// damaged. The run continues.
	Warn func(error)
	// Output is what Task.Found writes to; nil if nothing is written.
	Output *Output
}
