package cli

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/exactile/exactile/backends"
	"github.com/exactile/exactile/cmd/exactile/internal/solution"
	"github.com/exactile/exactile/cmd/internal/faults"
	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/encode/puzzle"
	"github.com/exactile/exactile/encode/render"
	"github.com/exactile/exactile/encode/render/terminal"
	"github.com/exactile/exactile/internal/file"
	"github.com/exactile/exactile/internal/text"
	"github.com/spf13/pflag"
)

// DrawingFormats returns the formats in which solutions are printed, the default first.
func DrawingFormats() []string {
	return append([]string{"text", "json", "jsonl", "cells", "boxes"}, render.Known().Formats...)
}

// IsPicture reports whether a format is one file for one puzzle.
func IsPicture(format string) bool { return slices.Contains(render.Known().Formats, format) }

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
	// Orbits is what the solutions stand for up to symmetry: see render.Drawing.UpTo.
	Orbits struct {
		Symmetries int
		Solutions  int64
	}
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
// one solution was requested.
func NewPrinter(w io.Writer, format string, t *puzzle.Tiling, backend string, many bool) *Printer {
	return &Printer{
		w: w, format: format, tiling: t, Backend: backend, None: "no solution", many: many,
	}
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
	fmt.Fprintf(p.w, `%s"puzzle":%s,"backend":%s,`, Opening, quoted(p.tiling.Puzzle.Name),
		quoted(p.Backend))
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
		before := "\n"
		switch {
		case !p.many:
			before = `"solution":`
		case p.n > 1:
			before = ",\n"
		}
		p.line = append(p.line[:0], before...)
		return p.json(s, "")
	case "jsonl":
		if p.head == nil {
			p.head = fmt.Appendf(nil, `%s"puzzle":%s,"backend":%s,"solution":`, Opening,
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
	if p.format == "json" && !p.many { // again, in a list as if several had been requested
		fmt.Fprintf(p.w, ",\"solutions\":[%s]}\n", data[len(`"solution":`):])
	}
	return nil
}

// End prints the text after n solutions. complete is set if there are no more, stopped if a
// limit ended the search.
func (p *Printer) End(n int64, complete, stopped bool) error {
	if p.drawing != nil {
		if d, ok := p.drawing.(interface {
			UpTo(symmetries int, solutions int64)
		}); ok { // it prints a text
			d.UpTo(p.Orbits.Symmetries, p.Orbits.Solutions)
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
			io.WriteString(p.w, `"solution":null,"solutions":[],"complete":false}`+"\n")
		case n == 0:
			fmt.Fprintf(p.w, "\"solution\":null,\"solutions\":[]%s}\n", basis)
		}
	case p.format == "jsonl" || IsPicture(p.format):
	case n == 0 && stopped:
		fmt.Fprintln(p.w, StoppedBefore)
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

// StoppedBefore is the text that a limit ended the search too early.
const StoppedBefore = "stopped before a solution was found"

// Found is the text for n solutions.
func (p *Printer) Found(n int64) string {
	return text.UpTo(text.Plural(n, "solution"), p.Orbits.Symmetries, p.Orbits.Solutions)
}

// quoted returns a string as JSON.
func quoted(s string) string {
	data, err := JSON(s)
	if err != nil {
		return `""` // no string fails to marshal
	}
	return string(data)
}

// IsPicture reports whether the printer makes one file for one puzzle.
func (p *Printer) IsPicture() bool { return IsPicture(p.format) }

// A spool stores what is written to it until WriteTo: in memory while it is small, then in a
// temporary file.
type spool struct {
	buffer bytes.Buffer
	file   *file.Spill
}

// spoolMemory bounds the memory of a spool, in bytes.
const spoolMemory = 1 << 20

func (s *spool) Write(p []byte) (int, error) {
	if s.file == nil && s.buffer.Len()+len(p) > spoolMemory {
		f, err := file.NewSpill("", "exactile-*")
		if err != nil {
			return 0, err
		}
		s.file = f
		if _, err := s.buffer.WriteTo(f); err != nil {
			return 0, err
		}
	}
	if s.file != nil {
		return s.file.Write(p)
	}
	return s.buffer.Write(p)
}

// WriteTo writes the content to w.
func (s *spool) WriteTo(w io.Writer) (int64, error) {
	if s.file == nil {
		return s.buffer.WriteTo(w)
	}
	if _, err := s.file.Seek(0, io.SeekStart); err != nil {
		return 0, err
	}
	return io.Copy(w, s.file)
}

// remove deletes the file, if there is one.
func (s *spool) remove() {
	if s.file != nil {
		_ = s.file.Close()
	}
}

// DrawingFlags are the flags for the look of drawings, as they were given.
type DrawingFlags struct {
	theme   string
	palette string
	view    string
	title   string
	legend  bool
	columns int
	scale   float64
}

// Add defines the flags.
func (f *DrawingFlags) Add(flags *pflag.FlagSet) {
	AddTheme(flags, &f.theme)
	AddPalette(flags, &f.palette)
	ChoiceVar(flags, &f.view, "view", "", "draw a puzzle in space in `VIEW`: "+
		strings.Join(render.Known().Views, ", "), render.Known().Views...)
	flags.StringVar(&f.title, "title", "", "write `TEXT` above the boards of a picture")
	flags.BoolVar(&f.legend, "legend", false, "say below the boards which piece is which")
	NumberVar(flags, &f.columns, "columns", "", 8, 1, 0,
		"draw `N` boards in a row of a picture")
	flags.Float64Var(&f.scale, "scale", 2, "scale a PNG to `N` pixels for each unit of the SVG")
}

// AddTheme defines --theme.
func AddTheme(flags *pflag.FlagSet, theme *string) {
	themes := render.Known().Themes
	ChoiceVar(flags, theme, "theme", "", "draw pictures in `THEME`: "+strings.Join(themes, ", "),
		themes...)
}

// AddPalette defines --palette.
func AddPalette(flags *pflag.FlagSet, name *string) {
	palettes := render.Known().Palettes
	ChoiceVar(flags, name, "palette", palettes[0], "colour pieces from `PALETTE`: "+
		"ring, of hues that go together, or safe, for colour-blind eyes", palettes...)
}

// A DrawingStyle is the look that the flags ask for.
type DrawingStyle struct {
	options render.Options
}

// Resolve returns the style. A page holds at most hold solutions; 0 is a
// default. A flag that the format does not use is an error.
func (f *DrawingFlags) Resolve(
	flags *pflag.FlagSet, format string, hold int,
) (DrawingStyle, error) {
	s := DrawingStyle{render.Options{
		Theme: f.theme, Palette: f.palette, View: f.view, Columns: f.columns, Scale: f.scale,
		Limit: hold, Title: f.title, Legend: f.legend,
		Footer: "Made by exactile, which checked every solution against the puzzle's model.",
	}}
	err := CheckUses(flags, format,
		UsedBy("theme", "svg", "png"), UsedBy("palette", "svg", "png", "html"),
		UsedBy("columns", "svg", "png"),
		UsedBy("view", "svg", "png", "html"), UsedBy("title", "svg", "png"),
		UsedBy("legend", "svg", "png"), UsedBy("scale", "png"))
	if most := render.Known().MaxScale; err == nil && !(f.scale > 0 && f.scale <= most) {
		err = Misusef("--scale %g: want a number above 0 and at most %g", f.scale, most)
	}
	return s, err
}

// drawing begins a drawing in the format of w. It is nil if solutions are printed as data, or
// as plain letters one below the other.
func (s DrawingStyle) drawing(c *Console, w *Writer, t *puzzle.Tiling) (drawing, error) {
	screen := c.Screen(w.ToStandardOutput())
	switch {
	case IsPicture(w.Format):
		if w.Format == "png" && screen.Terminal {
			return nil, Misusef(
				"a PNG is not text: write it to a file with -o FILE.png")
		}
		pages := &spool{}
		c.AtEnd(pages.remove)
		s.options.Spool = pages
		if w.Format == "html" {
			s.options.Reason = text.List(faults.Find(t).Notes, "; ")
		}
		made, err := render.New(w, w.Format, t, s.options)
		if err != nil {
			return nil, err // a nil drawing in an interface would not be nil
		}
		if s.options.View == "iso" && w.Format != "html" {
			return &cornerDrawing{Drawing: made, c: c, t: t}, nil
		}
		return made, nil
	case w.Format == "boxes":
		if t.Puzzle.Cover != nil {
			return nil, render.ErrNoGeometry
		}
		return newTextDrawing(w, t, screen, true, true), nil
	case w.Format == "text":
		boxes := screen.Terminal && screen.Unicode && !w.Chosen
		if t.Puzzle.Cover == nil && (boxes || screen.Colour || screen.Terminal && !w.Chosen) {
			return newTextDrawing(w, t, screen, boxes, false), nil
		}
	}
	return nil, nil
}

// A cornerDrawing shows solutions from a corner, and notes which pieces of one of them that hides.
type cornerDrawing struct {
	render.Drawing
	c      *Console
	t      *puzzle.Tiling
	n      int
	hidden []string // of the first solution with any
}

func (d *cornerDrawing) Add(s cover.Solution) error {
	d.n++
	if d.hidden == nil {
		if d.hidden = render.Hidden(d.t, s); d.hidden != nil {
			d.c.Note("hidden from this corner in solution %d: %s; --view exploded shows all", d.n,
				text.Visible(text.List(d.hidden, ", ")))
		}
	}
	return d.Drawing.Add(s)
}

// Printer returns a printer in the format of w that draws in the style.
func (s DrawingStyle) Printer(
	c *Console, w *Writer, t *puzzle.Tiling, backend string, many bool,
) (*Printer, error) {
	d, err := s.drawing(c, w, t)
	p := NewPrinter(w, w.Format, t, backend, many)
	p.drawing = d
	return p, err
}

// A textDrawing draws solutions in rows as wide as the screen. On a terminal, a row is printed
// before it is full if no solution comes for a while. Other output does not depend on time.
type textDrawing struct {
	drawer       *terminal.Drawer
	boxes        bool
	boardsForced bool // for boxes, by -f
	width        int

	mu     sync.Mutex
	rows   *Rows
	late   *time.Timer // prints the waiting row; nil: no terminal
	failed error       // the first error, also of the timer
}

// rowAfter is how long a row of drawings waits for the next one.
const rowAfter = 250 * time.Millisecond

func newTextDrawing(
	w io.Writer, t *puzzle.Tiling, s Screen, boxes, asked bool,
) *textDrawing {
	d := &textDrawing{drawer: terminal.New(t), boxes: boxes, boardsForced: asked, width: s.Columns}
	if !boxes && !s.Terminal {
		d.width = 0 // for programs: one below the other
	}
	d.rows = NewRows(w, d.width, s.Colour)
	if s.Terminal {
		d.late = time.AfterFunc(rowAfter, d.flush)
		d.late.Stop()
	}
	return d
}

func (d *textDrawing) Add(s cover.Solution) error {
	b := d.block(s)
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.failed != nil {
		return d.failed
	}
	if d.late != nil {
		d.late.Reset(rowAfter)
	}
	d.failed = d.rows.Add(b)
	return d.failed
}

func (d *textDrawing) block(s cover.Solution) *terminal.Block {
	if d.boxes {
		// A terminal would break wider lines: letters may still fit.
		if b := d.drawer.Solution(s, d.width); d.boardsForced || b.Width() <= d.width {
			return b
		}
	}
	return d.drawer.Letters(s)
}

// flush prints the waiting row.
func (d *textDrawing) flush() { _ = d.Close(true) }

// Close prints the waiting row. It may be called more than once.
func (d *textDrawing) Close(bool) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.late != nil {
		d.late.Stop()
	}
	if d.failed == nil {
		d.failed = d.rows.Flush()
	}
	return d.failed
}
