package drawing

import (
	"fmt"
	"io"
	"slices"

	"github.com/exactile/exactile/backends"
	"github.com/exactile/exactile/cmd/exactile/internal/console"
	"github.com/exactile/exactile/cmd/internal/words"
	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/encode/puzzle"
	"github.com/exactile/exactile/encode/render"
	"github.com/exactile/exactile/encode/solution"
)

// Formats returns the formats in which solutions are printed, the default first.
func Formats() []string {
	return append([]string{"text", "json", "jsonl", "cells", "boxes"}, render.Formats()...)
}

// IsPicture reports whether a format is one file for one puzzle.
func IsPicture(format string) bool { return slices.Contains(render.Formats(), format) }

// A drawing is an unfinished drawing of solutions.
type drawing interface {
	// Add draws one solution.
	Add(s cover.Solution) error
	// Close draws the rest. more is set if there may be more solutions than were added.
	Close(more bool) error
}

// A Printer prints the solutions of one puzzle as they come.
type Printer struct {
	Backend string // the backend that finds them
	Orbits  render.Orbits
	// None is the text that there is no solution, and Completeness the evidence that there are no
	// others; where it is set, JSON has it.
	None         string
	Completeness backends.Completeness

	w       io.Writer
	format  string
	tiling  *puzzle.Tiling
	many    bool    // more than one solution was asked for
	drawing drawing // nil: solutions are printed in another way

	n      int64            // solutions so far
	opened bool             // the JSON object has begun
	data   *solution.Writer // nil before the first solution
	head   []byte           // the start of a line of JSON
	line   []byte           // scratch
}

// NewPrinter returns a printer that draws only with plain letters. many is set if more than
// one solution was asked for.
func NewPrinter(w io.Writer, format string, t *puzzle.Tiling, backend string, many bool) *Printer {
	return &Printer{w: w, format: format, tiling: t, Backend: backend, None: "no solution", many: many}
}

// Resume makes the printer continue after n solutions.
func (p *Printer) Resume(n int64) { p.n, p.opened = n, n > 0 }

// Begin prints the heading before the solutions; index counts the puzzles from 0.
func (p *Printer) Begin(index, puzzles int) {
	if p.format == "json" || p.format == "jsonl" || IsPicture(p.format) || puzzles < 2 {
		return
	}
	if index > 0 {
		fmt.Fprintln(p.w)
	}
	fmt.Fprintf(p.w, "%s:\n", p.tiling.Puzzle.Name)
}

// open begins the JSON object. It waits for the first solution, or for the end, so that a
// backend that fails before leaves nothing half-written.
func (p *Printer) open() {
	if p.opened {
		return
	}
	p.opened = true
	fmt.Fprintf(p.w, `%s"puzzle":%s,"backend":%s,`, console.Opening, quoted(p.tiling.Puzzle.Name), quoted(p.Backend))
	if p.many {
		io.WriteString(p.w, `"solutions":[`)
	}
}

// Solution prints one solution.
func (p *Printer) Solution(s cover.Solution) error {
	p.n++
	if p.drawing != nil {
		return p.drawing.Add(s)
	}
	if p.data == nil {
		p.data = solution.NewWriter(p.tiling)
	}
	switch p.format {
	case "json":
		before, after := "\n", ""
		switch {
		case !p.many:
			before, after = `"solution":`, "}\n"
		case p.n > 1:
			before = ",\n"
		}
		p.line = append(p.line[:0], before...)
		return p.json(s, after)
	case "jsonl":
		if p.head == nil {
			p.head = fmt.Appendf(nil, `%s"puzzle":%s,"backend":%s,"solution":`, console.Opening,
				quoted(p.tiling.Puzzle.Name), quoted(p.Backend))
		}
		p.line = append(p.line[:0], p.head...)
		return p.json(s, "}\n")
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

// json writes p.line, a solution and the text after it.
func (p *Printer) json(s cover.Solution, after string) error {
	data, err := p.data.AppendJSON(p.line, s)
	if err != nil {
		return err
	}
	if p.format == "json" {
		p.open()
	}
	p.line = append(data, after...)
	p.w.Write(p.line)
	return nil
}

// End prints the text after n solutions. complete is set if there are no more, stopped if a
// limit ended the search.
func (p *Printer) End(n int64, complete, stopped bool) error {
	if p.drawing != nil {
		if d, ok := p.drawing.(interface{ UpTo(o render.Orbits) }); ok { // it prints a text
			d.UpTo(p.Orbits)
		}
		if err := p.drawing.Close(!complete); err != nil {
			return err
		}
	}
	switch {
	case p.format == "json":
		p.open()
		basis := ""
		if p.Completeness != "" {
			basis = fmt.Sprintf(`,"completeness":%q`, p.Completeness)
		}
		switch {
		case p.many:
			fmt.Fprintf(p.w, "\n],\"count\":\"%d\",\"complete\":%t%s}\n", n, complete, basis)
		case n == 0 && stopped:
			io.WriteString(p.w, `"solution":null,"complete":false}`+"\n")
		case n == 0:
			fmt.Fprintf(p.w, "\"solution\":null%s}\n", basis)
		}
	case p.format == "jsonl" || IsPicture(p.format):
	case n == 0 && stopped:
		fmt.Fprintln(p.w, "stopped before a solution was found")
	case n == 0:
		fmt.Fprintln(p.w, p.None)
	default:
		if stopped {
			fmt.Fprintf(p.w, "\nat least %s: a limit ended the search\n", p.Found(n))
		}
		if legend := render.Legend(p.tiling.Puzzle.Pieces); p.format != "cells" && legend != "" {
			fmt.Fprintf(p.w, "\n%s", legend)
		}
	}
	return nil
}

// Abandon ends the output after n solutions if the search failed: the solutions are valid.
func (p *Printer) Abandon(n int64) error {
	if d, ok := p.drawing.(*textDrawing); ok {
		return d.Close(true)
	}
	if p.opened && p.many {
		return p.End(n, false, true)
	}
	return nil
}

// Found is the text for n solutions.
func (p *Printer) Found(n int64) string { return p.Orbits.Of(words.Plural(n, "solution")) }

// quoted returns a string as JSON.
func quoted(s string) string {
	data, err := console.JSON(s)
	if err != nil {
		return `""` // no string fails to marshal
	}
	return string(data)
}

// IsPicture reports whether the printer makes one file for one puzzle.
func (p *Printer) IsPicture() bool { return IsPicture(p.format) }
