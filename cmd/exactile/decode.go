package main

import (
	"bufio"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/exactile/exactile/encode/await"
	"github.com/exactile/exactile/encode/cnf"
	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/encode/formats"
)

// maxDecoded bounds the placements of all solutions together that decode keeps:
// it prints none before it has checked all.
const maxDecoded = 1 << 23

// maxSilence bounds what decode reads, in bytes, before a model and between two:
// many times what a model takes and solvers say of their work.
const maxSilence = 1 << 26

// A patient reader fails when so many bytes come without a model among them.
type patient struct {
	r    io.Reader
	left int64
}

func (b *patient) Read(p []byte) (int, error) {
	if b.left <= 0 {
		return 0, fmt.Errorf("more than %d bytes without a model", int64(maxSilence))
	}
	n, err := b.r.Read(p[:min(int64(len(p)), b.left)])
	b.left -= int64(n)
	return n, err
}

func (a *app) decodeCommand() *cobra.Command {
	var all bool
	var in inputFlags
	var out outputFlags
	var draw drawFlags
	cmd := &cobra.Command{
		Use:   "decode PUZZLE [FILE]",
		Short: "Read a SAT solver's answer back onto the board",
		Long: `decode reads what a SAT solver printed for the formula that export wrote: its s
and v lines, or minisat's result file. It checks the model against the puzzle
and prints the solution like solve. Without FILE, or with -, it reads standard
input. --all takes the output of programs that print many models.

The exit status is 20 if the solver says that there is no solution, and 1 if its
model leaves placements open or does not solve the puzzle.`,
		Example: `  exactile export cilada:7 -f dimacs -o c.cnf
  cadical -q c.cnf | exactile decode cilada:7`,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) != 1 && len(args) != 2 {
				return usage("decode takes PUZZLE and perhaps FILE, not %d arguments", len(args))
			}
			return nil
		},
		RunE: a.verb(&out, func(w *output, cmd *cobra.Command, args []string) error {
			if err := draw.check(cmd, out.format); err != nil {
				return err
			}
			file := "-"
			if len(args) == 2 {
				file = args[1]
			}
			if args[0] == "-" && file == "-" {
				return usage("the puzzle and the answer cannot both be standard input")
			}
			e, err := a.onePuzzle(&in, args[0])
			if err != nil {
				return err
			}
			r, err := a.openInput(file)
			if err != nil {
				return err
			}
			defer r.Close()
			d, err := a.drawing(w, &out, &draw, e.tiling)
			if err != nil {
				return err
			}
			p := &solutionPrinter{w: w, draw: d, tiling: e.tiling, format: out.format, backend: "decode", many: all}
			return a.decode(e, p, inputName(file), bufio.NewReader(r), all)
		}),
	}
	cmd.Flags().BoolVar(&all, "all", false, "print the solutions of all models, not only of the first")
	in.add(cmd.Flags())
	draw.add(cmd)
	out.add(cmd.Flags(), append([]string{"text", "json", "jsonl", "cells"}, drawFormats...)...)
	return cmd
}

// decode prints the solutions that an answer gives, each once: a formula whose
// auxiliary variables are free has several models of one solution.
func (a *app) decode(e *entry, p *solutionPrinter, name string, r *bufio.Reader, all bool) error {
	var solutions []cover.Solution
	identify := cover.NewDigester(e.tiling.Model)
	seen := make(map[cover.Digest]bool)
	models, placements := 0, 0
	input := &patient{r, maxSilence}
	take := func(model cnf.Assignment) error {
		input.left = maxSilence
		models++
		if !all && models > 1 {
			return nil
		}
		s, err := projected(e, model)
		if err != nil {
			return fmt.Errorf("%s: model %d: %w", name, models, err)
		}
		if id := identify.Solution(s); !seen[id] {
			seen[id] = true
			solutions = append(solutions, s)
		}
		if placements += len(s) + 1; placements > maxDecoded {
			return fmt.Errorf("%s: model %d: more than %d placements in all: decode the models in several parts", name, models, maxDecoded)
		}
		return nil
	}
	answer, err := await.Value(a.life(), func() (cnf.Answer, error) {
		if head, _ := r.Peek(8); formats.Foreign(head) != "" { // a packed one
			return cnf.Answer{}, fmt.Errorf("%s: %s", name, formats.Foreign(head))
		}
		return cnf.ParseAnswer(input, name, cnf.Limits{}, take)
	})
	if err != nil {
		return err
	}
	if repeats := models - len(solutions); all && repeats > 0 {
		a.note("%s: %d of %d models repeat a solution", name, repeats, models)
	}
	if answer.Status == cnf.Unknown {
		return fmt.Errorf("%s: the solver gives no answer: it says neither SATISFIABLE nor UNSATISFIABLE", name)
	}
	if answer.Status == cnf.Satisfiable && len(solutions) == 0 {
		return fmt.Errorf("%s: the solver says SATISFIABLE but prints no model", name)
	}
	p.begin(0, 1)
	for _, s := range solutions {
		if err := p.solution(s); err != nil {
			return err
		}
	}
	if err := p.end(int64(len(solutions)), answer.Complete, false); err != nil {
		return err
	}
	if len(solutions) == 0 {
		return exit(statusNoSolution)
	}
	return nil
}

// projected returns the solution that a model of the puzzle's formula gives.
// Solvers may leave out variables that occur in no clause; a placement that they
// leave out otherwise makes the model partial.
func projected(e *entry, model cnf.Assignment) (cover.Solution, error) {
	s := cover.Solution{}
	free := unconstrained(e.tiling.Model)
	for o := range e.tiling.Options {
		l := cnf.Lit(o + 1)
		switch {
		case model.Value(l):
			s = append(s, o)
		case model.Open(l) && !free[o]:
			return nil, fmt.Errorf("it leaves variable %d open (%s)", o+1, e.tiling.PlacementName(o))
		}
	}
	if err := e.tiling.Check(s); err != nil {
		return nil, fmt.Errorf("it does not solve %s: %s", e.tiling.Puzzle.Name, e.tiling.Explain(err))
	}
	return s, nil
}

// unconstrained reports for every option whether it may occur in no clause of
// the exported formula: no bound of its items can bind once the options that can
// be in no solution are dropped.
func unconstrained(m *cover.Model) []bool {
	m = m.Reduce()
	dead := m.Dead()
	free := make([]bool, len(m.Options))
	for o := range free {
		free[o] = !dead[o]
	}
	for i, options := range m.Covers() {
		living := 0
		for _, o := range options {
			if !dead[o] {
				living++
			}
		}
		if m.Items[i].Min == 0 && m.Items[i].Max >= living {
			continue
		}
		for _, o := range options {
			free[o] = false
		}
	}
	return free
}
