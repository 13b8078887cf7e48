// Package lattice holds the regular grids of boards: their cells, the motions that turn and mirror
// shapes, and the normal position of a shape. A lattice is data: an entry of a table, not a type of
// its own.
//
// A lattice repeats with a period, and its cells fall into classes: those that moving the lattice
// onto itself takes to each other. Not every place need be a cell.
//
// Every lattice embeds its cells into integer vectors on which all motions are linear: the centres
// of the cells, scaled to whole numbers. Square, cubic and hexagonal cells are their own vectors
// (hexagons in axial coordinates). The vector of a triangle is its centre in the same axial
// coordinates, scaled to six to a side. So the motions are those that a few matrices generate, and
// the neighbours those of a few pairs of cells.
//
// The package does not depend on boards, pieces or puzzles.
package lattice

import (
	"cmp"
	"slices"
)

// A Cell is a place on a lattice: x grows to the right, y grows downwards, z
// grows away from the viewer. Coordinates are 0-based on a board; shapes may
// use negative ones.
type Cell [3]int

// Compare orders cells by z, then y, then x: reading order.
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

// A matrix is an integer matrix that acts on embedded cells from the left.
type matrix [3][3]int

// apply returns the product of the matrix and the column vector v.
func (m *matrix) apply(v Cell) (w Cell) {
	for r := range m {
		w[r] = m[r][0]*v[0] + m[r][1]*v[1] + m[r][2]*v[2]
	}
	return w
}

// times returns the matrix that applies n and then m.
func (m matrix) times(n matrix) (p matrix) {
	for r := range p {
		for c := range p {
			for k := range n {
				p[r][c] += m[r][k] * n[k][c]
			}
		}
	}
	return p
}

// adjugate returns the adjugate and the determinant of m: their product with m is the identity
// times the determinant.
func (m matrix) adjugate() (adjugate matrix, determinant int) {
	for r := range m {
		for c := range m {
			r1, r2, c1, c2 := (r+1)%3, (r+2)%3, (c+1)%3, (c+2)%3
			adjugate[c][r] = m[r1][c1]*m[r2][c2] - m[r1][c2]*m[r2][c1]
		}
	}
	return adjugate, m.determinant()
}

func (m matrix) determinant() (d int) {
	for k := range m {
		d += m[0][k] * (m[1][(k+1)%3]*m[2][(k+2)%3] - m[1][(k+2)%3]*m[2][(k+1)%3])
	}
	return d
}

// A Motion maps the lattice onto itself and fixes the origin of the embedding.
type Motion struct {
	// Name describes the motion: "identity", "turn by 90 degrees".
	Name string
	// Mirror is false for turns, which a rigid piece can make in the lattice's own space, and true
	// for motions that need it flipped over.
	Mirror bool
	matrix matrix
}

// A Lattice is one regular grid. Lattices are read-only data.
type Lattice struct {
	// Name is the spelling of puzzle files: "square", "triangle-prism".
	Name string
	// Rows explains the rows of a drawing in letters; "" if they look like the board.
	Rows string
	// Dims is 2 if z is always 0, else 3.
	Dims int
	// Round is set if cells are balls: a piece with its middles in a plane is its own mirror image.
	Round bool
	// Motions lists all motions, the identity first and turns before mirrors. The
	// order of the motions is the order of a piece's orientations.
	Motions []Motion

	// period is after how many places the classes repeat. cells has a cell of each class, which
	// the period and shifts lead to all others.
	period        Cell
	cells, shifts []Cell
	// basis and centres embed the cells: a vector is the image of the cell under basis and the
	// centre of its class, or the only one. Without basis a cell is its own vector.
	basis   matrix
	centres []Cell
	// pairs are neighbours, to which the motions and translations lead all others.
	pairs [][2]Cell
	shape shape

	// What follows is found by made. classes, still and steps are by the residue of a place, a move
	// and the class of a cell: the class or -1, whether cells move to cells of their class, and the
	// ways to the neighbours. inverse is the inverse of basis times scale.
	classes []int
	still   []bool
	steps   [][]Cell
	inverse matrix
	scale   int
}

// A shape is the form of cells in the plane. Vertices are pairs of whole numbers, so that equal
// vertices compare equal.
type shape struct {
	// corners are the vertices of a cell of each class, clockwise and relative to the cell's
	// origin, which moves by right with x, by down with y and by away with z: two are the ends of a
	// line, and without any there is no picture.
	corners           [][]Vertex
	right, down, away Vertex
	// unit is the size of the vertices' units, and inRadius the distance from the middle of a cell
	// to its sides, both in widths of a cell.
	unit     [2]float64
	inRadius float64
}

// A Vertex is a corner of cells in the plane, to the right and downwards, in units of the lattice.
type Vertex [2]int

// Apply returns the images of the cells under the motion, in the same order.
func (l *Lattice) Apply(g Motion, cells []Cell) []Cell {
	image := make([]Cell, len(cells))
	copy(image, cells)
	l.Move(g, image)
	return image
}

// Move replaces the cells by their images under the motion.
func (l *Lattice) Move(g Motion, cells []Cell) {
	for k, c := range cells {
		if l.scale == 0 {
			cells[k] = g.matrix.apply(c)
		} else {
			centre := l.centres[l.class(c)%len(l.centres)]
			cells[k] = l.At(g.matrix.apply(l.basis.apply(c).Add(centre)))
		}
	}
}

// Centre returns the vector of a cell of the same centres, such as a ball's: integer coordinates
// along right angles.
func (l *Lattice) Centre(c Cell) Cell { return l.basis.apply(c).Add(l.centres[0]) }

// At returns the cell whose centre is v.
func (l *Lattice) At(v Cell) (c Cell) {
	for class, centre := range l.centres {
		c = l.inverse.apply(v.Sub(centre))
		whole := true
		for k := range c {
			whole = whole && c[k]%l.scale == 0
			c[k] /= l.scale
		}
		if whole && l.class(c)%len(l.centres) == class {
			break
		}
	}
	return c
}

// Product returns the index of the motion that applies motion b and then motion a, given their
// indices.
func (l *Lattice) Product(a, b int) int {
	m := l.Motions[a].matrix.times(l.Motions[b].matrix)
	return slices.IndexFunc(l.Motions, func(g Motion) bool { return g.matrix == m })
}

// Translates reports whether moving by d maps the lattice onto itself.
func (l *Lattice) Translates(d Cell) bool { return len(l.still) == 1 || l.still[l.residue(d)] }

// Corner returns the translation that moves cells to their normal position: the first in reading
// order after which no coordinate is below 0. On the triangle lattice x may be one more, since a
// shape keeps the direction of its triangles.
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
	for n := range l.still {
		if shift := l.place(n).Sub(least); l.Translates(shift) {
			return shift
		}
	}
	panic("lattice: no move keeps all classes") // that by no place does
}

// Flips is the default for whether a piece may be flipped over. In the plane a hand lifts it and
// turns it over; in space its mirror image is another object.
func (l *Lattice) Flips() bool { return l.Dims == 2 }

// Neighbours returns the cells that share a side (in space, a face) with c.
func (l *Lattice) Neighbours(c Cell) []Cell {
	steps := l.steps[l.class(c)]
	near := make([]Cell, len(steps))
	for k, step := range steps {
		near[k] = c.Add(step)
	}
	return near
}

// Has reports whether a place is a cell.
func (l *Lattice) Has(c Cell) bool { return l.class(c) >= 0 }

// Flat reports whether the middles of cells lie in a plane.
func Flat(cells []Cell) bool {
	var along, normal Cell
	for _, c := range cells {
		switch d := c.Sub(cells[0]); {
		case along == Cell{}:
			along = d
		case normal == Cell{}: // all so far lie in a line
			for k := range normal {
				m, n := (k+1)%3, (k+2)%3
				normal[k] = along[m]*d[n] - along[n]*d[m]
			}
		case normal[0]*d[0]+normal[1]*d[1]+normal[2]*d[2] != 0:
			return false
		}
	}
	return true
}

// Starts returns a cell of each class: one for each way to move a shape's first cell.
func (l *Lattice) Starts() []Cell { return l.cells }

// Classes returns the class of each place of a period, in reading order: the index of its start, or
// -1 if it is no cell.
func (l *Lattice) Classes() (period Cell, classes []int) { return l.period, l.classes }

func (l *Lattice) class(c Cell) int { return l.classes[l.residue(c)] }

// residue numbers the places of a period in reading order, and place is its inverse.
func (l *Lattice) residue(c Cell) (n int) {
	for k := 2; k >= 0; k-- {
		r := c[k] % l.period[k]
		if r < 0 {
			r += l.period[k]
		}
		n = n*l.period[k] + r
	}
	return n
}

func (l *Lattice) place(n int) Cell {
	return Cell{n % l.period[0], n / l.period[0] % l.period[1], n / l.period[0] / l.period[1]}
}

// Corners returns the vertices of a cell, clockwise; for a cell in space, those of its layer seen
// from above.
func (l *Lattice) Corners(c Cell) []Vertex {
	if l.shape.corners == nil {
		return nil
	}
	at := l.Origin(c)
	around := l.shape.corners[max(0, l.class(c))%len(l.shape.corners)]
	corners := make([]Vertex, len(around))
	for k, v := range around {
		corners[k] = Vertex{at[0] + v[0], at[1] + v[1]}
	}
	return corners
}

// Origin returns the vertex that the corners of a cell are relative to. It is linear: the Origin of
// a difference of cells is the offset between them.
func (l *Lattice) Origin(c Cell) Vertex {
	s := &l.shape
	return Vertex{c[0]*s.right[0] + c[1]*s.down[0] + c[2]*s.away[0],
		c[0]*s.right[1] + c[1]*s.down[1] + c[2]*s.away[1]}
}

// Plane returns the place of a vertex in the plane, in widths of a cell: the side of a square, the
// width of a hexagon, the side of a triangle.
func (l *Lattice) Plane(v Vertex) (x, y float64) {
	return float64(v[0]) * l.shape.unit[0], float64(v[1]) * l.shape.unit[1]
}

// InRadius returns the distance from the middle of a cell to its sides, in widths of a cell.
func (l *Lattice) InRadius() float64 { return l.shape.inRadius }

// Sides returns the number of sides of a cell in the plane: 2 if cells are lines, and 0 if they
// have no picture.
func (l *Lattice) Sides() int { return len(l.Corners(l.cells[0])) }

// Layered reports whether a board may have layers.
func (l *Lattice) Layered() bool { return l.Dims == 3 }

// Sorted returns the cells in reading order, in a new slice.
func Sorted(cells []Cell) []Cell {
	sorted := slices.Clone(cells)
	slices.SortFunc(sorted, Cell.Compare)
	return sorted
}
