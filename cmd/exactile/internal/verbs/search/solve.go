package search

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"math"
	"math/big"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/exactile/exactile/backends"
	"github.com/exactile/exactile/backends/sat"
	"github.com/exactile/exactile/cmd/exactile/internal/console"
	"github.com/exactile/exactile/cmd/exactile/internal/drawing"
	"github.com/exactile/exactile/cmd/exactile/internal/engine"
	"github.com/exactile/exactile/cmd/exactile/internal/load"
	"github.com/exactile/exactile/cmd/exactile/internal/output"
	"github.com/exactile/exactile/cmd/exactile/internal/saving"
	"github.com/exactile/exactile/cmd/exactile/internal/status"
	"github.com/exactile/exactile/cmd/exactile/internal/usage"
	"github.com/exactile/exactile/encode/cover"
)

// defaultSolver is the default of -b for solve.
const defaultSolver = "portfolio"

// Solve is the verb that prints solutions.
func Solve(c *console.Console) *cobra.Command {
	var f solveFlags
	cmd := &cobra.Command{
		Use:   "solve PUZZLE...",
		Short: "Print the first solution, N of them, or all",

		SuggestFor: []string{"draw", "picture", "run"},
		Long: `solve prints the first solution, drawn with a letter for each piece; -n N prints
N of them, --all every one. On a terminal pieces have lines around them and
colours, and a row that is not full is printed when the next solution is long
in coming; -f boxes draws so anywhere, -f text or --ascii only with letters.
-f svg and png make pictures: -o NAME.png alone asks for one. --unique says
whether there is just one solution and prints two if not. With --up-to-symmetry
it prints one solution of those that turns and mirrors of the board take to each
other.

The exit status is 0 if there is a solution, 20 if there is none, 4 if a limit
ended the search, 5 if --unique found more than one.

Without -b, native looks for a solution alone, within a number of nodes, so that
it always finds the same one. If that is not enough it races with SAT engines,
as with -b portfolio; this is said on standard error, and which solution is
found then may differ from run to run. --seed N shuffles the placements, so that
another solution comes first.

With --all, --checkpoint FILE and -o a run that was stopped or killed goes on
when the command is given again, and the file is whole in the end, without
repeats. Until then it is called PATH.partial.`,
		Example: `  exactile solve pentominoes:6x10
  exactile solve --all --up-to-symmetry pentominoes:3x20
  exactile solve --unique -b gini cilada:8
  exactile solve -n 10 -f jsonl -o ten.jsonl puzzle.yaml
  exactile solve --random 3 --seed 7 dominoes:16x16
  exactile solve --index 9355 pentominoes:6x10
  exactile solve --all --checkpoint all.ckpt -o all.jsonl puzzle.yaml`,
		Args: usage.AtLeastOne("PUZZLE"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if f.saved(cmd) {
				return f.runSaved(c, cmd, args)
			}
			return output.Running(c, &f.output, f.resolve)(cmd, args)
		},
	}
	f.add(cmd.Flags())
	return cmd
}

// A solveJob is a run of solve, resolved from its flags.
type solveJob struct {
	wanted
	engine.Config
	style   drawing.Style
	backend backends.Backend
	entries []*load.Entry
	leaders bool // the backend finds one solution of each orbit
}

func (f *solveFlags) resolve(
	c *console.Console, cmd *cobra.Command, t output.Target, args []string,
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
		j.Name = defaultSolver // else native, which can draw and resume
	}
	j.leaders, j.Work.Leaders = f.leaders, f.leaders
	if j.backend, err = j.Backend(); err != nil {
		return j, err
	}
	if _, asks := j.backend.(sat.Backend); f.leaders && !asks {
		return j, usage.Errorf("--break-symmetry adds clauses to a formula, and %s has none: "+
			"name a SAT engine, as in -b gini", j.Name)
	}
	within := j.Timeout
	if f.saved(cmd) {
		within = 0 // the limit starts after the puzzle is read, so that every run advances
	}
	// Each of several puzzles has a heading, so their number must be known first.
	j.entries, err = f.input.Puzzles(ctx, c, within, args...)
	if err == nil && len(j.entries) > 1 && drawing.IsPicture(t.Format) {
		err = usage.Errorf("-f %s is a picture of one puzzle, not of %d", t.Format, len(j.entries))
	}
	return j, err
}

// Run prints the solutions.
func (j *solveJob) Run(ctx context.Context, c *console.Console, w *output.Writer) error {
	return load.Each(ctx, c, j.entries, func(n int, e *load.Entry) error {
		if err := e.Open(ctx); err != nil {
			return err
		}
		if !j.drawn() { // else the seed is for the draw
			e.Tiling = e.Tiling.Shuffled(j.Seed)
		}
		p, err := j.style.Printer(c, w, e.Tiling, j.Name, j.most != 1)
		if err != nil {
			return err
		}
		p.Begin(n, len(j.entries))
		return j.solve(ctx, c, e, p)
	})
}

// A listing is the result of a search: how many solutions, and how it ended.
type listing struct {
	n        int64
	inAll    int64 // solutions seen, also those that represent no orbit
	complete bool  // there are no more
	failed   error // what stopped the search, nil: nothing
	stats    backends.Stats
}

// solve prints the solutions of one puzzle and returns its exit status as an error.
func (j *solveJob) solve(
	ctx context.Context, c *console.Console, e *load.Entry, p *drawing.Printer,
) error {
	ctx, cancel := j.Limited(ctx, e.Spent)
	defer cancel()
	defer c.Progress.Begin(ctx, e.Name)()
	start := time.Now()
	l, err := j.list(ctx, c, e, p)
	if err != nil {
		return err
	}
	if c.Verbose {
		c.Note("%s: %s by %s in %.3f s%s",
			e.Name, p.Found(l.n), p.Backend, time.Since(start).Seconds(), engine.Effort(l.stats))
	}
	noteMemory(c, e.Name, l.failed)
	if l.failed != nil && !status.IsStop(l.failed) {
		return errors.Join(fmt.Errorf("%s: %w", e.Name, l.failed), p.Abandon(l.n))
	}
	if l.complete {
		p.Orbits.Solutions = l.inAll
	}
	if err := p.End(l.n, l.complete, l.failed != nil); err != nil {
		return err
	}
	engine.NoteTrust(c, backends.Report{
		Puzzle: e.Name, Backend: j.Name, Count: big.NewInt(l.n), Complete: l.complete,
		Completeness: l.stats.Completeness(), Digest: new(cover.Digest),
	})
	if l.n == 0 && p.IsPicture() {
		c.Note("%s: no solution: the picture is of the empty board", e.Name)
	}
	return status.Exit(j.status(l.n, l.failed))
}

// list prints solutions as they are found. The error is that of the printer.
func (j *solveJob) list(
	ctx context.Context, c *console.Console, e *load.Entry, p *drawing.Printer,
) (l listing, err error) {
	m := e.Tiling.Model
	b := engine.Announced(c, j.backend, e.Name, func(name string) { p.Backend = name })
	ctx = backends.Observe(ctx, b, func(s backends.Stats) { l.stats = s })
	most := j.most
	if j.upToSymmetry {
		most = 0 // the first representative of an orbit may come late
	}
	solutions := backends.Checked(m, backends.Wanted(ctx, b, m, most))
	if j.drawn() {
		solutions = backends.Checked(m, j.draw(ctx, b, m, j.Seed))
	}
	if j.upToSymmetry {
		size := func(cover.Solution) int { return 1 }
		if j.leaders {
			size = func(s cover.Solution) int { return s.Orbit(m.Sym) }
		}
		solutions = backends.Representatives(m, counting(solutions, size, &l.inAll))
		p.Orbits.Symmetries = len(m.Sym)
	}
	l.complete = true
	for s, failed := range solutions {
		if failed != nil {
			l.failed, l.complete = failed, false
			break
		}
		l.n++
		if err = p.Solution(s); err != nil {
			break
		}
		if l.n == j.most {
			l.complete = false // there may be more
			break
		}
	}
	return l, err
}

// counting passes solutions on and adds up the size of each.
func counting(
	solutions iter.Seq2[cover.Solution, error], size func(cover.Solution) int, n *int64,
) iter.Seq2[cover.Solution, error] {
	return func(yield func(cover.Solution, error) bool) {
		for s, err := range solutions {
			if err == nil {
				*n += int64(size(s))
			}
			if !yield(s, err) {
				return
			}
		}
	}
}

// solveFlags are the flags of solve, as they were given.
type solveFlags struct {
	wanted
	number  int64
	index   string
	all     bool
	input   load.Flags
	engine  engine.Flags
	drawing drawing.Flags
	output  output.Flags
	save    saving.Flags
	leaders bool
}

// saved reports whether there is a checkpoint.
func (f *solveFlags) saved(cmd *cobra.Command) bool { return cmd.Flags().Changed("checkpoint") }

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
	engine.LeftOut(flags, "backend", "`BACKEND` that works, such as gini/sequential; "+
		"see exactile list (where left out: native, then a race)")
	f.drawing.Add(flags)
	f.output.Add(flags, drawing.Formats()...)
}

// check sets how many solutions are asked for.
func (f *solveFlags) check(cmd *cobra.Command) error {
	numbered := cmd.Flags().Changed("number")
	several := f.all || f.unique || f.number > 1
	changed := cmd.Flags().Changed
	switch {
	case f.leaders && (changed("random") || changed("index") || changed("checkpoint")):
		return usage.Errorf("--break-symmetry goes with neither --random, --index nor --checkpoint")
	case f.leaders && several && !f.upToSymmetry:
		return usage.Errorf("--break-symmetry finds one solution of each orbit: " +
			"for more than one solution it goes with --up-to-symmetry")
	case numbered && f.all:
		return usage.Errorf("-n and --all ask for different things")
	case f.unique && (f.all || numbered):
		return usage.Errorf("--unique looks for two solutions: it goes with neither -n nor --all")
	case cmd.Flags().Changed("random") || cmd.Flags().Changed("index"):
		return f.checkDraw(cmd)
	case f.number < 1:
		return usage.Errorf("-n %d: want at least one solution", f.number)
	case f.all:
		f.most = 0
	case f.unique:
		f.most = 2
	default:
		f.most = f.number
	}
	return nil
}
