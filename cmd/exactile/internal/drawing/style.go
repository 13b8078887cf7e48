// Package drawing prints solutions: as drawings and pictures for people, or as data.
package drawing

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/exactile/exactile/cmd/exactile/internal/console"
	"github.com/exactile/exactile/cmd/exactile/internal/faults"
	"github.com/exactile/exactile/cmd/exactile/internal/output"
	"github.com/exactile/exactile/cmd/exactile/internal/usage"
	"github.com/exactile/exactile/encode/puzzle"
	"github.com/exactile/exactile/encode/render"
	"github.com/exactile/exactile/internal/brief"
)

// Flags are the flags for the look of drawings, as they were given.
type Flags struct {
	ascii   bool
	theme   string
	view    string
	title   string
	legend  bool
	columns int
	scale   float64
}

// Add defines the flags.
func (f *Flags) Add(flags *pflag.FlagSet) {
	flags.BoolVar(&f.ascii, "ascii", false, "draw with letters alone, as in a pipe")
	AddTheme(flags, &f.theme)
	flags.StringVar(&f.view, "view", "", "`VIEW` of a puzzle in space in a picture: "+
		strings.Join(render.Views(), ", "))
	usage.Choose(flags, "view", render.Views()...)
	flags.StringVar(&f.title, "title", "", "`TEXT` above the boards of a picture")
	flags.BoolVar(&f.legend, "legend", false, "say below the boards which piece is which")
	flags.IntVar(&f.columns, "columns", 8,
		"`N` boards side by side in a picture of several solutions")
	flags.Float64Var(&f.scale, "scale", 2, "`N` pixels of a PNG to a unit of the SVG")
}

// AddTheme defines --theme.
func AddTheme(flags *pflag.FlagSet, theme *string) {
	flags.StringVar(theme, "theme", "", "`THEME` of a picture: "+strings.Join(render.Themes(), ", "))
	usage.Choose(flags, "theme", render.Themes()...)
}

// CheckTheme returns an error for an unknown theme.
func CheckTheme(theme string) error {
	if theme == "" || slices.Contains(render.Themes(), theme) {
		return nil
	}
	return usage.Errorf("--theme: no theme is called %q: want one of %s", theme, strings.Join(render.Themes(), ", "))
}

// A Style is the look that the flags ask for.
type Style struct {
	ascii   bool
	options render.Options
}

// Resolve returns the style of the flags of cmd. A page holds at most hold solutions; 0 is a
// default. A flag that the format does not use is an error.
func (f *Flags) Resolve(cmd *cobra.Command, format string, hold int) (Style, error) {
	s := Style{f.ascii, render.Options{
		Theme: f.theme, View: f.view, Columns: f.columns, Scale: f.scale, Limit: hold,
		Title: f.title, Legend: f.legend,
		Footer: "Made by exactile, which checked every solution against the puzzle's model.",
	}}
	err := usage.MeansNothing(cmd, format,
		usage.For("theme", "svg", "png"), usage.For("columns", "svg", "png"),
		usage.For("view", "svg", "png", "html"), usage.For("title", "svg", "png"),
		usage.For("legend", "svg", "png"), usage.For("scale", "png"), usage.For("ascii", "text"))
	if err == nil {
		err = CheckTheme(f.theme)
	}
	switch {
	case err != nil:
		return s, err
	case f.view != "" && !slices.Contains(render.Views(), f.view):
		return s, usage.Errorf("--view: no view is called %q: want one of %s",
			f.view, strings.Join(render.Views(), ", "))
	case f.columns < 1:
		return s, usage.Errorf("--columns %d: want at least one", f.columns)
	case !(f.scale > 0 && f.scale <= render.MaxScale):
		return s, usage.Errorf("--scale %g: want a number above 0 and at most %d",
			f.scale, render.MaxScale)
	}
	return s, nil
}

// drawing begins a drawing in the format of w. It is nil if solutions are printed as data, or
// as plain letters one below the other.
func (s Style) drawing(c *console.Console, w *output.Writer, t *puzzle.Tiling) (drawing, error) {
	screen, err := c.Screen(w.ToStandardOutput())
	if err != nil {
		return nil, err
	}
	switch {
	case IsPicture(w.Format):
		if w.Format == "png" && screen.Terminal {
			return nil, usage.Errorf(
				"a PNG is no text for a terminal: write it to a file with -o FILE.png")
		}
		pages := &spool{}
		c.Finally(pages.remove)
		s.options.Spool = pages
		if w.Format == "html" {
			s.options.Reason = brief.List(faults.Of(t).Notes, "; ")
		}
		picture, err := render.New(w, w.Format, t, s.options)
		if err != nil {
			return nil, err // a nil picture in an interface would not be nil
		}
		return picture, nil
	case w.Format == "boxes":
		if t.Puzzle.Cover != nil {
			return nil, render.ErrNoGeometry
		}
		return newTextDrawing(w, t, screen, true, true), nil
	case w.Format == "text":
		boxes := screen.Terminal && screen.Unicode && !s.ascii && !w.Chosen
		if t.Puzzle.Cover == nil && (boxes || screen.Colour || screen.Terminal && !w.Chosen) {
			return newTextDrawing(w, t, screen, boxes, false), nil
		}
	}
	return nil, nil
}

// Printer returns a printer in the format of w that draws in the style.
func (s Style) Printer(
	c *console.Console, w *output.Writer, t *puzzle.Tiling, backend string, many bool,
) (*Printer, error) {
	d, err := s.drawing(c, w, t)
	p := NewPrinter(w, w.Format, t, backend, many)
	p.drawing = d
	return p, err
}
