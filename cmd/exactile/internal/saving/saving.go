// Package saving is what count and solve have in common with --checkpoint: a run that was
// ended goes on when the same command is given again.
package saving

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/spf13/pflag"

	"github.com/exactile/exactile/backends"
	"github.com/exactile/exactile/backends/checkpoint"
	"github.com/exactile/exactile/cmd/exactile/internal/console"
	"github.com/exactile/exactile/cmd/exactile/internal/engine"
	"github.com/exactile/exactile/cmd/exactile/internal/load"
	"github.com/exactile/exactile/cmd/exactile/internal/usage"
	"github.com/exactile/exactile/cmd/exactile/internal/version"
)

// Flags say where a run keeps what it has.
type Flags struct {
	File  string
	every time.Duration
}

// Add defines the flags.
func (f *Flags) Add(flags *pflag.FlagSet) {
	flags.StringVar(&f.File, "checkpoint", "",
		"`FILE` to save progress in; the same command, run again, goes on from there")
	flags.DurationVar(&f.every, "checkpoint-every", checkpoint.DefaultEvery,
		"`TIME` between two savings, and about what is lost at most; some seconds at least, "+
			"where setting up takes long")
}

// Check returns an error for flags that a checkpoint does not go with; excluded says which
// these are and whether they were given.
func (f *Flags) Check(entries []*load.Entry, excluded map[string]bool) error {
	for _, flag := range slices.Sorted(maps.Keys(excluded)) {
		if excluded[flag] {
			return usage.Errorf("--checkpoint does not go with %s", flag)
		}
	}
	switch {
	case f.File == "":
		return usage.Errorf("--checkpoint: want the name of a file")
	case f.every <= 0:
		return usage.Errorf("--checkpoint-every %v: want a time above zero", f.every)
	case len(entries) != 1:
		return usage.Errorf("--checkpoint is of one puzzle, not of %d", len(entries))
	}
	return nil
}

// Job returns the job of a puzzle for a task. What matters to the result beside the task is
// in the facts: another run takes the job up only if they are the same.
func (f *Flags) Job(
	c *console.Console, e *load.Entry, cfg *engine.Config, b backends.Backend,
	task backends.Task, facts ...checkpoint.Fact,
) (*checkpoint.Job, error) {
	program, err := version.Program()
	if err != nil {
		return nil, err
	}
	document, _, err := e.Document()
	if err != nil {
		return nil, err
	}
	sum := sha256.Sum256(document)
	task.Puzzle, task.Backend = e.Tiling.Puzzle.Name, cfg.Name
	facts = append([]checkpoint.Fact{
		{Name: "exactile", Value: program},
		{Name: "puzzle", Value: fmt.Sprintf("%s (%s)", task.Puzzle, hex.EncodeToString(sum[:8]))},
		{Name: "way to enumerate", Value: cfg.Enumerate},
		{Name: "--no-symmetry", Value: fmt.Sprint(cfg.Work.NoSymmetry)},
	}, facts...)
	return &checkpoint.Job{
		Model: e.Tiling.Model, Backend: b, Task: task, Facts: facts, File: f.File, Every: f.every,
		Warn: func(err error) { c.Note("%v; the run goes on", err) },
	}, nil
}

// Start begins a job or takes it up, and says so.
func Start(
	c *console.Console, job *checkpoint.Job,
) (*checkpoint.Run, checkpoint.Start, error) {
	run, start, err := job.Start()
	switch {
	case err != nil:
	case start.Complete:
		c.Note("%s: the run is complete; remove the file to start anew", job.File)
	case start.Resumed:
		c.Note("%s: going on from there", job.File)
	}
	return run, start, err
}
