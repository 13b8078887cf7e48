// Package printer prints the solutions of a puzzle as they come: a file for each format, and a row
// for each in the table of formats.
package printer

import (
	"fmt"
	"io"

	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/encode/puzzle"
	"github.com/exactile/exactile/encode/render"
	"github.com/exactile/exactile/internal/text"
)

// A Printer prints the solutions of one puzzle as they come.
type Printer struct {
	Format
	output
	form form
}

// Plain returns a printer that prints as into a file, in a format that is no picture. many is set
// if more than one solution was requested.
func Plain(w io.Writer, format string, t *puzzle.Tiling, backend string, many bool) *Printer {
	p, _ := newPrinter(output{ // without a terminal nothing is refused
		Backend: backend, format: format, w: w, tiling: t, many: many, chosen: true,
	})
	return p
}

func newPrinter(o output) (p *Printer, err error) {
	o.None = "no solution"
	p = &Printer{Format: Named(o.format), output: o}
	p.form, err = p.Format.begin(&p.output)
	return p, err
}

// Resume makes the printer continue after n solutions.
func (p *Printer) Resume(n int64) { p.n = n }

// Begin prints the heading before the solutions, if there are several puzzles; index counts them
// from 0.
func (p *Printer) Begin(index, puzzles int) {
	if !p.words || puzzles < 2 {
		return
	}
	if index > 0 {
		fmt.Fprintln(p.w)
	}
	fmt.Fprintf(p.w, "%s:\n", p.tiling.Puzzle.Name)
}

// Solution prints one solution.
func (p *Printer) Solution(s cover.Solution) error {
	p.n++
	return p.form.solution(s)
}

// End prints the text after n solutions. complete is set if there are no more, stopped if a
// limit ended the search.
func (p *Printer) End(n int64, complete, stopped bool) error {
	if p.form.end != nil {
		if err := p.form.end(n, complete, stopped); err != nil {
			return err
		}
	}
	switch {
	case !p.words:
	case n == 0 && stopped:
		fmt.Fprintln(p.w, StoppedBefore)
	case n == 0:
		fmt.Fprintln(p.w, p.None)
	default:
		if stopped {
			fmt.Fprintf(p.w, "\nat least %s: a limit ended the search\n", p.Found(n))
		}
		if legend := render.Legend(p.tiling.Puzzle.Pieces); p.Name != "cells" && legend != "" {
			fmt.Fprintf(p.w, "\n%s", legend)
		}
	}
	return nil
}

// Abandon ends the output after n solutions if the search failed: the solutions are valid.
func (p *Printer) Abandon(n int64) error {
	if p.form.abandon == nil {
		return nil
	}
	return p.form.abandon(n)
}

// StoppedBefore is the text that a limit ended the search too early.
const StoppedBefore = "stopped before a solution was found"

// Found is the text for n solutions.
func (p *Printer) Found(n int64) string {
	return text.UpTo(text.Plural(n, "solution"), p.Orbits.Symmetries, p.Orbits.Solutions)
}
