package gallery

import (
	"github.com/exactile/exactile/encode/lattice"
	"github.com/exactile/exactile/encode/render/internal/palette"
)

// Steps are how far a drawing moves with a step to the right, down, and to the next layer.
func (g *Gallery) Steps() (steps [3][2]float64) {
	for k := range steps {
		var c lattice.Cell
		c[k] = 2 // two steps are a translation on every lattice
		by := g.painter.Plane.Shift(c)
		steps[k] = [2]float64{by.X / 2, by.Y / 2}
	}
	return steps
}

// Label returns the letter of a piece, a path around the origin.
func (g *Gallery) Label(piece int) string { return g.painter.Labels[piece].SVG() }

// Tints returns the tints of the copies of a piece, each a fill and an ink.
func (g *Gallery) Tints(piece int) (tints [][2]string) {
	for n := range palette.Tints {
		fill, ink := g.painter.Colours(piece, n)
		tints = append(tints, [2]string{fill.CSS(), ink.CSS()})
	}
	return tints
}

// Oriented draws an orientation of a piece on its cells: paths of its outline and its marks, and
// where its labels stand. The tint is -1 where it is that of the copy.
func (g *Gallery) Oriented(
	piece, orientation int,
) (path, marks string, labels [][2]string, tint int) {
	f, tinted := g.painter.Oriented(piece, orientation)
	shape := newShape(f)
	if tint = -1; tinted {
		tint = f.Tint
	}
	return shape.Path, shape.Marks, shape.Labels, tint
}
