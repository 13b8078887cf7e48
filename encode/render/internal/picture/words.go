package picture

import "github.com/exactile/exactile/encode/render/internal/outline"

const (
	titleSize, titleSpace = 18.0, 32.0
	// A line of the legend, the swatch in it, the size of its words, and the gap after them.
	legendLine, swatch, legendSize, legendGap = 22.0, 16.0, 12.0, 18.0
)

// words are the title and legend around the boards of a sheet.
type words struct {
	title outline.Path // around the origin
	names []outline.Path
}

// A legend says which piece is which.
type legend struct {
	paints []paint // from the origin on
	height float64
}

// writeWords prepares the title and the legend if the options ask for them.
func (p *Painter) writeWords(o Options) {
	p.around.title = p.face.Text(o.Title, titleSize)
	if o.Legend {
		for _, piece := range p.tiling.Puzzle.Pieces {
			p.around.names = append(p.around.names, p.face.Text(piece.Name, legendSize))
		}
	}
}

// titleSize returns the extent of the title.
func (w *words) titleSize() (width, height float64) {
	if len(w.title) == 0 {
		return 0, 0
	}
	low, high := w.title.Bounds()
	return high.X - low.X, titleSpace
}

// legendOf returns the legend for a sheet of this width inside its margins.
func (p *Painter) legendOf(width float64) legend {
	var l legend
	if len(p.around.names) == 0 {
		return l
	}
	x, y := 0.0, gap/2+legendLine/2
	for k, name := range p.around.names {
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
	if wide, high := p.around.titleSize(); high > 0 {
		at := outline.Point{X: margin + wide/2, Y: margin + titleSize/2}
		all = append(all, paint{p.around.title.Moved(at), p.theme.Line})
	}
	l := p.legendOf(width - 2*margin)
	for _, paint := range l.paints {
		paint.path = paint.path.Moved(outline.Point{X: margin, Y: height - margin - l.height})
		all = append(all, paint)
	}
	return all
}
