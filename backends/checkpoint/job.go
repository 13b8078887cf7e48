package checkpoint

import (
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

// A method is how a job is done. It follows from the task and the backend.
type method struct {
	// lists: every solution is listed and checked.
	lists bool
	// burnside: orbits are counted by Burnside's lemma, as backends.CountOrbits does. This
	// needs a backend that counts, and a task for only the number of orbits of the whole
	// model. Otherwise solutions are listed, part by part, and those that are the least of
	// their images count.
	burnside bool
	// numbers: only numbers of solutions are needed, so that one part may stand for another
	// with as many.
	numbers bool
	// parts is into how many parts a job with an output is split beforehand; 0: no output.
	parts int
}

func (j *Job) method(parts int) method {
	task, sh := j.Task, j.Task.Shard
	whole := j.Units == nil && len(sh.Path)+len(sh.Take)+len(sh.Drop) == 0
	lists := backends.AbilitiesOf(j.Backend).Count == nil || task.List || task.Found != nil
	burnside := !lists && task.UpToSymmetry && whole && len(j.Model.Sym) > 0
	return method{lists, burnside, !lists && (!task.UpToSymmetry || burnside), parts}
}
