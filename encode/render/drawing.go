// Package render draws puzzles and their solutions for people to look at. It neither searches nor
// checks.
//
// [Text] draws in letters, which programs can read back. [New] starts a file: an SVG, a PNG, or an
// HTML page of many solutions.
package render

import (
	"bytes"
	"fmt"
	"io"
	"strings"

	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/encode/puzzle"
	"github.com/exactile/exactile/encode/render/gallery"
	"github.com/exactile/exactile/encode/render/internal/palette"
	"github.com/exactile/exactile/encode/render/internal/picture"
)

// ErrNoGeometry reports a puzzle that is only items and options, so it cannot be drawn.
var ErrNoGeometry = picture.ErrNoGeometry

// Known is what drawings know: the formats of [New], and what [Options] may say, the default first.
// The views of a puzzle in space are its layers side by side, the whole seen from a corner, and
// seen from a corner with the layers lifted apart. MaxScale is the largest scale of a PNG.
func Known() (known struct {
	Formats, Themes, Palettes, Views []string
	MaxScale                         float64
}) {
	for _, f := range formats {
		known.Formats = append(known.Formats, f.name)
	}
	known.Themes, known.Palettes = picture.ThemeNames(), palette.Names()
	known.Views, known.MaxScale = picture.Views(), picture.MaxScale
	return known
}

// Hidden names the pieces of a solution of t that the view "iso" does not show.
func Hidden(t *puzzle.Tiling, s cover.Solution) (names []string) { return picture.Hidden(t, s) }

// Options say how to draw. The zero value is a light picture with eight boards a row, at scale 1,
// or a page with the default number of solutions.
type Options struct {
	Theme   string  // "": the first that is known. Pages follow the reader's system.
	Palette string  // "ring", of hues that go together, or "safe", for colour-blind eyes; "": ring
	Columns int     // boards a row of an SVG or PNG; 0: 8
	Scale   float64 // pixels of a PNG to a unit of the SVG; 0: 1
	View    string  // of a puzzle in space; "": the first
	Limit   int     // how many solutions a page holds; 0: 5000
	Title   string  // a line above the boards of an SVG or PNG
	Legend  bool    // say below the boards of an SVG or PNG which piece is which
	Reason  string  // why there is no solution, if known, for a page without solutions
	Footer  string  // a sentence at the end of a page, such as who made it and how

	// Spool keeps an SVG until its height is known; nil: memory.
	Spool interface {
		io.Writer
		io.WriterTo
	}
}

// A Drawing is a file of solutions that is being made. Nothing is written before Close.
type Drawing interface {
	// Add draws one solution. It fails if a PNG becomes too large.
	Add(s cover.Solution) error
	// UpTo says that each solution stands for its orbit under so many motions that count as the
	// same, the identity included, and how many solutions there are in all, 0 if unknown. The last
	// call before Close counts.
	UpTo(symmetries int, solutions int64)
	// Close writes the file; without a solution it shows the board. more is set if there may be
	// more solutions than were added.
	Close(more bool) error
}

// formats are the kinds of files, and the function that starts each.
var formats = []struct {
	name string
	open func(w io.Writer, t *puzzle.Tiling, o Options) (Drawing, error)
}{
	{"svg", NewSVG},
	{"png", func(w io.Writer, t *puzzle.Tiling, o Options) (Drawing, error) {
		return picture.NewPNG(w, t, o.picture())
	}},
	{"html", func(w io.Writer, t *puzzle.Tiling, o Options) (Drawing, error) {
		g := &gallery.Gallery{
			Limit: o.Limit, Palette: o.Palette, View: o.View, Reason: o.Reason, Footer: o.Footer}
		return g, g.Begin(w, t)
	}},
}

// NewSVG is New for "svg" alone: a program that calls only NewSVG is linked without the code of the
// other formats.
func NewSVG(w io.Writer, t *puzzle.Tiling, o Options) (Drawing, error) {
	if o.Spool == nil {
		o.Spool = &bytes.Buffer{}
	}
	d, err := picture.NewSVG(w, o.Spool, t, o.picture())
	if err != nil {
		return nil, err
	}
	return d, nil
}

// picture returns the options that pictures use.
func (o Options) picture() picture.Options {
	return picture.Options{Theme: o.Theme, Palette: o.Palette, Columns: o.Columns, Scale: o.Scale,
		View: o.View, Title: o.Title, Legend: o.Legend}
}

// New starts a drawing of solutions of t in one of the formats that are [Known]; Close writes it to
// w. The errors are ErrNoGeometry and invalid options.
func New(w io.Writer, format string, t *puzzle.Tiling, o Options) (Drawing, error) {
	for _, f := range formats {
		if f.name == format {
			d, err := f.open(w, t, o)
			if err != nil {
				return nil, err
			}
			return d, nil
		}
	}
	return nil, fmt.Errorf("no format of pictures is called %q: want one of %s",
		format, strings.Join(Known().Formats, ", "))
}
