package picture

import (
	"math"

	"github.com/exactile/exactile/encode/render/internal/outline"
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
	width, height = p.rows(n, w, h)
	titleWidth, titleHeight := p.titleExtent()
	width = math.Ceil(max(width, titleWidth))
	return 2*margin + width, 2*margin + titleHeight + height + p.legendOf(width).height
}

// rows returns the extent of n boards of a size in rows, and inRows the place of one of them.
func (p *Painter) rows(n int, w, h float64) (width, height float64) {
	columns := min(max(n, 1), p.columns)
	return float64(columns)*(w+gap) - gap, float64((max(n, 1)+columns-1)/columns)*(h+gap) - gap
}

func (p *Painter) inRows(n int, w, h float64) outline.Point {
	return outline.Point{X: float64(n%p.columns) * (w + gap), Y: float64(n/p.columns) * (h + gap)}
}

// origin returns where board n of a sheet begins.
func (p *Painter) origin(n int) outline.Point {
	w, h := p.Size()
	_, title := p.titleExtent()
	at := p.inRows(n, w, h)
	return outline.Point{X: margin + at.X, Y: margin + title + at.Y}
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
		l.paints = append(l.paints, paint{
			path: rectangle(at, swatch/2, swatch/2), colour: p.theme.Line,
		},
			paint{path: rectangle(at, swatch/2-1, swatch/2-1), colour: fill},
			paint{path: p.Labels[k].Scaled(0.5 * swatch / p.labelSize).Moved(at), colour: ink},
			paint{
				path: name.Moved(outline.Point{X: x + wide - high.X, Y: y}), colour: p.theme.Line,
			})
		x += wide + legendGap
	}
	l.height = y + legendLine/2
	return l
}

// rectangle returns a rectangle, given by its middle and half its sides.
func rectangle(at outline.Point, w, h float64) outline.Path {
	return outline.Closed([][]outline.Point{{
		{X: at.X - w, Y: at.Y - h}, {X: at.X + w, Y: at.Y - h}, {X: at.X + w, Y: at.Y + h},
		{X: at.X - w, Y: at.Y + h}}})
}

// wording returns the title and legend around n boards.
func (p *Painter) wording(n int) []paint {
	var all []paint
	width, height := p.sheet(n)
	if wide, high := p.titleExtent(); high > 0 {
		at := outline.Point{X: margin + wide/2, Y: margin + titleSize/2}
		all = append(all, paint{path: p.heading.Moved(at), colour: p.theme.Line})
	}
	l := p.legendOf(width - 2*margin)
	for _, paint := range l.paints {
		paint.path = paint.path.Moved(outline.Point{X: margin, Y: height - margin - l.height})
		all = append(all, paint)
	}
	return all
}
