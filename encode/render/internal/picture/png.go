//go:build !lean

package picture

import (
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"io"
	"math"

	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/encode/puzzle"
	"github.com/exactile/exactile/encode/render/internal/outline"
	"github.com/exactile/exactile/encode/render/internal/palette"
	"golang.org/x/image/vector"
)

// MaxPixels is the size of the largest PNG; it takes four bytes of memory for
// each pixel.
const MaxPixels = 1 << 25

// A PNG is a picture that is being made. It keeps the solutions until Close.
type PNG struct {
	p         *Painter
	w         io.Writer
	scale     float64
	solutions []cover.Solution
}

// NewPNG starts a picture of solutions of t that Close writes to w.
func NewPNG(w io.Writer, t *puzzle.Tiling, o Options) (*PNG, error) {
	p, err := NewPainter(t, o)
	if err != nil {
		return nil, err
	}
	scale, err := o.scale()
	if err != nil {
		return nil, err
	}
	v := &PNG{p: p, w: w, scale: scale}
	return v, v.fits(1)
}

// fits returns an error if a picture of n solutions is too large.
func (v *PNG) fits(n int) error {
	if width, height := v.pixels(n); width*height > MaxPixels {
		return fmt.Errorf("a PNG of %s would be %.0f pixels wide and %.0f high, "+
			"more than %d million in all: use fewer solutions, a smaller scale, or SVG",
			solutions(n), width, height, MaxPixels>>20)
	}
	return nil
}

func solutions(n int) string {
	if n == 1 {
		return "a solution"
	}
	return fmt.Sprintf("%d solutions or more", n)
}

func (v *PNG) pixels(n int) (width, height float64) {
	width, height = v.p.sheet(n)
	return math.Ceil(width * v.scale), math.Ceil(height * v.scale)
}

// Add draws one solution. It fails if the picture becomes too large.
func (v *PNG) Add(s cover.Solution) error {
	v.solutions = append(v.solutions, append(cover.Solution{}, s...))
	return v.fits(len(v.solutions))
}

// UpTo does nothing: a PNG has no words.
func (v *PNG) UpTo(int, int64) {}

// Close writes the picture; without a solution it shows the board. more is ignored, since a PNG has
// no words.
func (v *PNG) Close(_ bool) error {
	return png.Encode(v.w, v.image())
}

// scale returns the scale of a PNG.
func (o Options) scale() (float64, error) {
	if o.Scale == 0 {
		return 1, nil
	}
	if !(o.Scale > 0 && o.Scale <= MaxScale) {
		return 0, fmt.Errorf("scale %g: want a number above 0 and at most %d", o.Scale, MaxScale)
	}
	return o.Scale, nil
}

// image draws the picture.
func (v *PNG) image() *image.RGBA {
	width, height := v.pixels(len(v.solutions))
	canvas := v.canvas(width, height)
	v.fill(canvas, outline.Point{}, v.p.wording(len(v.solutions)))
	all := v.solutions
	if len(all) == 0 {
		all = []cover.Solution{nil}
	}
	for n, s := range all {
		at := v.p.origin(n)
		if v.p.view.solid {
			for _, b := range v.p.bodies(s) {
				v.fill(canvas, at, b.paints)
			}
			continue
		}
		v.fill(canvas, at, []paint{{path: v.p.Board, colour: v.p.theme.Line},
			{path: v.p.Words, colour: v.p.theme.Ink}})
		for _, site := range v.p.empty(s) {
			v.fill(canvas, at, v.p.paints(v.p.Site(site)))
		}
		tints := v.p.Tints(s)
		for _, o := range s {
			v.fill(canvas, at, v.p.paints(v.p.Figure(o, tints[o])))
		}
	}
	return canvas
}

// WritePanelsPNG is WritePanels for a PNG.
func WritePanelsPNG(w io.Writer, t *puzzle.Tiling, all []Panel, o Options) error {
	v, err := newPanels(io.Discard, t, o, all, "")
	if err != nil {
		return err
	}
	scale, err := o.scale()
	if err != nil {
		return err
	}
	to := PNG{p: v.Painter, scale: scale}
	width, height := v.extent(len(all))
	if width*height*to.scale*to.scale > MaxPixels {
		return fmt.Errorf("a PNG of %d boards would have more than %d million pixels: want svg",
			len(all), MaxPixels>>20)
	}
	canvas := to.canvas(math.Ceil(width*to.scale), math.Ceil(height*to.scale))
	for n := range all {
		to.fill(canvas, v.place(n), []paint{{path: v.Words, colour: v.theme.Ink}})
		for _, g := range v.groups(&all[n]) {
			to.fill(canvas, v.place(n), g.paints)
		}
	}
	return png.Encode(w, canvas)
}

// canvas returns an image of the colour of the ground.
func (v *PNG) canvas(width, height float64) *image.RGBA {
	canvas := image.NewRGBA(image.Rect(0, 0, int(width), int(height)))
	draw.Draw(canvas, canvas.Bounds(), uniform(v.p.theme.Ground), image.Point{}, draw.Src)
	return canvas
}

// fill fills paths, given in units of the SVG, from a place on.
func (v *PNG) fill(canvas *image.RGBA, at outline.Point, all []paint) {
	for _, p := range all {
		if len(p.path) > 0 {
			v.path(canvas, p.path.Moved(p.at).Moved(at).Scaled(v.scale), p.colour)
		}
	}
}

// path fills a path, given in pixels.
func (v *PNG) path(canvas *image.RGBA, path outline.Path, c palette.Colour) {
	low, high := path.Bounds()
	box := image.Rect(int(math.Floor(low.X)), int(math.Floor(low.Y)), int(math.Ceil(high.X)),
		int(math.Ceil(high.Y)))
	r := vector.NewRasterizer(box.Dx(), box.Dy())
	x := func(p outline.Point) float32 { return float32(p.X - float64(box.Min.X)) }
	y := func(p outline.Point) float32 { return float32(p.Y - float64(box.Min.Y)) }
	for _, s := range path {
		switch s.Op {
		case outline.Move:
			r.MoveTo(x(s.To), y(s.To))
		case outline.Line:
			r.LineTo(x(s.To), y(s.To))
		case outline.Curve:
			r.QuadTo(x(s.By), y(s.By), x(s.To), y(s.To))
		case outline.Close:
			r.ClosePath()
		}
	}
	r.Draw(canvas, box, uniform(c), image.Point{})
}

func uniform(c palette.Colour) *image.Uniform {
	return image.NewUniform(color.RGBA{c.R, c.G, c.B, 0xff})
}
