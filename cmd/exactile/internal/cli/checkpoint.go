package cli

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"time"

	"github.com/exactile/exactile/backends"
	"github.com/exactile/exactile/cmd/exactile/internal/checkpoint"
	"github.com/spf13/pflag"
)

// CheckpointFlags are the checkpoint's file and the time between two savings.
type CheckpointFlags struct {
	File  string
	every time.Duration
}

// Add defines the flags.
func (f *CheckpointFlags) Add(flags *pflag.FlagSet) {
	flags.StringVar(&f.File, "checkpoint", "",
		"save progress in `FILE`; the same command continues from there")
	NumberVar(flags, &f.every, "checkpoint-every", "", checkpoint.DefaultEvery, 1, 0,
		"save every `TIME`; some seconds at least where the setup takes long")
}

// Check returns an error for flags that exclude a checkpoint: --seed, and the verb's own flag,
// if it was given.
func (f *CheckpointFlags) Check(entries []*Entry, seed uint64, flag string, given bool) error {
	switch {
	case given:
		return Misusef("--checkpoint does not go with %s", flag)
	case seed != 0:
		return Misusef("--checkpoint does not go with --seed")
	case f.File == "":
		return Misusef("--checkpoint: want the name of a file")
	case len(entries) != 1:
		return Misusef("--checkpoint is for one puzzle, not %d", len(entries))
	}
	return nil
}

// Job returns the job of a puzzle for a task. The facts are all else that affects the result:
// another run continues the job only if its facts are equal.
func (f *CheckpointFlags) Job(
	c *Console, e *Entry, cfg *Config, b backends.Backend,
	task backends.Task, facts ...checkpoint.Fact,
) (*checkpoint.Job, error) {
	program, err := ProgramVersion()
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
		{Name: "--no-reduce", Value: fmt.Sprint(cfg.Work.NoReduce)},
		{Name: "--no-symmetry", Value: fmt.Sprint(cfg.Work.NoSymmetry)},
	}, facts...)
	return &checkpoint.Job{
		Model: e.Tiling.Model, Backend: b, Task: task, Facts: facts, File: f.File, Every: f.every,
		Warn: func(err error) { c.Note("%v; the run continues", err) },
	}, nil
}

// StartCheckpoint starts or resumes a job, and prints a note if it resumes.
func StartCheckpoint(
	c *Console, job *checkpoint.Job,
) (*checkpoint.Run, checkpoint.Start, error) {
	run, start, err := job.Start()
	switch {
	case err != nil:
	case start.Complete:
		c.Note("%s: the run is complete; remove the file to start again", job.File)
	case start.Resumed:
		c.Note("%s: resuming", job.File)
	}
	return run, start, err
}
