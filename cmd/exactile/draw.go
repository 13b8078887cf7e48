package main

import (
	"slices"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/encode/puzzle"
	"github.com/exactile/exactile/encode/render/gallery"
	"github.com/exactile/exactile/encode/render/picture"
	"github.com/exactile/exactile/encode/render/terminal"
)

// drawFormats are the formats of drawings for people.
var drawFormats = []string{"boxes", "svg", "png", "html"}

// A drawing is a drawing of solutions in the making.
type drawing interface {
	// Add draws one solution.
	Add(s cover.Solution) error
	// Close draws what is still to be drawn; more says that there may be more
	// solutions than were added.
	Close(more bool) error
}

// drawFlags say how drawings look.
type drawFlags struct {
	ascii   bool
	theme   string
	columns int
	scale   float64
	hold    int // how many solutions a page holds; 0: as many as is good for it
}

func (f *drawFlags) add(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.BoolVar(&f.ascii, "ascii", false, "draw with letters alone, as in a pipe")
	flags.StringVar(&f.theme, "theme", "", "`THEME` of a picture: light, dark, print")
	flags.IntVar(&f.columns, "columns", 8, "`N` boards side by side in a picture of several solutions")
	flags.Float64Var(&f.scale, "scale", 2, "`N` pixels of a PNG to a unit of the SVG")
}

// A useful flag is one that only some formats have a use for.
type useful struct {
	flag    string
	formats []string
}

// meansNothing returns an error if a flag was given that the format has no use for.
func meansNothing(cmd *cobra.Command, format string, flags []useful) error {
	for _, f := range flags {
		if cmd.Flags().Changed(f.flag) && !slices.Contains(f.formats, format) {
			return usage("--%s means nothing to -f %s", f.flag, format)
		}
	}
	return nil
}

// check refuses flags that the format has no use for.
func (f *drawFlags) check(cmd *cobra.Command, format string) error {
	err := meansNothing(cmd, format, []useful{
		{"theme", []string{"svg", "png"}}, {"columns", []string{"svg", "png"}}, {"scale", []string{"png"}}, {"ascii", []string{"text"}},
	})
	if err != nil {
		return err
	}
	if f.columns < 1 {
		return usage("--columns %d: want at least one", f.columns)
	}
	if !(f.scale > 0 && f.scale <= picture.MaxScale) {
		return usage("--scale %g: want a number above 0 and at most %d", f.scale, picture.MaxScale)
	}
	return nil
}

// isPicture reports whether a format is one file for one puzzle.
func isPicture(format string) bool { return format == "svg" || format == "png" || format == "html" }

// drawing begins the drawing that the flags ask for. It is nil where solutions
// are printed in another way: as data, or as plain letters one below the other.
func (a *app) drawing(w *output, out *outputFlags, f *drawFlags, t *puzzle.Tiling) (drawing, error) {
	s, err := a.screen(out, a.colour)
	if err != nil {
		return nil, err
	}
	switch out.format {
	case "svg", "png":
		theme, err := picture.ThemeByName(f.theme)
		if err != nil {
			return nil, usage("--theme: %v", err)
		}
		options := picture.Options{Theme: theme, Columns: f.columns, Scale: f.scale}
		if out.format == "png" {
			if s.terminal {
				return nil, usage("a PNG is no text for a terminal: write it to a file with -o FILE.png")
			}
			return pictureOf(picture.NewPNG(w, t, options))
		}
		pages := &spool{}
		a.atEnd = append(a.atEnd, pages.remove)
		return pictureOf(picture.NewSVG(w, pages, t, options))
	case "html":
		page, err := gallery.New(w, t, f.hold)
		if err != nil {
			return nil, err
		}
		page.Footer = "Made by exactile, which checked every solution against the puzzle's model."
		return page, nil
	case "boxes":
		if t.Puzzle.Cover != nil {
			return nil, picture.ErrNoGeometry
		}
		return newTextDrawing(w, t, s, true, true), nil
	case "text":
		boxes := s.terminal && s.unicode && !f.ascii && !out.chosen
		if t.Puzzle.Cover == nil && (boxes || s.colour || s.terminal && !out.chosen) {
			return newTextDrawing(w, t, s, boxes, false), nil
		}
	}
	return nil, nil
}

// pictureOf makes a drawing of a picture, without hiding a nil in it.
func pictureOf[P drawing](p P, err error) (drawing, error) {
	if err != nil {
		return nil, err
	}
	return p, nil
}

// A textDrawing draws solutions in rows as wide as the screen. A person who
// watches a slow search is not left waiting for a row to be full: one that no
// solution joined for a while is printed as it is. Programs get rows that do not
// depend on time.
type textDrawing struct {
	drawer *terminal.Drawer
	boxes  bool
	asked  bool // for boxes, by -f
	width  int

	mu     sync.Mutex
	rows   *terminal.Rows
	late   *time.Timer // prints the row that waits; nil: nobody watches
	failed error       // what the timer met
}

// rowAfter is how long a row of drawings waits for the next one.
const rowAfter = 250 * time.Millisecond

func newTextDrawing(w *output, t *puzzle.Tiling, s screen, boxes, asked bool) *textDrawing {
	d := &textDrawing{drawer: terminal.NewDrawer(t), boxes: boxes, asked: asked, width: s.columns}
	if !boxes && !s.terminal {
		d.width = 0 // for programs: one below the other
	}
	d.rows = terminal.NewRows(w, d.width, s.colour)
	if s.terminal {
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
		// Lines that a terminal breaks are no drawing: letters may still fit.
		if b := d.drawer.Solution(s, d.width); d.asked || b.Width() <= d.width {
			return b
		}
	}
	return d.drawer.Letters(s)
}

// flush prints the row that waits.
func (d *textDrawing) flush() { _ = d.Close(true) }

// Close prints the row that waits. It may be called more than once.
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
