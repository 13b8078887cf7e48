package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"math"
	"math/big"
	"time"

	"github.com/spf13/cobra"

	"github.com/exactile/exactile/backends"
	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/encode/puzzle"
	"github.com/exactile/exactile/encode/render"
	"github.com/exactile/exactile/encode/render/picture"
	"github.com/exactile/exactile/encode/solution"
)

// solveFlags say how many solutions are wanted.
type solveFlags struct {
	number       int64
	all          bool
	upToSymmetry bool
	unique       bool
	satExit      bool
	save         checkpointFlags
}

// most returns the number of solutions to print, 0 for all.
func (f *solveFlags) most() int64 {
	switch {
	case f.all:
		return 0
	case f.unique:
		return 2
	}
	return f.number
}

func (a *app) solveCommand() *cobra.Command {
	var f solveFlags
	var in inputFlags
	var out outputFlags
	engine := engineFlags{life: a.life()}
	var draw drawFlags
	cmd := &cobra.Command{
		Use:   "solve PUZZLE...",
		Short: "Print the first solution, N of them, or all",
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
  exactile solve --all --checkpoint all.ckpt -o all.jsonl puzzle.yaml`,
		Args: atLeastOne("PUZZLE"),
		RunE: a.verb(&out, func(w *output, cmd *cobra.Command, args []string) error {
			if err := f.check(cmd); err != nil {
				return err
			}
			if err := draw.check(cmd, out.format); err != nil {
				return err
			}
			if cmd.Flags().Changed("number") {
				draw.hold = int(min(f.number, math.MaxInt32))
			}
			engine.monitor = a.progress.watched(f.all)
			if !cmd.Flags().Changed("backend") {
				engine.name = defaultSolver
			}
			b, err := engine.backend()
			if err != nil {
				return err
			}
			// With several puzzles each has a heading, so their number must be known.
			in.within = engine.timeout
			entries, err := a.puzzles(&in, args)
			if err != nil {
				return err
			}
			if len(entries) > 1 && isPicture(out.format) {
				return usage("-f %s is a picture of one puzzle, not of %d", out.format, len(entries))
			}
			return a.forEach(cmd.Context(), entries, func(n int, e *entry) error {
				if e.late != nil {
					return e.late
				}
				engine.shuffle(e)
				d, err := a.drawing(w, &out, &draw, e.tiling)
				if err != nil {
					return err
				}
				p := &solutionPrinter{w: w, draw: d, tiling: e.tiling, format: out.format, backend: engine.name, many: f.most() != 1}
				p.begin(n, len(entries))
				return a.solve(cmd.Context(), b, &f, &engine, e, p)
			})
		}),
	}
	print := cmd.RunE
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if cmd.Flags().Changed("checkpoint") { // the output is one that can be taken back
			return a.solveSaved(cmd, args, &f, &in, &out, &draw, &engine)
		}
		return print(cmd, args)
	}
	flags := cmd.Flags()
	flags.Int64VarP(&f.number, "number", "n", 1, "print `N` solutions")
	flags.BoolVar(&f.all, "all", false, "print all solutions")
	flags.BoolVar(&f.upToSymmetry, "up-to-symmetry", false, "print one solution of those that are symmetric to each other")
	flags.BoolVar(&f.unique, "unique", false, "say whether there is exactly one solution")
	flags.BoolVar(&f.satExit, "sat-exit", false, "exit with 10 if there is a solution, as SAT solvers do")
	f.save.add(flags)
	in.add(flags)
	engine.add(flags)
	engine.addSeed(flags)
	flags.Lookup("backend").Usage = "`BACKEND` that works, such as gini/sequential; see exactile list (where left out: native, then a race)"
	flags.Lookup("backend").DefValue = ""
	draw.add(cmd)
	out.add(flags, append([]string{"text", "json", "jsonl", "cells"}, drawFormats...)...)
	return cmd
}

func (f *solveFlags) check(cmd *cobra.Command) error {
	switch {
	case cmd.Flags().Changed("number") && f.all:
		return usage("-n and --all ask for different things")
	case f.unique && (f.all || cmd.Flags().Changed("number")):
		return usage("--unique looks for two solutions: it goes with neither -n nor --all")
	case f.number < 1:
		return usage("-n %d: want at least one solution", f.number)
	}
	return nil
}

// solve prints the solutions of one puzzle and returns its exit status as an error.
func (a *app) solve(ctx context.Context, b backends.Backend, f *solveFlags, engine *engineFlags, e *entry, p *solutionPrinter) error {
	ctx, cancel := engine.deadline(ctx, e)
	defer cancel()
	defer a.progress.begin(ctx, e.tiling.Puzzle.Name)()
	start := time.Now()
	m := e.tiling.Model
	b = a.announced(b, e.tiling.Puzzle.Name, func(name string) { p.backend = name })
	var cost backends.Stats
	if o, ok := b.(backends.Observable); ok {
		b = o.Observed(func(s backends.Stats) { cost = s })
	}
	most := f.most()
	if f.upToSymmetry {
		most = 0 // the first that represents its orbit may come late
	}
	solutions := backends.Checked(m, backends.Wanted(ctx, b, m, most))
	inAll := int64(0)
	if f.upToSymmetry {
		solutions = backends.Representatives(m, counting(solutions, &inAll))
		p.orbits.Symmetries = len(m.Sym)
	}
	n, complete := int64(0), true
	var failed error
	for s, err := range solutions {
		if err != nil {
			failed, complete = err, false
			break
		}
		n++
		if err := p.solution(s); err != nil {
			return err
		}
		if n == f.most() {
			complete = false // there may be more
			break
		}
	}
	if a.verbose {
		a.note("%s: %s by %s in %.3f s%s", e.tiling.Puzzle.Name, p.orbits.Of(plural(int(n), "solution")), p.backend, time.Since(start).Seconds(), effort(cost))
	}
	if outOfMemory(failed) {
		a.note("%s: %v", e.tiling.Puzzle.Name, failed)
	}
	if failed != nil && !stopped(failed) {
		err := fmt.Errorf("%s: %w", e.tiling.Puzzle.Name, failed)
		if d, ok := p.draw.(*textDrawing); ok {
			return errors.Join(err, d.Close(true)) // what was found is true
		}
		if p.opened && p.many {
			return errors.Join(err, p.end(n, false, true))
		}
		return err
	}
	if complete {
		p.orbits.Solutions = inAll
	}
	if err := p.end(n, complete, failed != nil); err != nil {
		return err
	}
	a.noteWord(backends.Report{
		Puzzle: e.tiling.Puzzle.Name, Backend: engine.name, Count: big.NewInt(n), Complete: complete,
		Completeness: cost.Completeness(), Digest: new(cover.Digest),
	})
	if n == 0 && isPicture(p.format) {
		a.note("%s: no solution: the picture is of the empty board", e.tiling.Puzzle.Name)
	}
	return exit(f.status(n, failed))
}

// counting passes solutions on and counts them.
func counting(solutions iter.Seq2[cover.Solution, error], n *int64) iter.Seq2[cover.Solution, error] {
	return func(yield func(cover.Solution, error) bool) {
		for s, err := range solutions {
			if err == nil {
				*n++
			}
			if !yield(s, err) {
				return
			}
		}
	}
}

// status returns the exit status after n solutions and, if a limit ended the
// search, its error.
func (f *solveFlags) status(n int64, failed error) int {
	switch {
	case f.unique && n > 1:
		return statusNotUnique
	case failed != nil:
		return statusStopped
	case n == 0:
		return statusNoSolution
	case f.satExit:
		return statusSatisfied
	}
	return statusDone
}

// A solutionPrinter prints the solutions of one puzzle as they come.
type solutionPrinter struct {
	w       *output
	draw    drawing // nil: print in another way
	tiling  *puzzle.Tiling
	format  string
	backend string
	many    bool // more than one solution was asked for
	orbits  picture.Orbits
	n       int64
	opened  bool // the JSON object has begun

	data *solution.Writer // nil before the first solution
	head []byte           // what a line of JSON begins with
	line []byte           // scratch
}

// begin prints what comes before the solutions; index counts the puzzles from 0.
func (p *solutionPrinter) begin(index, puzzles int) {
	if p.format == "json" || p.format == "jsonl" || isPicture(p.format) || puzzles < 2 {
		return
	}
	if index > 0 {
		fmt.Fprintln(p.w)
	}
	fmt.Fprintf(p.w, "%s:\n", p.tiling.Puzzle.Name)
}

// open begins the JSON object. It waits for the first solution, or for the end,
// so that a backend that fails before leaves nothing half-written.
func (p *solutionPrinter) open() {
	if p.opened {
		return
	}
	p.opened = true
	fmt.Fprintf(p.w, `{"puzzle":%s,"backend":%s,`, quoted(p.tiling.Puzzle.Name), quoted(p.backend))
	if p.many {
		io.WriteString(p.w, `"solutions":[`)
	}
}

// solution prints one solution.
func (p *solutionPrinter) solution(s cover.Solution) error {
	p.n++
	if p.draw != nil {
		return p.draw.Add(s)
	}
	if p.data == nil {
		p.data = solution.NewWriter(p.tiling)
	}
	switch p.format {
	case "json":
		var before, after string
		switch {
		case !p.many:
			before, after = `"solution":`, "}\n"
		case p.n > 1:
			before = ",\n"
		default:
			before = "\n"
		}
		data, err := p.data.AppendJSON(append(p.line[:0], before...), s)
		if err != nil {
			return err
		}
		p.open()
		p.line = append(data, after...)
		p.w.Write(p.line)
	case "jsonl":
		if p.head == nil {
			p.head = fmt.Appendf(nil, `{"puzzle":%s,"backend":%s,"solution":`, quoted(p.tiling.Puzzle.Name), quoted(p.backend))
		}
		data, err := p.data.AppendJSON(append(p.line[:0], p.head...), s)
		if err != nil {
			return err
		}
		p.line = append(data, "}\n"...)
		p.w.Write(p.line)
	case "cells":
		p.line = p.line[:0]
		if p.n > 1 {
			p.line = append(p.line, '\n')
		}
		p.line = p.data.AppendCells(p.line, s)
		p.w.Write(p.line)
	default:
		if p.n > 1 {
			fmt.Fprintln(p.w)
		}
		io.WriteString(p.w, render.Text(p.tiling, s))
	}
	return nil
}

// end prints what comes after n solutions. complete says that there are no more,
// stopped that a limit ended the search.
func (p *solutionPrinter) end(n int64, complete, stopped bool) error {
	if p.draw != nil {
		if d, ok := p.draw.(interface{ UpTo(o picture.Orbits) }); ok { // it has words
			d.UpTo(p.orbits)
		}
		if err := p.draw.Close(!complete); err != nil {
			return err
		}
	}
	switch p.format {
	case "json":
		p.open()
		switch {
		case p.many:
			fmt.Fprintf(p.w, "\n],\"count\":\"%d\",\"complete\":%t}\n", n, complete)
		case n == 0 && stopped:
			io.WriteString(p.w, `"solution":null,"complete":false}`+"\n")
		case n == 0:
			io.WriteString(p.w, `"solution":null}`+"\n")
		}
	case "jsonl", "svg", "png", "html":
	default:
		if n == 0 && stopped {
			fmt.Fprintln(p.w, "no solution found before the limit")
		} else if n == 0 {
			fmt.Fprintln(p.w, "no solution")
		}
		if n > 0 && stopped {
			fmt.Fprintf(p.w, "\nat least %s: a limit ended the search\n", p.orbits.Of(plural(int(n), "solution")))
		}
		if legend := render.Legend(p.tiling.Puzzle.Pieces); n > 0 && p.format != "cells" && legend != "" {
			fmt.Fprintf(p.w, "\n%s", legend)
		}
	}
	return nil
}

// quoted returns a string as JSON.
func quoted(s string) string {
	data, err := marshal(s)
	if err != nil {
		return `""` // no string fails to marshal
	}
	return string(data)
}

// forEach runs one thing for every puzzle and puts the exit statuses together.
// Puzzles that fail are reported as they come, so that the others still run. A
// model is let go when its puzzle is done.
func (a *app) forEach(ctx context.Context, entries []*entry, do func(n int, e *entry) error) error {
	var statuses []int
	for n, e := range entries {
		err := e.open()
		if err == nil {
			err = do(n, e)
		}
		e.tiling = nil
		var se *statusError
		if err != nil && len(entries) == 1 {
			return err
		}
		if err != nil && !(errors.As(err, &se) && se.err == nil) {
			a.report(err)
		}
		statuses = append(statuses, statusOf(err))
		if ctx.Err() != nil {
			break
		}
	}
	return exit(worst(statuses))
}
