// Package render draws puzzles and their solutions for people to look at. It
// draws what it is given: it neither searches nor checks.
//
// [Text] draws in letters, which programs read back. A [Drawer] draws for
// terminals, with lines and colours. [New] begins a file: an SVG, a PNG, or an
// HTML page of many solutions. A [Page] is any other HTML page, with [Bars].
package render

import (
	"bytes"
	"fmt"
	"io"
	"strings"

	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/encode/puzzle"
	"github.com/exactile/exactile/encode/render/internal/gallery"
	"github.com/exactile/exactile/encode/render/internal/picture"
)

// ErrNoGeometry says that a puzzle is only items and options: nothing to draw.
var ErrNoGeometry = picture.ErrNoGeometry

// MaxScale is the largest scale of a PNG.
const MaxScale = picture.MaxScale

// Themes lists the names of the themes of pictures, the default first.
func Themes() []string { return picture.ThemeNames() }

// Views lists the ways to look at a puzzle in space, the default first: its layers side by
// side, the whole from a corner, or that with its layers lifted apart.
func Views() []string { return picture.Views() }

// Options say how to draw. The zero value is a light picture with eight boards a
// row, at scale 1, or a page of as many solutions as browsers bear.
type Options struct {
	Theme   string  // one of Themes; "": the first. Pages follow the reader's system.
	Columns int     // boards a row of an SVG or PNG; 0: 8
	Scale   float64 // pixels of a PNG to a unit of the SVG; 0: 1
	View    string  // of a puzzle in space, one of Views; "": the first
	Limit   int     // how many solutions a page holds; 0: 5000
	Title   string  // a line above the boards of an SVG or PNG
	Legend  bool    // say below the boards of an SVG or PNG which piece is which
	Reason  string  // why a page without solutions has none, if that is known
	Footer  string  // a sentence at the end of a page, such as who made it and how

	// Spool keeps an SVG until its height is known; nil: memory.
	Spool interface {
		io.Writer
		io.WriterTo
	}
}

// Orbits say for how many solutions those of a drawing stand, where that is one of
// each orbit under the symmetries of the puzzle. The zero Orbits: each for itself.
type Orbits struct {
	// Symmetries is how many motions count as the same, the identity included.
	Symmetries int
	// Solutions is how many there are in all, 0 if that is not known.
	Solutions int64
}

// Of adds to a number of solutions, or a word for it, what it is a number of: "65
// solutions up to 8 symmetries (520 in all)".
func (o Orbits) Of(solutions string) string { return picture.Orbits(o).Of(solutions) }

// A Drawing is a file of solutions in the making. Nothing is written before Close.
type Drawing struct{ kind drawing }

// drawing is what each kind of file does.
type drawing interface {
	Add(s cover.Solution) error
	UpTo(o picture.Orbits)
	Close(more bool) error
}

// formats are the kinds of files, and how each begins.
var formats = []struct {
	name string
	open func(w io.Writer, t *puzzle.Tiling, o Options) (drawing, error)
}{
	{"svg", newSVG},
	{"png", func(w io.Writer, t *puzzle.Tiling, o Options) (drawing, error) {
		return picture.NewPNG(w, t, o.picture())
	}},
	{"html", func(w io.Writer, t *puzzle.Tiling, o Options) (drawing, error) {
		return gallery.New(w, t, gallery.Options{
			Limit: o.Limit, View: o.View, Reason: o.Reason, Footer: o.Footer})
	}},
}

func newSVG(w io.Writer, t *puzzle.Tiling, o Options) (drawing, error) {
	if o.Spool == nil {
		o.Spool = &bytes.Buffer{}
	}
	return picture.NewSVG(w, o.Spool, t, o.picture())
}

// NewSVG is New for "svg" alone: a program that calls it need not hold what the other
// formats take.
func NewSVG(w io.Writer, t *puzzle.Tiling, o Options) (*Drawing, error) {
	kind, err := newSVG(w, t, o)
	if err != nil {
		return nil, err
	}
	return &Drawing{kind}, nil
}

// picture returns what the options say of pictures.
func (o Options) picture() picture.Options {
	return picture.Options{Theme: o.Theme, Columns: o.Columns, Scale: o.Scale, View: o.View,
		Title: o.Title, Legend: o.Legend}
}

// Formats returns the formats of drawings.
func Formats() []string {
	var names []string
	for _, f := range formats {
		names = append(names, f.name)
	}
	return names
}

// New begins a drawing of solutions of t in one of the [Formats] that Close writes to w. The
// errors are ErrNoGeometry and options without sense.
func New(w io.Writer, format string, t *puzzle.Tiling, o Options) (*Drawing, error) {
	for _, f := range formats {
		if f.name == format {
			kind, err := f.open(w, t, o)
			if err != nil {
				return nil, err
			}
			return &Drawing{kind}, nil
		}
	}
	return nil, fmt.Errorf("no format of pictures is called %q: want one of %s",
		format, strings.Join(Formats(), ", "))
}

// Add draws one solution. The error is that of a PNG that becomes too large.
func (d *Drawing) Add(s cover.Solution) error { return d.kind.Add(s) }

// UpTo says for how many solutions those stand that are added. The last call before
// Close counts.
func (d *Drawing) UpTo(o Orbits) { d.kind.UpTo(picture.Orbits(o)) }

// Close writes the file; without a solution it shows the board. more says that
// there may be more solutions than were added.
func (d *Drawing) Close(more bool) error { return d.kind.Close(more) }
