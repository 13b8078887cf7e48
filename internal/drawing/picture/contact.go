package picture

import (
	"math"

	"github.com/exactile/exactile/internal/drawing/outline"
)

const (
	titleSpace = 32.0
	// A line of the legend, the swatch in it, and the gap after its words.
	legendLine, swatch, legendGap = 22.0, 16.0, 18.0
)

// A legend says which piece is which.
type legend struct {
	paints []paint // from the origin on
	height float64
}

// sheet returns the extent of a picture of n boards, at least one.
func (p *Painter) sheet(n int) (width, height float64) {
	w, h := p.Size()
	n = max(n, 1)
	columns := min(n, p.columns)
	rows := (n + columns - 1) / columns
	titleWidth, titleHeight := p.titleExtent()
	width = math.Ceil(max(float64(columns)*(w+gap)-gap, titleWidth))
	height = titleHeight + float64(rows)*(h+gap) - gap + p.legendOf(width).height
	return 2*margin + width, 2*margin + height
}

// origin returns where board n of a sheet begins.
func (p *Painter) origin(n int) outline.Point {
	w, h := p.Size()
	_, title := p.titleExtent()
	return outline.Point{X: margin + float64(n%p.columns)*(w+gap),
		Y: margin + title + float64(n/p.columns)*(h+gap)}
}

// titleExtent returns the extent of the title.
func (p *Painter) titleExtent() (width, height float64) {
	if len(p.heading) == 0 {
		return 0, 0
	}
	low, high := p.heading.Bounds()
	return high.X - low.X, titleSpace
}

// legendOf returns the legend for a sheet of this width inside its margins.
func (p *Painter) legendOf(width float64) legend {
	var l legend
	if len(p.names) == 0 {
		return l
	}
	x, y := 0.0, gap/2+legendLine/2
	for k, name := range p.names {
		low, high := name.Bounds()
		wide := swatch + 6 + high.X - low.X
		if x > 0 && x+wide > width {
			x, y = 0, y+legendLine
		}
		fill, ink := p.Colours(k, 0)
		at := outline.Point{X: x + swatch/2, Y: y}
		l.paints = append(l.paints, paint{square(at, swatch/2), p.theme.Line},
			paint{square(at, swatch/2-1), fill},
			paint{p.Labels[k].Scaled(0.5 * swatch / p.labelSize).Moved(at), ink},
			paint{name.Moved(outline.Point{X: x + wide - high.X, Y: y}), p.theme.Line})
		x += wide + legendGap
	}
	l.height = y + legendLine/2
	return l
}

// square returns a square of the given half side.
func square(at outline.Point, r float64) outline.Path {
	return outline.Closed([][]outline.Point{{
		{X: at.X - r, Y: at.Y - r}, {X: at.X + r, Y: at.Y - r}, {X: at.X + r, Y: at.Y + r},
		{X: at.X - r, Y: at.Y + r}}})
}

// wording returns the title and legend around n boards.
func (p *Painter) wording(n int) []paint {
	var all []paint
	width, height := p.sheet(n)
	if wide, high := p.titleExtent(); high > 0 {
		at := outline.Point{X: margin + wide/2, Y: margin + titleSize/2}
		all = append(all, paint{p.heading.Moved(at), p.theme.Line})
	}
	l := p.legendOf(width - 2*margin)
	for _, paint := range l.paints {
		paint.path = paint.path.Moved(outline.Point{X: margin, Y: height - margin - l.height})
		all = append(all, paint)
	}
	return all
}
