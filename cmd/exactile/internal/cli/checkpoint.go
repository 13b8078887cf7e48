package cli

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"

	"github.com/exactile/exactile/cmd/exactile/internal/checkpoint"
	"github.com/spf13/pflag"
)

// CheckpointFlags are the flags of a run that can be resumed.
type CheckpointFlags struct{ File string }

// Add defines the flags.
func (f *CheckpointFlags) Add(flags *pflag.FlagSet) {
	flags.StringVar(&f.File, "checkpoint", "",
		"save progress in `FILE`; the same command continues from there")
}

// Load reads the one puzzle of a run with a checkpoint. The time limit starts after that, so
// that every run advances.
func (f *CheckpointFlags) Load(ctx context.Context, c *Call) (err error) {
	if f.File == "" {
		return Misusef("--checkpoint: want the name of a file")
	}
	c.Entries, err = c.Input.Puzzles(ctx, c.Console, 0, c.Args...)
	if n := len(c.Entries); err == nil && n != 1 {
		return Misusef("--checkpoint is for one puzzle, not %d", n)
	}
	if err == nil {
		c.Entries[0].Spent = 0
	}
	return err
}

// Start starts or resumes a job that counts or lists a puzzle, and notes if it resumes. Its facts
// are completed by all else that affects the result: another run continues the job only if its
// facts are equal.
func (f *CheckpointFlags) Start(
	c *Call, e *Entry, job checkpoint.Job, facts ...checkpoint.Fact,
) (*checkpoint.Run, error) {
	program, err := ProgramVersion()
	if err != nil {
		return nil, err
	}
	document, _, err := e.Document()
	if err != nil {
		return nil, err
	}
	sum := sha256.Sum256(document)
	job.Facts = append([]checkpoint.Fact{
		{Name: "exactile", Value: program},
		{Name: "puzzle", Value: fmt.Sprintf("%s (%s)", e.Name, hex.EncodeToString(sum[:8]))},
		{Name: "way to enumerate", Value: c.Enumerate},
		{Name: "--no-reduce", Value: fmt.Sprint(c.Work.NoReduce)},
		{Name: "--no-symmetry", Value: fmt.Sprint(c.Work.NoSymmetry)},
		{Name: "backend", Value: c.Name},
		{Name: "--up-to-symmetry", Value: fmt.Sprint(job.Task.UpToSymmetry)},
		{Name: "--list", Value: fmt.Sprint(job.Task.List)},
	}, facts...)
	job.Model, job.File, job.Found = e.Tiling.Model, f.File, c.Work.Monitor.Solutions
	job.Warn = func(err error) { c.Note("%v; the run continues", err) }
	run, err := job.Start()
	switch {
	case err != nil:
	case run.Done():
		c.Note("%s: the run is complete; remove the file to start again", f.File)
	case run.Resumed:
		c.Note("%s: resuming", f.File)
	}
	return run, err
}
