// Package polysolve knows the grids of the program polysolve, and writes its files: a grid, a board
// and shapes as JSON, all in polysolve's coordinates.
//
// Source: README.md of stdio2016/polysolve.
package polysolve

import "github.com/exactile/exactile/encode/lattice"

// A Grid is a lattice with polysolve's name for it and its coordinates. The first coordinate of a
// triangle is the direction in which it points.
type Grid struct {
	Name    string
	Lattice *lattice.Lattice
	Dims    int // how many coordinates a cell has
	Cell    func(c [4]int) lattice.Cell
	Tuple   func(c lattice.Cell) []int
}

// Grids lists the grids that match a lattice here. A turn by 60 degrees takes (1, 0) to (1, 1) and
// (1, 1) to (0, 1).
var Grids = []Grid{
	{"square", lattice.Square, 2,
		func(c [4]int) lattice.Cell { return lattice.Cell{c[0], c[1]} },
		func(c lattice.Cell) []int { return c[:2] }},
	{"cube", lattice.Cube, 3,
		func(c [4]int) lattice.Cell { return lattice.Cell{c[0], c[1], c[2]} },
		func(c lattice.Cell) []int { return c[:] }},
	{"hexagon", lattice.Hex, 2,
		func(c [4]int) lattice.Cell { return lattice.Cell{c[0] - c[1], c[1]} },
		func(c lattice.Cell) []int { return []int{c[0] + c[1], c[1]} }},
	{"triangle", lattice.Triangle, 3,
		func(c [4]int) lattice.Cell { return lattice.Cell{2*c[1] - c[2] + c[0], c[2]} },
		func(c lattice.Cell) []int {
			t := (c[0] + c[1]) & 1
			return []int{t, (c[0] + c[1] - t) / 2, c[1]}
		}},
}
