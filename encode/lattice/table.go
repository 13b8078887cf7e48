package lattice

import (
	"fmt"
	"math"
	"slices"
)

// Square is the square grid: 4 turns and 4 mirrors.
var Square = &Lattice{Name: "square", Dims: 2, shape: squares,
	steps: [][]Cell{{{1, 0}, {0, 1}, {-1, 0}, {0, -1}}}, Motions: renamed(planeMotions(
		matrix{{0, -1, 0}, {1, 0, 0}, {0, 0, 1}}, 90,
		matrix{{-1, 0, 0}, {0, 1, 0}, {0, 0, 1}}),
		map[int]string{5: "mirror at the diagonal /", 6: "mirror top to bottom",
			7: "mirror at the diagonal \\"})}

// Cube is the cubic grid: 24 turns and 24 mirrors.
var Cube = &Lattice{Name: "cube", Dims: 3, shape: squares,
	Rows:    "layers follow each other, the nearest first, with an empty line between them",
	steps:   [][]Cell{{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {-1, 0, 0}, {0, -1, 0}, {0, 0, -1}}},
	Motions: cubeMotions()}

// squares is the shape of the cells of the square grid, and of a layer of the cubic one.
var squares = shape{
	corners: [][]Vertex{{{0, 0}, {1, 0}, {1, 1}, {0, 1}}}, right: Vertex{1, 0}, down: Vertex{0, 1},
	unit: [2]float64{1, 1}, inRadius: .5,
}

// Hex is the hexagonal grid in axial coordinates: the row below is shifted half
// a cell to the right, so that (x, y) touches (x, y+1) and (x-1, y+1). It has 6
// turns and 6 mirrors.
var Hex = &Lattice{Name: "hex", Dims: 2, Motions: hexMotions,
	Rows:  "each row lies half a cell further to the right than the row above it",
	steps: [][]Cell{{{1, 0}, {0, 1}, {-1, 1}, {-1, 0}, {0, -1}, {1, -1}}},
	shape: shape{ // in half widths and quarter heights; a hexagon of width 1 has height 2/sqrt(3)
		corners: [][]Vertex{{{0, -2}, {1, -1}, {1, 1}, {0, 2}, {-1, 1}, {-1, -1}}},
		right:   Vertex{2, 0}, down: Vertex{1, 3}, unit: [2]float64{.5, 1 / (2 * math.Sqrt(3))},
		inRadius: .5,
	}}

// Triangle is the triangular grid: rows of triangles that stand on their base if x+y is even and on
// their tip if it is odd. It has 6 turns and 6 mirrors.
var Triangle = &Lattice{Name: "triangle", Dims: 2, Motions: hexMotions, parity: Cell{1, 1, 0},
	Rows:  "counted from 0, a triangle stands on its base where column + row is even",
	basis: matrix{{3, -3, 0}, {0, 6, 0}, {0, 0, 1}}, centres: []Cell{{-2, 4, 0}, {-1, 2, 0}},
	steps: [][]Cell{{{1, 0}, {-1, 0}, {0, 1}}, {{1, 0}, {-1, 0}, {0, -1}}},
	shape: shape{ // in half sides and heights
		corners: [][]Vertex{{{1, 0}, {2, 1}, {0, 1}}, {{0, 0}, {2, 0}, {1, 1}}},
		right:   Vertex{1, 0}, down: Vertex{0, 1}, unit: [2]float64{.5, math.Sqrt(3) / 2},
		inRadius: 1 / (2 * math.Sqrt(3)),
	}}

// All lists the lattices in the order in which messages list them.
func All() []*Lattice { return []*Lattice{Square, Cube, Hex, Triangle} }

// ByName returns the lattice of that name.
func ByName(name string) (*Lattice, bool) {
	for _, l := range All() {
		if l.Name == name {
			return l, true
		}
	}
	return nil, false
}

var identity = matrix{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}

// planeMotions lists the turns by multiples of the given degrees, then each of them after a mirror
// that swaps left and right.
func planeMotions(turn matrix, degrees int, mirror matrix) []Motion {
	turns := []Motion{{Name: "identity", matrix: identity}}
	for m, angle := turn, degrees; angle < 360; m, angle = turn.times(m), angle+degrees {
		turns = append(turns, Motion{Name: fmt.Sprintf("turn by %d degrees", angle), matrix: m})
	}
	motions := slices.Clone(turns)
	for k, t := range turns {
		name := "mirror left to right"
		if k > 0 {
			name += ", then " + t.Name
		}
		motions = append(motions, Motion{Name: name, Mirror: true, matrix: t.matrix.times(mirror)})
	}
	return motions
}

// renamed gives some of the motions clearer names.
func renamed(motions []Motion, names map[int]string) []Motion {
	for k, name := range names {
		motions[k].Name = name
	}
	return motions
}

// hexMotions are the motions of axial coordinates.
var hexMotions = planeMotions(
	matrix{{0, -1, 0}, {1, 1, 0}, {0, 0, 1}}, 60,
	matrix{{-1, -1, 0}, {0, 1, 0}, {0, 0, 1}})

// cubeMotions lists the signed permutation matrices, those of determinant 1
// first, each kind in lexicographic order of (permutation, signs).
func cubeMotions() []Motion {
	const group = 48
	turns, mirrors := make([]Motion, 0, group), make([]Motion, 0, group/2)
	for _, p := range [][3]int{{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}} {
		for signs := range 8 {
			var m matrix
			var name [6]byte
			for r, c := range p {
				m[r][c], name[2*r], name[2*r+1] = 1, '+', "xyz"[c]
				if signs>>r&1 == 1 {
					m[r][c], name[2*r] = -1, '-'
				}
			}
			switch _, determinant := m.adjugate(); {
			case m == identity:
				turns = append(turns, Motion{Name: "identity", matrix: m})
			case determinant == 1:
				turns = append(turns, Motion{Name: "turn to " + string(name[:]), matrix: m})
			default:
				mirrors = append(mirrors, Motion{
					Name: "mirror to " + string(name[:]), Mirror: true, matrix: m,
				})
			}
		}
	}
	return append(turns, mirrors...)
}
