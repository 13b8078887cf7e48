package puzzletest

import (
	"slices"

	"github.com/exactile/exactile/encode/lattice"
	"github.com/exactile/exactile/encode/puzzle"
)

// maxCells bounds the boards that a motion makes.
const maxCells = 16

// drawBoard returns the cells of a board, in parts that a motion maps to
// themselves if the board was made symmetric. The board is in normal position.
func drawBoard(g *maker) (orbits [][]lattice.Cell) {
	orbits = drawOrbits(g)
	l := g.p.Lattice
	shift := l.Corner(slices.Concat(orbits...))
	for _, orbit := range orbits {
		for n := range orbit {
			orbit[n] = orbit[n].Add(shift)
		}
	}
	return orbits
}

func drawOrbits(g *maker) (orbits [][]lattice.Cell) {
	var cells []lattice.Cell
	how := g.Pick(10)
	if how < 5 && !g.p.Lattice.Has(lattice.Cell{}) {
		how = 5 // a small box has few cells
	}
	switch how {
	case 0, 1, 2, 3:
		cells = box(g)
	case 4:
		cells = box(g)
		for range g.Pick(3) {
			n := g.Pick(len(cells))
			if cells = slices.Delete(cells, n, n+1); len(cells) == 0 {
				break
			}
		}
	case 5, 6:
		cells = blob(g, 2+g.Pick(9))
	case 7, 8:
		if orbits = symmetric(g); orbits != nil {
			return orbits
		}
		cells = blob(g, 2+g.Pick(9))
	default:
		cells = blob(g, g.Pick(3))
	}
	for _, c := range cells {
		orbits = append(orbits, []lattice.Cell{c})
	}
	return orbits
}

// box returns all cells of a small box.
func box(g *maker) []lattice.Cell {
	sizes := []lattice.Cell{{2, 2, 1}, {3, 2, 1}, {3, 3, 1}, {4, 3, 1}, {2, 5, 1}, {4, 2, 1},
		{6, 2, 1}, {7, 1, 1}, {1, 4, 1}, {4, 4, 1}, {5, 3, 1}}
	if g.p.Lattice.Dims == 3 {
		sizes = []lattice.Cell{{2, 2, 2}, {3, 2, 1}, {1, 3, 2}, {2, 1, 2}, {2, 2, 3}, {3, 2, 2}}
	}
	if g.one(24) { // more cells than bits in a byte or two
		sizes = []lattice.Cell{{5, 4, 1}, {6, 4, 1}, {12, 2, 1}, {5, 5, 1}, {3, 3, 2}, {23, 1, 1}}
		if g.p.Lattice.Dims == 2 {
			sizes[4] = lattice.Cell{3, 7, 1}
		}
	}
	return boxOf(sizes[g.Pick(len(sizes))])
}

// boxOf returns all cells of a box.
func boxOf(size lattice.Cell) (cells []lattice.Cell) {
	for z := range size[2] {
		for y := range size[1] {
			for x := range size[0] {
				cells = append(cells, lattice.Cell{x, y, z})
			}
		}
	}
	return cells
}

// blob returns up to n cells; each but the first touches an earlier one or, now
// and then, lies apart.
func blob(g *maker, n int) []lattice.Cell {
	var cells []lattice.Cell
	for len(cells) < n {
		if len(cells) == 0 {
			cells = append(cells, g.p.Lattice.Starts()[0])
			continue
		}
		near := g.p.Lattice.Neighbours(cells[g.Pick(len(cells))])
		next := near[g.Pick(len(near))]
		if g.one(16) {
			next = lattice.Cell{g.Pick(4), g.Pick(4), 0}
		}
		if slices.Contains(cells, next) || !g.p.Lattice.Has(next) {
			n-- // the search for a free place must end
			continue
		}
		cells = append(cells, next)
	}
	return cells
}

// symmetric returns a board as the orbits of a blob under some motion, or nil if
// they do not close.
func symmetric(g *maker) [][]lattice.Cell {
	l := g.p.Lattice
	blob := blob(g, 1+g.Pick(5))
	motion := l.Motions[g.Pick(len(l.Motions))]
	from, to := blob[g.Pick(len(blob))], blob[g.Pick(len(blob))]
	shift := to.Sub(l.Apply(motion, []lattice.Cell{from})[0])
	if !l.Translates(shift) {
		return nil
	}
	var orbits [][]lattice.Cell
	seen := make(map[lattice.Cell]bool)
	for _, c := range blob {
		var orbit []lattice.Cell
		for !seen[c] {
			if seen[c] = true; len(seen) > maxCells {
				return nil
			}
			orbit = append(orbit, c)
			c = l.Apply(motion, []lattice.Cell{c})[0].Add(shift)
		}
		if len(orbit) > 0 {
			orbits = append(orbits, orbit)
		}
	}
	return orbits
}

// setBoard makes plain sites of the cells, all of which must be covered.
func setBoard(g *maker, orbits [][]lattice.Cell) {
	for _, c := range lattice.Sorted(slices.Concat(orbits...)) {
		g.p.Board.Sites = append(g.p.Board.Sites, puzzle.Site{Cell: puzzle.Cell{At: c}})
	}
	fitBoard(g.p)
}
