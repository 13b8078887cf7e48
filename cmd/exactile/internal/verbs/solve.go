package verbs

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"math"
	"math/big"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/exactile/exactile/backends"
	"github.com/exactile/exactile/backends/checkpoint"
	"github.com/exactile/exactile/backends/sat"
	"github.com/exactile/exactile/cmd/exactile/internal/cli"
	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/native"
)

// solveVerb is the verb that prints solutions.
func solveVerb(c *cli.Console, cmd *cobra.Command) {
	var f solveFlags
	cmd.SuggestFor = []string{"draw", "picture", "run"}
	cmd.Args = cli.AtLeastOne("PUZZLE")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if f.saved(cmd) {
			return f.runSaved(c, cmd, args)
		}
		return cli.Running(c, &f.output, f.resolve)(cmd, args)
	}

	f.add(cmd.Flags())
}

// solveFlags are the flags of solve, as they were given.
type solveFlags struct {
	wanted
	number  int64
	index   string
	all     bool
	input   cli.InputFlags
	engine  cli.EngineFlags
	drawing cli.DrawingFlags
	output  cli.OutputFlags
	save    cli.CheckpointFlags
	leaders bool
}

func (f *solveFlags) add(flags *pflag.FlagSet) {
	flags.Int64VarP(&f.number, "number", "n", 1, "print `N` solutions")
	flags.BoolVar(&f.all, "all", false, "print all solutions")
	flags.BoolVar(&f.upToSymmetry, "up-to-symmetry", false,
		"print one solution of those that are symmetric to each other")
	flags.Int64Var(&f.random, "random", 0,
		"print `N` solutions drawn at random, each any of all with the same chance")
	flags.StringVar(&f.index, "index", "", "print number `K` of all solutions, from 0")
	flags.BoolVar(&f.unique, "unique", false, "say whether there is exactly one solution")
	flags.BoolVar(&f.satExit, "sat-exit", false,
		"exit with 10 if there is a solution, as SAT solvers do")
	flags.BoolVar(&f.leaders, "break-symmetry", false,
		"have a SAT engine find one solution of those that are symmetric to each other alone")
	f.save.Add(flags)
	f.input.Add(flags)
	f.engine.Add(flags, "native")
	f.engine.AddSeed(flags)
	cli.DescribeUnset(flags, "backend", "`BACKEND` that works, such as gini/sequential; "+
		"see exactile list (where left out: native, then a race)")
	f.drawing.Add(flags)
	f.output.Add(flags, cli.DrawingFormats()...)
}

// saved reports whether there is a checkpoint.
func (f *solveFlags) saved(cmd *cobra.Command) bool { return cmd.Flags().Changed("checkpoint") }

// check sets how many solutions are asked for.
func (f *solveFlags) check(cmd *cobra.Command) error {
	numbered := cmd.Flags().Changed("number")
	several := f.all || f.unique || f.number > 1
	changed := cmd.Flags().Changed
	switch {
	case f.leaders && (changed("random") || changed("index") || changed("checkpoint")):
		return cli.Misusef("--break-symmetry goes with neither --random, --index nor --checkpoint")
	case f.leaders && several && !f.upToSymmetry:
		return cli.Misusef("--break-symmetry finds one solution of each orbit: " +
			"for more than one solution it goes with --up-to-symmetry")
	case numbered && f.all:
		return cli.Misusef("-n and --all ask for different things")
	case f.unique && (f.all || numbered):
		return cli.Misusef("--unique looks for two solutions: it goes with neither -n nor --all")
	case cmd.Flags().Changed("random") || cmd.Flags().Changed("index"):
		return f.checkDraw(cmd)
	case f.number < 1:
		return cli.Misusef("-n %d: want at least one solution", f.number)
	case f.all:
		f.most = 0
	case f.unique:
		f.most = 2
	default:
		f.most = f.number
	}
	return nil
}

// checkDraw sets which solutions are drawn.
func (f *solveFlags) checkDraw(cmd *cobra.Command) error {
	for _, flag := range []string{"number", "all", "unique", "up-to-symmetry", "checkpoint"} {
		if cmd.Flags().Changed(flag) {
			return cli.Misusef("--%s goes neither with --random nor with --index", flag)
		}
	}
	random, indexed := cmd.Flags().Changed("random"), cmd.Flags().Changed("index")
	k, number := new(big.Int).SetString(f.index, 10)
	switch {
	case random && indexed:
		return cli.Misusef("--random and --index ask for different things")
	case random && f.random < 1:
		return cli.Misusef("--random %d: want at least one solution", f.random)
	case random:
		f.most = f.random
		return nil
	case !number || k.Sign() < 0:
		return cli.Misusef("--index %q: want a number from 0 on", f.index)
	case cmd.Flags().Changed("seed"):
		return cli.Misusef("--seed shuffles the placements, and --index numbers the " +
			"solutions of the puzzle as it is")
	}
	f.most, f.wanted.index = 1, k
	return nil
}

func (f *solveFlags) resolve(
	c *cli.Console, cmd *cobra.Command, t cli.Target, args []string,
) (j *solveJob, err error) {
	j = &solveJob{}
	if err = f.check(cmd); err != nil {
		return j, err
	}
	j.wanted = f.wanted
	hold := 0
	if cmd.Flags().Changed("number") || j.drawn() {
		hold = int(min(f.most, math.MaxInt32))
	}
	if j.style, err = f.drawing.Resolve(cmd, t.Format, hold); err != nil {
		return j, err
	}
	ctx := cmd.Context()
	if j.Config, err = f.engine.Resolve(ctx, c.Progress.Watched(f.all)); err != nil {
		return j, err
	}
	if !cmd.Flags().Changed("backend") && !j.drawn() && !f.saved(cmd) {
		j.Name = cli.DefaultSolver // else native, which can draw and resume
	}
	j.named = f.engine.Named(cmd.Flags())
	j.leaders, j.Work.Leaders = f.leaders, f.leaders
	if j.backend, err = j.Backend(); err != nil {
		return j, err
	}
	if _, asks := j.backend.(sat.Backend); f.leaders && !asks {
		return j, cli.Misusef("--break-symmetry adds clauses to a formula, and %s has none: "+
			"name a SAT engine, as in -b gini", j.Name)
	}
	within := j.Timeout
	if f.saved(cmd) {
		within = 0 // the limit starts after the puzzle is read, so that every run advances
	}
	// Each of several puzzles has a heading, so their number must be known first.
	j.entries, err = f.input.Puzzles(ctx, c, within, args...)
	if err == nil && len(j.entries) > 1 && cli.IsPicture(t.Format) {
		err = cli.Misusef("-f %s is a picture of one puzzle, not of %d", t.Format, len(j.entries))
	}
	return j, err
}

// growing are the formats of solve that are written solution by solution, so that a run can
// continue an interrupted one.
var growing = []string{"text", "json", "jsonl", "cells"}

// runSaved runs solve with a checkpoint.
func (f *solveFlags) runSaved(c *cli.Console, cmd *cobra.Command, args []string) error {
	target, err := f.output.Resolve()
	if err = errors.Join(f.check(cmd), err); err != nil {
		return err
	}
	switch {
	case !f.all:
		return cli.Misusef(
			"--checkpoint goes with solve --all: a few solutions are found again as soon")
	case target.ToStandardOutput():
		return cli.Misusef(
			"--checkpoint needs -o FILE: what has gone through a pipe cannot be taken back")
	case !slices.Contains(growing, target.Format):
		return cli.Misusef("--checkpoint does not go with -f %s: want one of %s",
			target.Format, strings.Join(growing, ", "))
	}
	j, err := f.resolve(c, cmd, target, args)
	if err != nil {
		return err
	}
	if err := f.save.Check(j.entries, j.Seed, "--unique", f.unique); err != nil {
		return err
	}
	return j.runSaved(cmd.Context(), c, target, &f.save)
}

// runSaved lists all solutions to FILE.partial, and renames that to FILE when it is complete.
func (j *solveJob) runSaved(
	ctx context.Context, c *cli.Console, target cli.Target, save *cli.CheckpointFlags,
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
		job.Backend, job.Parts = cli.Argued{Argument: e.Argument}, 1
	case j.Name == "native": // others are slow per solution and lose nothing by more parts
		if job.Parts, err = partsToList(ctx, e.Tiling.Model); err != nil {
			return cli.Exit(cli.Stopped)
		}
	}
	ctx, cancel := j.Limited(ctx, 0)
	defer cancel()
	ctx, fail := context.WithCancelCause(ctx)
	defer fail(nil)
	w := bufio.NewWriter(job.Output)
	p := cli.NewPrinter(w, target.Format, e.Tiling, j.Name, true)
	job.Task.Found = func(s cover.Solution) {
		if err := errors.Join(p.Solution(s), w.Flush()); err != nil {
			fail(err)
		}
	}
	run, start, err := cli.StartCheckpoint(c, job)
	if err != nil {
		return err
	}
	defer run.Close()
	p.Resume(start.Solutions)
	defer c.Progress.Begin(ctx, e.Name)()
	report, err := run.Count(ctx)
	if err != nil {
		if cause := context.Cause(ctx); cause != nil && !cli.IsStop(cause) {
			err = cause
		}
		if !cli.IsStop(err) {
			return fmt.Errorf("%s: %w", e.Name, err)
		}
		cli.NoteMemory(c, e.Name, err)
		c.Note("stopped with %v solutions in %s; the same command goes on from here",
			report.Count, job.Output.Partial())
		return cli.Exit(cli.Stopped)
	}
	err = run.Finish(func() error {
		return errors.Join(p.End(report.Count.Int64(), true, false), w.Flush())
	})
	if err != nil {
		return err
	}
	cli.NoteTrust(c, report)
	return cli.Exit(j.status(report.Count.Int64(), nil))
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
