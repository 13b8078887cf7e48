// Package solid draws cells of the cubic lattice as bodies: seen from a corner, as in isometric
// drawings, and as the triangles of a model for 3D printers.
//
// Seen from a corner, every face of a cube is two triangles of a regular grid. So the view of
// bodies, however they hide each other, is a drawing on the triangular lattice.
package solid

import (
	"cmp"
	"maps"
	"slices"

	"github.com/exactile/exactile/encode/lattice"
)

// A Side is one of the three visible sides of a cube.
type Side int

// The sides: that of smaller z is the top, that of larger x is on the right, and that of larger y
// on the left.
const (
	Top Side = iota
	Right
	Left
)

// A Face is the visible face in one triangle.
type Face struct {
	Owner int
	Side  Side
	// Depth is the coordinate of the plane in which the face lies. Faces of the same owner and side
	// but another depth are drawn apart.
	Depth int
}

// Seen returns the view of cells in space, given the owner of each: x goes down to the right, y
// down to the left and z straight down. The keys are triangles of lattice.Triangle flipped over the
// diagonal: in the drawing, their x goes down and their y goes to the right.
func Seen(owner map[lattice.Cell]int) map[lattice.Cell]Face {
	near := func(c lattice.Cell) int { return c[0] + c[1] - c[2] }
	cells := slices.SortedFunc(maps.Keys(owner), func(a, b lattice.Cell) int {
		return cmp.Or(cmp.Compare(near(b), near(a)), a.Compare(b))
	})
	seen := make(map[lattice.Cell]Face, 6*len(cells))
	for _, c := range cells {
		// Corners of cubes are drawn at (u, v); u goes down to the right, v to the left.
		u, v := c[0]+c[2], c[1]+c[2]
		for _, side := range []struct {
			Face
			triangles [2]lattice.Cell
		}{
			{Face{owner[c], Top, c[2]}, [2]lattice.Cell{right(u, v), left(u, v)}},
			{Face{owner[c], Right, c[0]}, [2]lattice.Cell{left(u+1, v), right(u+1, v+1)}},
			{Face{owner[c], Left, c[1]}, [2]lattice.Cell{right(u, v+1), left(u+1, v+1)}},
		} {
			for _, t := range side.triangles {
				if _, hidden := seen[t]; !hidden {
					seen[t] = side.Face
				}
			}
		}
	}
	return seen
}

// right returns the triangle between (u, v), (u+1, v) and (u+1, v+1).
func right(u, v int) lattice.Cell { return lattice.Cell{u + v + 1, u - v} }

// left returns the triangle between (u, v), (u, v+1) and (u+1, v+1).
func left(u, v int) lattice.Cell { return lattice.Cell{u + v + 1, u - v - 1} }
