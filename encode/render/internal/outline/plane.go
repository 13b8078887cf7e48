// Package outline turns cells of a lattice into closed curves in the plane: the outline of a piece,
// drawn a little inside its cells and with round corners. Pictures of all file formats are made of
// these curves.
package outline

import (
	"iter"

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
	return newPlane(l, cells, cell, false)
}

// NewStack is NewPlane with all layers in one place.
func NewStack(l *lattice.Lattice, cells []lattice.Cell, cell float64) *Plane {
	return newPlane(l, cells, cell, true)
}

func newPlane(l *lattice.Lattice, cells []lattice.Cell, cell float64, stacked bool) *Plane {
	p := &Plane{lattice: l, cell: cell}
	if len(cells) == 0 {
		return p
	}
	var corners []Point // as if all layers were one
	first, last := cells[0][2], cells[0][2]
	for _, c := range cells {
		corners = append(corners, p.corners(c)...)
		first, last = min(first, c[2]), max(last, c[2])
	}
	p.low, p.high = bounds(corners)
	if p.step = p.high.X - p.low.X + cell/3; stacked {
		p.step = 0
	}
	p.low.X += float64(first) * p.step
	p.high.X += float64(last) * p.step
	return p
}

// Size returns the extent of the board.
func (p *Plane) Size() (width, height float64) { return p.high.X - p.low.X, p.high.Y - p.low.Y }

// A vertex is a corner of cells of a layer.
type vertex struct {
	lattice.Vertex
	layer int
}

// real returns the place of a vertex of the lattice, before the shifts for layers and origin.
func (p *Plane) real(v lattice.Vertex) Point {
	x, y := p.lattice.Plane(v)
	return Point{x, y}.times(p.cell)
}

func (p *Plane) at(v vertex) Point {
	return p.real(v.Vertex).add(Point{X: float64(v.layer) * p.step}).sub(p.low)
}

// corners returns the places of the corners of a cell.
func (p *Plane) corners(c lattice.Cell) []Point {
	var corners []Point
	for _, v := range p.lattice.Corners(c) {
		corners = append(corners, p.at(vertex{v, c[2]}))
	}
	return corners
}

// A side is a side of a cell, from one end to the other.
type side struct{ from, to vertex }

// sides yields the cells in reading order with their sides, clockwise.
func (p *Plane) sides(cells []lattice.Cell) iter.Seq2[lattice.Cell, side] {
	return func(yield func(lattice.Cell, side) bool) {
		for _, c := range lattice.Sorted(cells) {
			corners := p.lattice.Corners(c)
			for n, v := range corners {
				w := corners[(n+1)%len(corners)]
				if !yield(c, side{vertex{v, c[2]}, vertex{w, c[2]}}) {
					return
				}
			}
		}
	}
}

// Box returns the corners of the box around a cell.
func (p *Plane) Box(c lattice.Cell) (low, high Point) { return bounds(p.corners(c)) }

// bounds returns the corners of the box around points, which is empty if there are none.
func bounds(points []Point) (low, high Point) {
	if len(points) == 0 {
		return low, high
	}
	low, high = points[0], points[0]
	for _, v := range points {
		low = Point{min(low.X, v.X), min(low.Y, v.Y)}
		high = Point{max(high.X, v.X), max(high.Y, v.Y)}
	}
	return low, high
}

// Centre returns the middle of a cell.
func (p *Plane) Centre(c lattice.Cell) Point {
	var sum Point
	corners := p.corners(c)
	for _, v := range corners {
		sum = sum.add(v)
	}
	return sum.times(1 / float64(len(corners)))
}

// InRadius returns the distance from the middle of a cell to its sides.
func (p *Plane) InRadius() float64 { return p.cell * p.lattice.InRadius() }

// Translates reports whether cells moved by d are cells of the same kinds.
func (p *Plane) Translates(d lattice.Cell) bool { return p.lattice.Translates(d) }

// Shift returns how far cells move in the plane when d is added to each.
func (p *Plane) Shift(d lattice.Cell) Point {
	return Point{X: float64(d[2]) * p.step}.add(p.real(p.lattice.Origin(d)))
}
