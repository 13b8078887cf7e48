package main

import (
	"bufio"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"maps"
	"math/big"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/exactile/exactile/backends"
	"github.com/exactile/exactile/backends/checkpoint"
	"github.com/exactile/exactile/backends/contain"
	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/native"
)

// checkpointFlags say where a run keeps what it has, so that it can be taken up.
type checkpointFlags struct {
	file  string
	every time.Duration
}

func (f *checkpointFlags) add(flags *pflag.FlagSet) {
	flags.StringVar(&f.file, "checkpoint", "", "`FILE` to save progress in; the same command, run again, goes on from there")
	flags.DurationVar(&f.every, "checkpoint-every", checkpoint.DefaultEvery, "`TIME` between two savings, and about what is lost at most; some seconds at least, where setting up takes long")
}

// check returns an error for flags that a checkpoint does not go with; stands
// says which these are and whether they were given.
func (f *checkpointFlags) check(entries []*entry, stands map[string]bool) error {
	for _, flag := range slices.Sorted(maps.Keys(stands)) {
		if stands[flag] {
			return usage("--checkpoint does not go with %s", flag)
		}
	}
	switch {
	case f.file == "":
		return usage("--checkpoint: want the name of a file")
	case f.every <= 0:
		return usage("--checkpoint-every %v: want a time above zero", f.every)
	case len(entries) != 1:
		return usage("--checkpoint is of one puzzle, not of %d", len(entries))
	}
	return nil
}

// job returns the job of a puzzle; what matters besides its task is in the facts.
func (f *checkpointFlags) job(a *app, e *entry, b backends.Backend, task backends.Task, engine *engineFlags, facts ...checkpoint.Fact) (*checkpoint.Job, error) {
	program, err := programVersion()
	if err != nil {
		return nil, err
	}
	document, _, err := e.document()
	if err != nil {
		return nil, err
	}
	sum := sha256.Sum256(document)
	facts = append([]checkpoint.Fact{
		{Name: "exactile", Value: program},
		{Name: "puzzle", Value: fmt.Sprintf("%s (%s)", e.tiling.Puzzle.Name, hex.EncodeToString(sum[:8]))},
		{Name: "way to enumerate", Value: engine.enumerate},
		{Name: "--no-symmetry", Value: fmt.Sprint(engine.noSymmetry)},
	}, facts...)
	return &checkpoint.Job{
		Model: e.tiling.Model, Backend: b, Task: task, Facts: facts, File: f.file, Every: f.every,
		Warn: func(err error) { a.note("%v; the run goes on", err) },
	}, nil
}

// programVersion names this program: by its version, or, where it has none or it
// says little, by its own bytes.
func programVersion() (string, error) {
	name := version()
	if strings.HasPrefix(name, "v") && !strings.Contains(name, "+") {
		return name, nil
	}
	path, err := os.Executable()
	if err != nil {
		return "", err
	}
	file, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer file.Close()
	h := sha256.New()
	if _, err := io.Copy(h, file); err != nil {
		return "", err
	}
	return fmt.Sprintf("%s, a program of sha256:%x", name, h.Sum(nil)[:8]), nil
}

// start begins a job or takes it up, and says so.
func (a *app) start(job *checkpoint.Job) (*checkpoint.Run, checkpoint.Start, error) {
	run, start, err := job.Start()
	switch {
	case err != nil:
	case start.Complete:
		a.note("%s: the run is complete; remove the file to start anew", job.File)
	case start.Resumed:
		a.note("%s: going on from there", job.File)
	}
	return run, start, err
}

// countSaved is count with a checkpoint. The number is printed by show before the
// checkpoint says that it was.
func (a *app) countSaved(ctx context.Context, b backends.Backend, f *countFlags, engine *engineFlags, e *entry, show func(backends.Report) error) error {
	if backends.Approximates(b) {
		return usage("--checkpoint is for counts, and %s estimates", engine.name)
	}
	shard, err := parseShard(f.shard, e.tiling.Model)
	if err != nil {
		return err
	}
	// The time begins now, so that a run with a limit always gets further.
	ctx, cancel := engine.deadline(ctx, &entry{})
	defer cancel()
	job, err := f.save.job(a, e, b, backends.Task{
		Puzzle: e.tiling.Puzzle.Name, Backend: engine.name, Shard: shard, UpToSymmetry: f.upToSymmetry, List: f.list,
	}, engine)
	if err != nil {
		return err
	}
	job.Found = engine.monitor.Solutions
	run, _, err := a.start(job)
	if err != nil {
		return err
	}
	defer run.Close()
	defer a.progress.begin(ctx, e.tiling.Puzzle.Name)()
	report, err := run.Count(ctx)
	var unsaved *checkpoint.SavingError
	if err != nil && !stopped(err) && !errors.As(err, &unsaved) {
		return fmt.Errorf("%s: %w", e.tiling.Puzzle.Name, err)
	}
	if outOfMemory(err) {
		a.note("%s: %v", e.tiling.Puzzle.Name, err)
	}
	report.Memory = max(contain.Peak(), report.Stats.ChildPeak)
	a.noteWord(report)
	if err := show(report); err != nil {
		return err
	}
	if errors.As(err, &unsaved) {
		return unsaved // the count is as good as any
	}
	if !report.Complete {
		a.note("%s: the same command goes on from here", f.save.file)
		return exit(statusStopped)
	}
	return run.Finish(nil)
}

// growing are the formats of solve that are written solution by solution, so that
// a run can go on where another one was ended.
var growing = []string{"text", "json", "jsonl", "cells"}

// partsToList is in how many parts our own search lists the solutions of a model that are
// written out. It depends on the model alone, as the order of what is written does; a
// part is work enough to be long beside its own setting up, some ten milliseconds. The
// error is that of the context.
func partsToList(ctx context.Context, m *cover.Model) (int, error) {
	const (
		probed  = 1 << 20 // nodes
		worth   = 1 << 23 // a tenth of a second or more
		listing = 8       // a solution takes as long as so many nodes
	)
	var st native.Stats
	n, err := native.Searcher{MaxNodes: probed, Stats: func(s native.Stats) { st = s }}.Count(ctx, m)
	work := 0.0
	switch {
	case err == nil:
		found, _ := new(big.Float).SetInt(n).Float64()
		work = float64(st.Nodes) + listing*found
	case !errors.Is(err, native.ErrBudget):
		return 0, err
	case st.Estimate > 0:
		work = st.Estimate
	default:
		return checkpoint.DefaultParts, nil
	}
	return int(max(1, min(work/worth, checkpoint.DefaultParts))), nil
}

// solveSaved is solve --all with a checkpoint: to a file that has its name once it
// is whole, and is called FILE.partial before.
func (a *app) solveSaved(cmd *cobra.Command, args []string, f *solveFlags, in *inputFlags, out *outputFlags, draw *drawFlags, engine *engineFlags) error {
	if err := errors.Join(f.check(cmd), out.resolve()); err != nil {
		return err
	}
	switch {
	case !f.all:
		return usage("--checkpoint goes with solve --all: a few solutions are found again as soon")
	case out.path == "-" || out.path == "":
		return usage("--checkpoint needs -o FILE: what has gone through a pipe cannot be taken back")
	case !slices.Contains(growing, out.format):
		return usage("--checkpoint does not go with -f %s: want one of %s", out.format, strings.Join(growing, ", "))
	}
	if err := draw.check(cmd, out.format); err != nil {
		return err
	}
	engine.monitor = a.progress.watched(true)
	b, err := engine.backend()
	if err != nil {
		return err
	}
	entries, err := a.puzzles(in, args)
	if err != nil {
		return err
	}
	if err := f.save.check(entries, map[string]bool{"--unique": f.unique, "--seed": engine.seed != 0}); err != nil {
		return err
	}
	e := entries[0]
	job, err := f.save.job(a, e, b, backends.Task{
		Puzzle: e.tiling.Puzzle.Name, Backend: engine.name, UpToSymmetry: f.upToSymmetry,
	}, engine, checkpoint.Fact{Name: "format", Value: out.format}, checkpoint.Fact{Name: "output", Value: out.path})
	if err != nil {
		return err
	}
	ctx, cancel := engine.deadline(cmd.Context(), &entry{})
	defer cancel()
	ctx, fail := context.WithCancelCause(ctx)
	defer fail(nil)

	job.Output = checkpoint.NewOutput(out.path)
	if engine.name == "native" { // others take long for each solution, and more parts are no loss
		if job.Parts, err = partsToList(cmd.Context(), e.tiling.Model); err != nil {
			return exit(statusStopped)
		}
	}
	p := &solutionPrinter{w: &output{buffer: bufio.NewWriter(job.Output)}, tiling: e.tiling, format: out.format, backend: engine.name, many: true}
	job.Task.Found = func(s cover.Solution) {
		if err := errors.Join(p.solution(s), p.w.Flush()); err != nil {
			fail(err)
		}
	}
	run, start, err := a.start(job)
	if err != nil {
		return err
	}
	defer run.Close()
	p.n, p.opened = start.Solutions, start.Solutions > 0
	defer a.progress.begin(ctx, e.tiling.Puzzle.Name)()
	report, err := run.Count(ctx)
	if err != nil {
		if cause := context.Cause(ctx); cause != nil && !stopped(cause) {
			err = cause
		}
		if !stopped(err) {
			return fmt.Errorf("%s: %w", e.tiling.Puzzle.Name, err)
		}
		if outOfMemory(err) {
			a.note("%s: %v", e.tiling.Puzzle.Name, err)
		}
		a.note("stopped with %v solutions in %s; the same command goes on from here", report.Count, job.Output.Partial())
		return exit(statusStopped)
	}
	err = run.Finish(func() error {
		return errors.Join(p.end(report.Count.Int64(), true, false), p.w.Flush())
	})
	if err != nil {
		return err
	}
	a.noteWord(report)
	return exit(f.status(report.Count.Int64(), nil))
}
