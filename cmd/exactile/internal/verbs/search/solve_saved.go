package search

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"math/big"

	"github.com/exactile/exactile/backends"
	"github.com/exactile/exactile/backends/checkpoint"
	"github.com/exactile/exactile/cmd/exactile/internal/console"
	"github.com/exactile/exactile/cmd/exactile/internal/drawing"
	"github.com/exactile/exactile/cmd/exactile/internal/engine"
	"github.com/exactile/exactile/cmd/exactile/internal/output"
	"github.com/exactile/exactile/cmd/exactile/internal/saving"
	"github.com/exactile/exactile/cmd/exactile/internal/status"
	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/native"
)

// runSaved lists all solutions to FILE.partial, and renames that to FILE when it is complete.
func (j *solveJob) runSaved(
	ctx context.Context, c *console.Console, target output.Target, save *saving.Flags,
) error {
	e := j.entries[0]
	job, err := save.Job(c, e, &j.Config, j.backend,
		backends.Task{UpToSymmetry: j.upToSymmetry},
		checkpoint.Fact{Name: "format", Value: target.Format},
		checkpoint.Fact{Name: "output", Value: target.Path})
	if err != nil {
		return err
	}
	job.Output = checkpoint.NewOutput(target.Path)
	switch {
	case e.Argument != nil && !j.named:
		job.Backend, job.Parts = engine.Argued{Argument: e.Argument}, 1
	case j.Name == "native": // others are slow per solution and lose nothing by more parts
		if job.Parts, err = partsToList(ctx, e.Tiling.Model); err != nil {
			return status.Exit(status.Stopped)
		}
	}
	ctx, cancel := j.Limited(ctx, 0)
	defer cancel()
	ctx, fail := context.WithCancelCause(ctx)
	defer fail(nil)
	w := bufio.NewWriter(job.Output)
	p := drawing.NewPrinter(w, target.Format, e.Tiling, j.Name, true)
	job.Task.Found = func(s cover.Solution) {
		if err := errors.Join(p.Solution(s), w.Flush()); err != nil {
			fail(err)
		}
	}
	run, start, err := saving.Start(c, job)
	if err != nil {
		return err
	}
	defer run.Close()
	p.Resume(start.Solutions)
	defer c.Progress.Begin(ctx, e.Name)()
	report, err := run.Count(ctx)
	if err != nil {
		if cause := context.Cause(ctx); cause != nil && !status.IsStop(cause) {
			err = cause
		}
		if !status.IsStop(err) {
			return fmt.Errorf("%s: %w", e.Name, err)
		}
		engine.NoteMemory(c, e.Name, err)
		c.Note("stopped with %v solutions in %s; the same command goes on from here",
			report.Count, job.Output.Partial())
		return status.Exit(status.Stopped)
	}
	err = run.Finish(func() error {
		return errors.Join(p.End(report.Count.Int64(), true, false), w.Flush())
	})
	if err != nil {
		return err
	}
	engine.NoteTrust(c, report)
	return status.Exit(j.status(report.Count.Int64(), nil))
}

// partsToList is the number of parts in which the native search lists the solutions of a
// model. It depends on the model alone, and so does the order of the output. A part has enough
// work to outweigh its setup of some ten milliseconds. The error is that of the context.
func partsToList(ctx context.Context, m *cover.Model) (int, error) {
	const (
		probed  = 1 << 20 // nodes
		worth   = 1 << 23 // a tenth of a second or more
		listing = 8       // nodes that take as long as a solution
	)
	var st native.Stats
	probe := native.Searcher{MaxNodes: probed, Stats: func(s native.Stats) { st = s }}
	n, err := probe.Count(ctx, m)
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
