package sheet

import (
	"math"

	"github.com/exactile/exactile/encode/render/internal/outline"
	"github.com/exactile/exactile/encode/render/internal/palette"
)

// A pen is the purpose of a line.
type pen int

// The pens: a line to cut along, the outline of a board, a line between its cells.
const (
	cut pen = iota
	bold
	thin
)

// A line goes through its points; one that is closed ends at its first point.
type line struct {
	pen    pen
	points []outline.Point
}

// A shape is a filled path: a piece's colour, a letter, a mark.
type shape struct {
	path outline.Path
	fill palette.Colour
	// ground is set if the shape is only a colour, which cutting machines ignore.
	ground bool
}

// art is a part of a page.
type art struct {
	shapes []shape // the later over the earlier
	lines  []line  // over all shapes
}

// put adds a part, moved.
func (a *art) put(b art, at outline.Point) {
	moved := b.mapped(func(p outline.Point) outline.Point {
		return outline.Point{X: p.X + at.X, Y: p.Y + at.Y}
	})
	a.shapes = append(a.shapes, moved.shapes...)
	a.lines = append(a.lines, moved.lines...)
}

// mapped returns the art with the function applied to all its points.
func (a *art) mapped(to func(outline.Point) outline.Point) (b art) {
	for _, s := range a.shapes {
		b.shapes = append(b.shapes, shape{s.path.Mapped(to), s.fill, s.ground})
	}
	for _, l := range a.lines {
		points := make([]outline.Point, len(l.points))
		for n, p := range l.points {
			points[n] = to(p)
		}
		b.lines = append(b.lines, line{l.pen, points})
	}
	return b
}

// seen returns the part of the art that may be visible in a window.
func (a *art) seen(left, top, right, bottom float64) (part art) {
	in := func(low, high outline.Point) bool {
		return low.X <= right && high.X >= left && low.Y <= bottom && high.Y >= top
	}
	for _, s := range a.shapes {
		if in(s.path.Bounds()) {
			part.shapes = append(part.shapes, s)
		}
	}
	for _, l := range a.lines {
		if in(outline.Closed([][]outline.Point{l.points}).Bounds()) {
			part.lines = append(part.lines, l)
		}
	}
	return part
}

// draw adds lines.
func (a *art) draw(pen pen, lines ...[]outline.Point) {
	for _, points := range lines {
		a.lines = append(a.lines, line{pen, points})
	}
}

// closed returns polygons as lines that end where they begin.
func closed(polygons [][]outline.Point) [][]outline.Point {
	lines := make([][]outline.Point, len(polygons))
	for n, p := range polygons {
		lines[n] = append(p[:len(p):len(p)], p[0])
	}
	return lines
}

// A block is art and its extent, from the origin on.
type block struct {
	art
	width, height float64
	caption       string
}

// turned returns the block turned by 90 degrees.
func (b block) turned() block {
	turn := func(p outline.Point) outline.Point { return outline.Point{X: b.height - p.Y, Y: p.X} }
	return block{art: b.mapped(turn), width: b.height, height: b.width}
}

// A page is a sheet of paper, or a plate of material.
type page struct {
	art
	width, height float64
	// clip is the visible part of the page's art: x, y, width, height; nil: all. The margin is
	// never clipped.
	clip   *[4]float64
	margin art
}

// box is the rectangle with one corner at the origin.
func box(width, height float64) []outline.Point {
	return []outline.Point{{}, {X: width}, {X: width, Y: height}, {Y: height}, {}}
}

// fits reports whether a is at most b, apart from rounding.
func fits(a, b float64) bool { return a <= b+1e-6*math.Max(1, b) }
