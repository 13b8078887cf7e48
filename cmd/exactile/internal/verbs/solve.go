package verbs

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"math/big"
	"strings"

	"github.com/exactile/exactile/backends"
	"github.com/exactile/exactile/backends/adapter"
	"github.com/exactile/exactile/backends/plan"
	"github.com/exactile/exactile/cmd/exactile/internal/checkpoint"
	"github.com/exactile/exactile/cmd/exactile/internal/cli"
	"github.com/exactile/exactile/cmd/exactile/internal/printer"
	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/native"
	"github.com/spf13/cobra"
)

// solveVerb is the verb that prints solutions.
func solveVerb(c *cli.Console, cmd *cobra.Command) {
	r := &solveRun{Call: cli.NewCall(c, cmd)}
	cmd.SuggestFor = []string{"draw", "picture", "run"}
	cmd.Args = cli.AtLeastOne("PUZZLE")
	flags := r.Flags
	cli.NumberVar(flags, &r.number, "number", "n", 1, 1, 0, "print `N` solutions")
	flags.BoolVar(&r.all, "all", false, "print all solutions")
	flags.BoolVar(&r.upToSymmetry, "up-to-symmetry", false,
		"print one solution of each orbit")
	cli.NumberVar(flags, &r.random, "random", "", 0, 1, 0,
		"print `N` random solutions, each with the same chance")
	flags.StringVar(&r.index, "index", "", "print number `K` of all solutions, from 0")
	flags.BoolVar(&r.byUse, "by-use", false,
		"print one solution for each combination of piece counts")
	flags.BoolVar(&r.unique, "unique", false, "check that there is exactly one solution")
	flags.BoolVar(&r.satExit, "sat-exit", false,
		"exit with 10 if there is a solution, as SAT solvers do")
	flags.BoolVar(&r.lexLeader, "break-symmetry", false,
		"add symmetry-breaking clauses: a SAT engine finds one solution of each orbit")
	r.save.Add(flags)
	r.Input.Add(flags)
	r.Input.AddSymmetry(flags)
	r.Input.AddMending(flags)
	r.Input.Goals = true
	r.Engine.Add(flags, "native")
	r.Engine.AddListing(flags)
	r.Engine.AddNoReduce(flags)
	r.Engine.AddSeed(flags)
	cli.DescribeUnset(flags, "backend", "solve with `BACKEND`, such as gini/sequential; "+
		"see exactile list (default: auto, native and then a race of several)")
	r.drawing.Add(flags)
	r.Print(r.run, printer.Names()...)
	toOutput := cmd.RunE
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if r.saved() { // the output is written by the checkpoint
			r.Args = args
			return r.runSaved(cmd.Context())
		}
		return toOutput(cmd, args)
	}
	cli.SetRules(cmd,
		cli.Excludes("break-symmetry", "random", "index", "checkpoint"),
		cli.Excludes("number", "all"),
		cli.Excludes("unique", "number", "all").Because("it looks for two solutions"),
		cli.Excludes("random", "index", "number", "all", "unique", "up-to-symmetry", "checkpoint"),
		cli.Excludes("index", "number", "all", "unique", "up-to-symmetry", "checkpoint"),
		cli.Excludes("by-use", "all", "unique", "random", "index", "up-to-symmetry",
			"break-symmetry", "checkpoint"),
		cli.Excludes("checkpoint", "seed"),
		cli.Excludes("index", "seed").Because("it numbers the solutions of the puzzle as it is"),
		cli.Needs("checkpoint", "all").Because("a few solutions are found again as soon"),
		cli.Needs("checkpoint",
			"output").Because("what has gone through a pipe cannot be taken back"))
}

// run prints the solutions.
func (r *solveRun) run(ctx context.Context) error {
	if err := r.resolve(ctx, r.Out.Format); err != nil {
		return err
	}
	return r.Each(ctx, func(n int, e *cli.Entry) (err error) {
		if r.most != 1 {
			e.NoteCongruent(r.Console)
		}
		if !r.isDrawn() { // else the seed is for the draw
			e.Tiling = e.Tiling.Shuffled(r.Seed)
		}
		backend, found := r.Name, bestFound{}
		if e.Tiling.Puzzle.Goal.Of != "" {
			end := r.Progress.Begin(ctx, e.Name)
			found.Result, found.err = r.Best(ctx, e)
			if end(); found.err != nil && !cli.IsStop(found.err) {
				return fmt.Errorf("%s: %w", e.Name, found.err)
			}
			backend = cmp.Or(found.Backend, backend)
		}
		p, err := r.drawing.Printer(r.Console, r.Out, e.Tiling, backend, r.most != 1)
		if err != nil {
			return err
		}
		p.Begin(n, len(r.Entries))
		return r.solve(ctx, e, p, found)
	})
}

// saved reports whether there is a checkpoint.
func (r *solveRun) saved() bool { return r.Given("checkpoint") }

// resolve sets which solutions are requested, and what finds them.
func (r *solveRun) resolve(ctx context.Context, format string) (err error) {
	hold := 0
	switch r.most = r.number; {
	case r.Given("index"):
		var ok bool
		if r.at, ok = new(big.Int).SetString(r.index, 10); !ok || r.at.Sign() < 0 {
			return cli.Misusef("--index %q: want a number from 0 on", r.index)
		}
		r.most = 1
	case r.random > 0:
		r.most = r.random
	case r.all, r.byUse && !r.Given("number"):
		r.most = 0
	case r.unique:
		r.most = 2
	}
	if r.lexLeader && r.most != 1 && !r.upToSymmetry {
		return cli.Misusef("--break-symmetry finds one solution of each orbit: " +
			"for more than one solution add --up-to-symmetry")
	}
	if r.Given("number") || r.isDrawn() {
		hold = int(min(r.most, math.MaxInt32))
	}
	if err := r.drawing.Resolve(r.Flags, format, hold); err != nil {
		return err
	}
	if !r.Engine.Chosen(r.Flags) && !r.isDrawn() && !r.byUse && !r.saved() {
		r.Engine.Given.Name = cli.DefaultSolver // else native, which can draw, group and resume
	}
	r.Engine.Given.Work.LexLeader = r.lexLeader
	if err := r.Resolve(ctx, r.all); err != nil {
		return err
	}
	_, encodes := r.Backend.(adapter.Formulator)
	if r.lexLeader && (!encodes || backends.CountsOnly(r.Backend)) {
		return cli.Misusef("--break-symmetry adds clauses, and %s uses none: "+
			"name a SAT engine, as in -b gini", r.Name)
	}
	if r.saved() {
		r.Input.Goals = false
		return r.save.Load(ctx, r.Call)
	}
	// Each of several puzzles has a heading, so their number must be known first.
	err = r.Load(ctx)
	if err == nil && len(r.Entries) > 1 && printer.Named(format).Picture {
		err = cli.Misusef("-f %s draws one puzzle, not %d", format, len(r.Entries))
	}
	return err
}

// runSaved runs solve with a checkpoint: it lists all solutions to FILE.partial, and renames that
// to FILE when it is complete.
func (r *solveRun) runSaved(ctx context.Context) error {
	target, err := r.Output.Resolve()
	if err == nil && !printer.Named(target.Format).Resumes {
		err = cli.Misusef("--checkpoint does not go with -f %s: want one of %s",
			target.Format, strings.Join(printer.Resuming(), ", "))
	}
	if err == nil {
		err = r.resolve(ctx, target.Format)
	}
	if err != nil {
		return err
	}
	e, output := r.Entries[0], checkpoint.NewOutput(target.Path)
	p := printer.Plain(output, target.Format, e.Tiling, r.Name, true)
	job := checkpoint.Job{Backend: r.Backend, Output: output, Task: backends.Task{
		Puzzle: e.Name, Backend: r.Name, UpToSymmetry: r.upToSymmetry, List: true,
		Found: func(s cover.Solution) { _ = p.Solution(s) }, // the job finds failed writes
	}}
	if e.Reason != "" {
		job.Backend = r.For(e, nil)
	}
	job.Plan = func(ctx context.Context) (p *plan.Plan, u plan.Unit, err error) {
		parts := maxParts
		switch {
		case e.Reason != "" && !r.Named:
			parts = 1
		case r.Name == "native": // others are slow per solution and lose nothing by more parts
			parts, err = partsToList(ctx, e.Tiling.Model)
		}
		if err == nil {
			p, _, err = plan.New(ctx, job.Backend, e.Tiling.Model,
				plan.Request{Task: job.Task, Units: parts, Budget: -1, Restricts: true})
		}
		return p, nil, err
	}
	ctx, ended := r.Begin(ctx, e)
	defer ended()
	run, err := r.save.Start(r.Call, e, job,
		checkpoint.Fact{Name: "format", Value: target.Format},
		checkpoint.Fact{Name: "output", Value: target.Path})
	if err != nil {
		return err
	}
	defer run.Close()
	p.Resume(run.Solutions)
	report, err := run.Count(ctx)
	switch {
	case cli.IsStop(err):
		cli.NoteMemory(r.Console, e.Name, err)
		r.Note("stopped with %v solutions in %s; the same command resumes it",
			report.Count, output.Partial())
		return cli.Exit(cli.Stopped)
	case err != nil:
		return fmt.Errorf("%s: %w", e.Name, err)
	}
	n := report.Count.Int64()
	if err := run.Finish(func() error { return p.End(n, true, false) }); err != nil {
		return err
	}
	cli.NoteTrust(r.Console, report)
	return cli.Exit(r.status(n, nil))
}

// maxParts is the greatest number of parts of a listing: few enough to cost little each, many
// enough that none takes long.
const maxParts = 1000

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
		return maxParts, nil
	}
	return int(max(1, min(work/worth, maxParts))), nil
}
