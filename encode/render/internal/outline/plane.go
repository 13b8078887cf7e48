// Package outline turns cells of a lattice into closed curves in the plane: the outline of a piece,
// drawn a little inside its cells and with round corners. Pictures of all file formats are made of
// these curves.
package outline

import (
	"math"

	"github.com/exactile/exactile/encode/lattice"
)

// A Plane maps the cells of a board to the plane. Layers lie side by side, from left to right, a
// third of a cell apart.
type Plane struct {
	lattice *lattice.Lattice
	cell    float64 // the side of a square, the width of a hexagon, the side of a triangle
	step    float64 // from a layer to the next one
	low     Point   // the top left corner of the board
	high    Point
}

// NewPlane places the cells of a board; cell is the side of a square, the width
// of a hexagon, the side of a triangle. The board's top left corner is the
// origin. A board without cells has no extent.
func NewPlane(l *lattice.Lattice, cells []lattice.Cell, cell float64) *Plane {
	p := &Plane{lattice: l, cell: cell}
	if len(cells) == 0 {
		return p
	}
	p.low, p.high = Point{math.Inf(1), math.Inf(1)}, Point{math.Inf(-1), math.Inf(-1)}
	first, last := cells[0][2], cells[0][2]
	for _, c := range cells {
		for _, k := range l.Corners(c) {
			v := p.real(k)
			p.low = Point{min(p.low.X, v.X), min(p.low.Y, v.Y)}
			p.high = Point{max(p.high.X, v.X), max(p.high.Y, v.Y)}
		}
		first, last = min(first, c[2]), max(last, c[2])
	}
	p.step = p.high.X - p.low.X + cell/3
	p.low.X += float64(first) * p.step
	p.high.X += float64(last) * p.step
	return p
}

// Size returns the extent of the board.
func (p *Plane) Size() (width, height float64) { return p.high.X - p.low.X, p.high.Y - p.low.Y }

// Cell returns the size of a cell as NewPlane was given it.
func (p *Plane) Cell() float64 { return p.cell }

// key is a vertex of the lattice.
type key = lattice.Vertex

// real returns the place of a vertex, before the shifts for layers and origin.
func (p *Plane) real(k key) Point {
	x, y := p.lattice.Plane(k)
	return Point{x, y}.times(p.cell)
}

func (p *Plane) at(k key, layer int) Point {
	return p.real(k).add(Point{X: float64(layer) * p.step}).sub(p.low)
}

// Box returns the corners of the box around a cell.
func (p *Plane) Box(c lattice.Cell) (low, high Point) {
	low, high = Point{math.Inf(1), math.Inf(1)}, Point{math.Inf(-1), math.Inf(-1)}
	for _, k := range p.lattice.Corners(c) {
		v := p.at(k, c[2])
		low = Point{min(low.X, v.X), min(low.Y, v.Y)}
		high = Point{max(high.X, v.X), max(high.Y, v.Y)}
	}
	return low, high
}

// Centre returns the middle of a cell.
func (p *Plane) Centre(c lattice.Cell) Point {
	var sum Point
	vertices := p.lattice.Corners(c)
	for _, k := range vertices {
		sum = sum.add(p.at(k, c[2]))
	}
	return sum.times(1 / float64(len(vertices)))
}

// InRadius returns the distance from the middle of a cell to its sides.
func (p *Plane) InRadius() float64 { return p.cell * p.lattice.InRadius() }

// Translates reports whether cells moved by d are cells of the same kinds.
func (p *Plane) Translates(d lattice.Cell) bool { return p.lattice.Translates(d) }

// Shift returns how far cells move in the plane when d is added to each.
func (p *Plane) Shift(d lattice.Cell) Point {
	return Point{X: float64(d[2]) * p.step}.add(p.real(p.lattice.Origin(d)))
}
