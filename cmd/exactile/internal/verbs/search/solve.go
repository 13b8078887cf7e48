package search

import (
	"errors"
	"math"
	"math/big"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/exactile/exactile/backends/sat"
	"github.com/exactile/exactile/cmd/exactile/internal/console"
	"github.com/exactile/exactile/cmd/exactile/internal/drawing"
	"github.com/exactile/exactile/cmd/exactile/internal/engine"
	"github.com/exactile/exactile/cmd/exactile/internal/load"
	"github.com/exactile/exactile/cmd/exactile/internal/output"
	"github.com/exactile/exactile/cmd/exactile/internal/saving"
	"github.com/exactile/exactile/cmd/exactile/internal/usage"
)

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

// saved reports whether there is a checkpoint.
func (f *solveFlags) saved(cmd *cobra.Command) bool { return cmd.Flags().Changed("checkpoint") }

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

// checkDraw sets which solutions are drawn.
func (f *solveFlags) checkDraw(cmd *cobra.Command) error {
	for _, flag := range []string{"number", "all", "unique", "up-to-symmetry", "checkpoint"} {
		if cmd.Flags().Changed(flag) {
			return usage.Errorf("--%s goes neither with --random nor with --index", flag)
		}
	}
	random, indexed := cmd.Flags().Changed("random"), cmd.Flags().Changed("index")
	k, number := new(big.Int).SetString(f.index, 10)
	switch {
	case random && indexed:
		return usage.Errorf("--random and --index ask for different things")
	case random && f.random < 1:
		return usage.Errorf("--random %d: want at least one solution", f.random)
	case random:
		f.most = f.random
		return nil
	case !number || k.Sign() < 0:
		return usage.Errorf("--index %q: want a number from 0 on", f.index)
	case cmd.Flags().Changed("seed"):
		return usage.Errorf("--seed shuffles the placements, and --index numbers the " +
			"solutions of the puzzle as it is")
	}
	f.most, f.wanted.index = 1, k
	return nil
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
		j.Name = engine.Solver // else native, which can draw and resume
	}
	j.named = f.engine.Named(cmd.Flags())
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

// growing are the formats of solve that are written solution by solution, so that a run can
// continue an interrupted one.
var growing = []string{"text", "json", "jsonl", "cells"}

// runSaved runs solve with a checkpoint.
func (f *solveFlags) runSaved(c *console.Console, cmd *cobra.Command, args []string) error {
	target, err := f.output.Resolve()
	if err = errors.Join(f.check(cmd), err); err != nil {
		return err
	}
	switch {
	case !f.all:
		return usage.Errorf(
			"--checkpoint goes with solve --all: a few solutions are found again as soon")
	case target.ToStandardOutput():
		return usage.Errorf(
			"--checkpoint needs -o FILE: what has gone through a pipe cannot be taken back")
	case !slices.Contains(growing, target.Format):
		return usage.Errorf("--checkpoint does not go with -f %s: want one of %s",
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
