package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"github.com/exactile/exactile/backends"
	"github.com/exactile/exactile/backends/comparison"
	"github.com/exactile/exactile/encode"
	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/encode/visible"
)

// compareTimeout is the time of a row where --timeout is left out.
const compareTimeout = 10 * time.Second

// compareBackends are the backends where -b is left out.
const compareBackends = "native,native/plain,gini,gophersat"

// compareFlags say what is compared.
type compareFlags struct {
	backends  nameList
	encodings nameList
	first     bool
	repeat    int
}

func (a *app) compareCommand() *cobra.Command {
	var f compareFlags
	var in inputFlags
	var out outputFlags
	engine := engineFlags{life: a.life()}
	cmd := &cobra.Command{
		Use:   "compare PUZZLE",
		Short: "Run several backends on a puzzle and say whether they agree",
		Long: `compare lists all solutions by every backend, checks each solution, and compares
the sets. Each run is a child process of its own, one after another, so that
its time and memory are its own; --repeat runs the rows in turn, A B A B, and
shows how their figures spread. -f html makes a page with charts, -f md a table
to publish, -f csv and json all figures.

Times are wall time, from the model to the first solution and to the answer. CPU
is what the system accounts to the run's process and what it started; memory is
the peak of the largest process of the run, as the system says; --json also has
that of isolated engines and outside programs, as child_peak. The exit status is
3 if two backends disagree; then a solution that one of them has lost is
printed. It is 1 if one failed and 4 if one was stopped by a limit. Estimates
agree with nothing and contradict nothing. In --json, "agree" is null where
fewer than two finished, and "agreement" says on what they agree: the set, the
count (one of them only counted), or, with --first, whether there is a solution.

SAT engines get the puzzle in cubes, one after the other. --enumerate blocking
hands them the whole formula, where encodings differ most.`,
		Example: `  exactile compare "pegs:1,0 3,2 4,4"
  exactile compare -b native,gini,process:cadical pentominoes:3x20
  exactile compare -b gini --encodings all -f md dominoes:4x4
  exactile compare --first --repeat 5 -o report.html pentominoes:8x8-center`,
		Args: exactly("PUZZLE"),
		RunE: a.verb(&out, func(w *output, cmd *cobra.Command, args []string) error {
			if !cmd.Flags().Changed("timeout") {
				engine.timeout = compareTimeout
			}
			return a.compare(cmd.Context(), w, out.format, args[0], &f, &in, &engine)
		}),
	}
	flags := cmd.Flags()
	f.backends.add(flags, "backend", "b", compareBackends, backendsUsage)
	f.encodings.add(flags, "encodings", "", "", "`ENCODINGS`, separated by commas, or all: "+
		"a row for each SAT backend with each of them; may be repeated")
	flags.BoolVar(&f.first, "first", false, "find the first solution only")
	flags.IntVar(&f.repeat, "repeat", 1, "run each row `N` times, in turn, and show the least, the median and the greatest time")
	in.add(flags)
	engine.addLimits(flags)
	engine.addSeed(flags)
	flags.Lookup("timeout").Usage = "`TIME` for each row; where left out 10s, 0: no limit"
	out.add(flags, "table", "json", "csv", "md", "html")
	return cmd
}

func (a *app) compare(ctx context.Context, w *output, format, name string, f *compareFlags, in *inputFlags, engine *engineFlags) error {
	work, err := engine.options()
	if err != nil {
		return err
	}
	names, err := f.rows(work)
	if err != nil {
		return err
	}
	in.within = engine.timeout
	e, err := a.onePuzzle(in, name)
	if err != nil {
		return err
	}
	engine.shuffle(e)
	if f.repeat < 1 || f.repeat > maxRepeat {
		return usage("--repeat %d: want from 1 to %d runs", f.repeat, maxRepeat)
	}
	c := &comparison.Comparison{
		Puzzle: e.tiling.Puzzle.Name, First: f.first, Timeout: engine.timeout, Machine: comparison.ThisMachine(), Program: version(),
	}
	if c.Rows, err = a.runRows(ctx, names, f, e, engine); err != nil {
		return err
	}
	// What is the same in every run is found out afterwards, when no run can tell.
	describeRows(ctx, c.Rows, e, work, engine.timeout)
	s, err := a.screen(&outputFlags{path: w.name()}, a.colour)
	if err != nil {
		return err
	}
	var text bytes.Buffer
	if err := printComparison(&text, format, e, c); err != nil {
		return err
	}
	if s.terminal && !s.unicode {
		_, err = ascii.WriteString(w, text.String())
	} else {
		_, err = text.WriteTo(w)
	}
	if err != nil {
		return err
	}
	if found := c.Disagreements(); len(found) > 0 {
		if err := w.Flush(); err != nil {
			return err
		}
		a.nameLoss(ctx, e, c, found[0], engine)
		return exit(statusDisagree)
	}
	noteWords := a.noteWords()
	status := statusDone
	for k, verdict := range c.Verdicts() {
		noteWords([]backends.Report{c.Rows[k].Typical()})
		switch row := c.Rows[k]; verdict {
		case comparison.FailedRun:
			a.note("%s: %s", row.Backend, row.Typical().Error)
			status = statusBad
		case comparison.Timeout, comparison.NotRun:
			if status == statusDone {
				status = statusStopped
			}
		}
	}
	return exit(status)
}

// maxRepeat bounds --repeat: nobody waits for more.
const maxRepeat = 10000

// rows returns the names of the backends to run, a row each.
func (f *compareFlags) rows(work backends.Options) ([]string, error) {
	given, err := f.backends.names()
	if err != nil {
		return nil, err
	}
	encodings, err := f.encodings.names()
	if err != nil {
		return nil, err
	}
	if slices.Contains(encodings, "all") {
		encodings = encode.Names()
	}
	var names []string
	for _, name := range given {
		if len(encodings) == 0 || !takesEncoding(work, name) {
			names = append(names, name)
			continue
		}
		for _, encoding := range encodings {
			names = append(names, name+"/"+encoding)
		}
	}
	for k, name := range names {
		if slices.Contains(names[:k], name) {
			return nil, usage("-b names %s twice", name)
		}
		if _, err := work.Lookup(name); err != nil {
			return nil, usage("%v", err)
		}
	}
	return names, nil
}

// takesEncoding reports whether a backend is a SAT backend without an encoding.
func takesEncoding(work backends.Options, name string) bool {
	b, err := work.Lookup(name)
	if err != nil {
		return false
	}
	if backends.CountsOnly(b) {
		_, err := work.Lookup(name + "/" + encode.Default)
		return err == nil
	}
	sat, ok := b.(backends.SAT)
	_, again := work.Lookup(name + "/" + encode.Default)
	return ok && again == nil && sat.Encoding.Name != ""
}

// nameLoss prints a solution that one of two backends that disagree has lost.
func (a *app) nameLoss(ctx context.Context, e *entry, c *comparison.Comparison, d comparison.Disagreement, engine *engineFlags) {
	first, second := c.Rows[d.A.Row].Backend, c.Rows[d.B.Row].Backend
	fmt.Fprintf(a.stderr, "exactile: %s\n", visible.Text(d.Reason))
	work, err := engine.options()
	if err != nil {
		return
	}
	one, errOne := work.Lookup(first)
	two, errTwo := work.Lookup(second)
	if errOne != nil || errTwo != nil {
		return
	}
	if backends.CountsOnly(one) || backends.CountsOnly(two) {
		fmt.Fprintln(a.stderr, "exactile: one of them only counts, so that no solution can be named")
		return
	}
	ctx, cancel := engine.deadline(ctx, &entry{})
	defer cancel()
	loss, err := lossOf(ctx, one, two, e.tiling.Model, c.First)
	switch {
	case err != nil:
		fmt.Fprintf(a.stderr, "exactile: looking for a solution that one of them has lost: %s\n", visible.Text(engine.limitText(err)))
		return
	case loss == nil:
		fmt.Fprintf(a.stderr, "exactile: run again, %s and %s list the same solutions\n", first, second)
		return
	case loss.FoundByFirst:
		first, second = second, first
	}
	fmt.Fprintf(a.stderr, "exactile: %s has lost this solution, which %s finds and which solves the puzzle:\n", first, second)
	p := &solutionPrinter{w: &output{buffer: bufio.NewWriter(a.stderr)}, tiling: e.tiling, format: "text"}
	_ = errors.Join(p.solution(loss.Solution), p.end(1, true, false), p.w.Flush()) // standard error has no second one
}

// lossOf returns a solution that one of two backends finds and the other has lost;
// where only the first one was asked for, the second backend found none.
func lossOf(ctx context.Context, one, two backends.Backend, m *cover.Model, first bool) (*backends.Loss, error) {
	if !first {
		return backends.Difference(ctx, one, two, m)
	}
	s, ok, err := backends.First(ctx, one, m)
	if err != nil || !ok {
		return nil, err
	}
	return &backends.Loss{Solution: s, FoundByFirst: true}, nil
}
