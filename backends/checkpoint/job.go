package checkpoint

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
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

// A Fact is something about a job, by name: what it is called in the message of
// a job that is refused.
type Fact struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// Start tells what a job was taken up with.
type Start struct {
	// Resumed says that there was a checkpoint, Complete that it is of a job that was
	// done: then nothing is left to do but to take its report.
	Resumed, Complete bool
	// Solutions is how many the output has so far.
	Solutions int64
}

// ErrOther is wrapped by the error for a checkpoint of another job.
var ErrOther = errors.New("the checkpoint is of another run")

// A Run is a job under way. It is for one goroutine.
type Run struct {
	job   *Job
	file  file
	state state
	pace
	tries  int
	warned bool // the last saving has failed, and that was told
	// solutions is how many Task.Found was called for, earlier runs included.
	solutions int64
}

// Start reads the job's checkpoint, if there is one, and takes its output back to
// where it was then. An error means that nothing was touched: the file is of
// another job (ErrOther) or damaged, or the output is not what the job wrote.
func (j *Job) Start() (_ *Run, _ Start, err error) {
	if j.Task.Limit != 0 {
		return nil, Start{}, errors.New("checkpoint: a job has no limit")
	}
	if (j.Task.Found != nil) != (j.Output != nil) {
		return nil, Start{}, errors.New("checkpoint: a job that tells of solutions needs an output, and the other way round")
	}
	if err := j.apart(); err != nil {
		return nil, Start{}, err
	}
	r := &Run{job: j, pace: newPace(j.every())}
	facts := j.facts()
	if r.file.path, err = place(j.File); err != nil {
		return nil, Start{}, err
	}
	known, err := r.file.read(&r.state)
	if known && err == nil {
		err = sameFacts(j.File, r.state.Facts, facts)
		if err == nil && (j.Output != nil) != (r.state.Output != nil) {
			err = fmt.Errorf("checkpoint: %s: %w", j.File, errDamaged)
		}
		if err == nil && r.lists() && !r.state.Root.checked() {
			err = fmt.Errorf("checkpoint: %s: its counts are not what was listed and checked: %w",
				j.File, errDamaged)
		}
	}
	if err != nil {
		return nil, Start{}, errors.Join(err, r.file.close())
	}
	if !known {
		r.state = state{Facts: facts, Root: &part{}}
	}
	if j.Output != nil {
		if err := j.Output.open(r.state.Output, r.state.Complete); err != nil {
			return nil, Start{}, errors.Join(err, r.file.close())
		}
	}
	r.solutions = r.state.Solutions
	if !known {
		// A file that cannot be written is better found out now, and from here on no
		// other process takes the job up.
		r.mark()
		if err := r.save(); err != nil {
			return nil, Start{}, errors.Join(err, r.Close())
		}
	}
	return r, Start{Resumed: known, Complete: r.state.Complete, Solutions: r.solutions}, nil
}

// apart returns an error if the checkpoint and the output would overwrite each
// other.
func (j *Job) apart() error {
	if j.Output == nil {
		return nil
	}
	target, err := Target(j.File)
	if err != nil {
		return fmt.Errorf("checkpoint: %w", err)
	}
	for _, file := range []string{j.File, target, target + newSuffix} {
		for _, output := range []string{j.Output.path, j.Output.Partial()} {
			if placeOf(file) == placeOf(output) {
				return fmt.Errorf("checkpoint: %s cannot be both the checkpoint and the output", output)
			}
		}
	}
	return nil
}

// place returns the path that a checkpoint is at, behind symbolic links, which keep
// pointing where they do. One that points to nothing is an error: what was there may
// be on a disk that is not.
func place(path string) (string, error) {
	target, err := Target(path)
	if err == nil && target != path {
		if _, missing := os.Stat(target); errors.Is(missing, os.ErrNotExist) {
			err = fmt.Errorf("%s: is a symbolic link to %s, where there is nothing", path, target)
		}
	}
	if err != nil {
		return "", fmt.Errorf("checkpoint: %w", err)
	}
	return target, nil
}

// lists reports whether every solution is listed and checked.
func (r *Run) lists() bool {
	_, counts := r.job.Backend.(backends.Counter)
	return !counts || r.job.Task.List || r.job.Task.Found != nil
}

// placeOf returns the one name of what a path leads to, or of where it will be.
func placeOf(path string) string {
	if whole, err := filepath.Abs(path); err == nil {
		path = whole
	}
	if real, err := filepath.EvalSymlinks(path); err == nil {
		return real
	}
	if folder, err := filepath.EvalSymlinks(filepath.Dir(path)); err == nil {
		return filepath.Join(folder, filepath.Base(path))
	}
	return path
}

// facts are all facts about the job.
func (j *Job) facts() []Fact {
	shard, err := json.Marshal(j.Task.Shard)
	if err != nil {
		shard = nil // integers always marshal
	}
	facts := append([]Fact(nil), j.Facts...)
	facts = append(facts, []Fact{
		{"model", exactly(j.Model)},
		{"backend", j.Task.Backend},
		{"up to symmetry", fmt.Sprint(j.Task.UpToSymmetry)},
		{"list", fmt.Sprint(j.Task.List)},
		{"shard", string(shard)},
	}...)
	if j.Output != nil {
		facts = append(facts, Fact{"number of parts", fmt.Sprint(j.parts())})
	}
	return facts
}

// exactly names a model by everything that parts and the order of solutions may
// depend on. cover.Model.Fingerprint will not do: it does not depend on the
// numbers of options, and a shard is made of them.
func exactly(m *cover.Model) string {
	h := sha256.New()
	text, err := json.Marshal(m)
	if err != nil {
		text = []byte(err.Error()) // strings and integers always marshal
	}
	h.Write(text)
	return "sha256:" + hex.EncodeToString(h.Sum(nil))
}

// sameFacts returns nil if a checkpoint is of the job with the wanted facts.
func sameFacts(file string, have, want []Fact) error {
	for k, w := range want {
		switch {
		case k >= len(have) || have[k].Name != w.Name:
			return fmt.Errorf("checkpoint: %s: %w: it knows nothing of this one's %s", file, ErrOther, w.Name)
		case have[k].Value != w.Value:
			return fmt.Errorf("checkpoint: %s: %w: its %s is %s, this one's is %s; remove it to start anew, or name another file",
				file, ErrOther, w.Name, have[k].Value, w.Value)
		}
	}
	if len(have) > len(want) {
		return fmt.Errorf("checkpoint: %s: %w: this one knows nothing of its %s", file, ErrOther, have[len(want)].Name)
	}
	return nil
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
	var err error
	if r.byBurnside() {
		err = r.orbits(ctx)
	} else {
		err = r.count(ctx, r.job.Model, r.state.Root, r.job.Task.Shard)
	}
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
		if end != nil && r.job.Output != nil {
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
	if r.job.Output != nil {
		return r.job.Output.commit()
	}
	return nil
}

// Close gives up the files. It is to be called however the job ended.
func (r *Run) Close() error {
	err := r.file.close()
	if r.job.Output != nil {
		err = errors.Join(err, r.job.Output.close())
	}
	return err
}

// report is what the job came to so far.
func (r *Run) report() backends.Report {
	task, m := r.job.Task, r.job.Model
	whole := r.state.Root.sum()
	if !whole.Complete && r.byBurnside() {
		whole = r.orbitsSoFar()
	}
	whole.Puzzle, whole.Backend, whole.UpToSymmetry, whole.Shard = task.Puzzle, task.Backend, task.UpToSymmetry, task.Shard
	whole.Fingerprint = m.Fingerprint()
	whole.Stats.Options, whole.Stats.Items = len(m.Options), len(m.Items)-m.Added
	return whole
}

// mark notes how far the output is, at the end of a part.
func (r *Run) mark() {
	if r.job.Output != nil {
		mark := r.job.Output.mark()
		r.state.Output, r.state.Solutions = &mark, r.solutions
	}
}

// save saves what is done: first what was written, then that it was.
func (r *Run) save() error {
	if r.job.Output != nil {
		if err := r.job.Output.sync(); err != nil {
			return err
		}
	}
	if err := r.file.write(&r.state); err != nil {
		return err
	}
	return nil
}

// saveOrWarn saves in the middle of the run, which goes on where that fails: the disk
// may have room again, and the count needs none. An output that could not be written
// is an error: it has lost something.
func (r *Run) saveOrWarn() error {
	start := time.Now()
	if r.job.Output != nil {
		if err := r.job.Output.sync(); err != nil {
			return err
		}
	}
	err := r.file.write(&r.state)
	r.savedAt(start)
	if err != nil && !r.warned && r.job.Warn != nil {
		r.job.Warn(err)
	}
	r.warned = err != nil
	return nil
}

// found is how many solutions the backend has told of so far.
func (j *Job) found() int64 {
	if j.Found == nil {
		return 0
	}
	return j.Found()
}

func (j *Job) every() time.Duration {
	if j.Every <= 0 {
		return DefaultEvery
	}
	return j.Every
}

func (j *Job) parts() int {
	if j.Parts <= 0 {
		return DefaultParts
	}
	return j.Parts
}
