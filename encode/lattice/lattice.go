// Package lattice holds the regular grids a board can lie on: their cells, the
// motions that turn and mirror shapes, and how a shape is brought to its normal
// position. A lattice is an entry of a table, not a type of its own.
//
// Every lattice embeds its cells into integer vectors on which all motions are
// linear. Square, cube and hexagonal cells are their own vectors (hexagons by
// axial coordinates); a triangle is the centre of the triangle in the plane
// x+y+z = 0, scaled by three so that all centres are integral.
//
// The package knows nothing of boards, pieces or puzzles.
package lattice

import (
	"cmp"
	"slices"
)

// A Cell is a place on a lattice: x grows to the right, y grows downwards, z
// grows away from the viewer. Coordinates are 0-based on a board; shapes may
// use negative ones.
type Cell [3]int

// Compare orders cells by z, then y, then x: the order of reading.
func (c Cell) Compare(d Cell) int {
	for k := 2; k > 0; k-- {
		if c[k] != d[k] {
			return cmp.Compare(c[k], d[k])
		}
	}
	return cmp.Compare(c[0], d[0])
}

// Add returns the sum by coordinates.
func (c Cell) Add(d Cell) Cell { return Cell{c[0] + d[0], c[1] + d[1], c[2] + d[2]} }

// Sub returns the difference by coordinates.
func (c Cell) Sub(d Cell) Cell { return Cell{c[0] - d[0], c[1] - d[1], c[2] - d[2]} }

// A Matrix is an integer matrix that acts on embedded cells from the left.
type Matrix [3][3]int

// apply returns the product of the matrix and the column vector v.
func (m Matrix) apply(v Cell) (w Cell) {
	for r := range m {
		for c := range v {
			w[r] += m[r][c] * v[c]
		}
	}
	return w
}

// times returns the matrix that acts as n and then as m.
func (m Matrix) times(n Matrix) (p Matrix) {
	for r := range p {
		for c := range p {
			for k := range n {
				p[r][c] += m[r][k] * n[k][c]
			}
		}
	}
	return p
}

func (m Matrix) determinant() int {
	return m[0][0]*(m[1][1]*m[2][2]-m[1][2]*m[2][1]) -
		m[0][1]*(m[1][0]*m[2][2]-m[1][2]*m[2][0]) +
		m[0][2]*(m[1][0]*m[2][1]-m[1][1]*m[2][0])
}

// A Motion maps the lattice onto itself and keeps the origin of the embedding.
type Motion struct {
	// Name says in words what the motion does: "identity", "turn by 90 degrees".
	Name string
	// Mirror is false for the motions a rigid piece can make in the lattice's
	// own space (turns), true for those that need it flipped over.
	Mirror bool
	matrix Matrix
}

// A Lattice is one regular grid. Lattices are data and never change.
type Lattice struct {
	// Name is the spelling of puzzle files: "square", "cube", "hex", "triangle".
	Name string
	// Dims is 2 where z is always 0, else 3.
	Dims int
	// Motions lists all motions, the identity first and turns before mirrors. The
	// order of the motions is the order of a piece's orientations.
	Motions []Motion

	// embed and its inverse; nil where a cell is its own vector. The inverse is
	// only asked for vectors of cells.
	embed, unembed func(Cell) Cell
	// period is 2 where only translations by an even x+y map cells to cells of
	// the same kind, else 1.
	period int
}

// Apply returns the images of the cells under the motion, in the same order.
func (l *Lattice) Apply(g Motion, cells []Cell) []Cell {
	image := make([]Cell, len(cells))
	copy(image, cells)
	l.Move(g, image)
	return image
}

// Move puts the images of the cells under the motion in their place.
func (l *Lattice) Move(g Motion, cells []Cell) {
	for k, c := range cells {
		if l.embed != nil {
			c = l.embed(c)
		}
		c = g.matrix.apply(c)
		if l.unembed != nil {
			c = l.unembed(c)
		}
		cells[k] = c
	}
}

// Product returns the place among the motions of the one that does what motion b does
// and then what a does. They are given by their places, too.
func (l *Lattice) Product(a, b int) int {
	m := l.Motions[a].matrix.times(l.Motions[b].matrix)
	return slices.IndexFunc(l.Motions, func(g Motion) bool { return g.matrix == m })
}

// Translates reports whether moving by d maps the lattice onto itself.
func (l *Lattice) Translates(d Cell) bool {
	return l.period == 1 || (d[0]+d[1])%2 == 0
}

// Corner returns the translation that brings cells to their normal position:
// the least coordinates become 0. Where that is no translation of the lattice,
// x is one more: on the triangle lattice a shape keeps the direction of its
// triangles.
func (l *Lattice) Corner(cells []Cell) Cell {
	if len(cells) == 0 {
		return Cell{}
	}
	least := cells[0]
	for _, c := range cells[1:] {
		for k := range least {
			least[k] = min(least[k], c[k])
		}
	}
	shift := Cell{}.Sub(least)
	if !l.Translates(shift) {
		shift[0]++
	}
	return shift
}

// Flips reports whether a piece may be flipped over where nobody says so. In the
// plane a hand lifts it and turns it over; in space its mirror image is another
// object.
func (l *Lattice) Flips() bool { return l.Dims == 2 }

// Neighbours returns the cells that share a side (in space, a face) with c.
func (l *Lattice) Neighbours(c Cell) []Cell {
	var steps []Cell
	switch l.Name {
	case "hex":
		steps = []Cell{{1, 0}, {0, 1}, {-1, 1}, {-1, 0}, {0, -1}, {1, -1}}
	case "triangle":
		steps = []Cell{{1, 0}, {-1, 0}, {0, 1}}
		if (c[0]+c[1])%2 != 0 {
			steps[2] = Cell{0, -1}
		}
	case "cube":
		steps = []Cell{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {-1, 0, 0}, {0, -1, 0}, {0, 0, -1}}
	default:
		steps = []Cell{{1, 0}, {0, 1}, {-1, 0}, {0, -1}}
	}
	for k := range steps {
		steps[k] = c.Add(steps[k])
	}
	return steps
}

// Sorted returns the cells in reading order, in a new slice.
func Sorted(cells []Cell) []Cell {
	sorted := slices.Clone(cells)
	slices.SortFunc(sorted, Cell.Compare)
	return sorted
}
