package puzzletest

import (
	"fmt"
	"slices"

	"github.com/exactile/exactile/encode/lattice"
	"github.com/exactile/exactile/encode/puzzle"
)

// The cells of a large board.
const (
	minLarge = 60
	maxLarge = 130
)

// Large returns a puzzle of 60 to 130 cells and as many pieces as fill them, most of
// them different. Few searches finish it. It need not have a solution, and some cells
// may stay empty.
func Large(pick Pick) *puzzle.Puzzle {
	g := &maker{Pick: pick, p: &puzzle.Puzzle{Name: "large"}}
	if drawLattice(g); !g.p.Lattice.Has(lattice.Cell{}) {
		g.p.Lattice = lattice.Balls // all places are its cells
	}
	left := largeBoard(g)
	if g.one(4) { // holes
		left -= 1 + g.Pick(4)
		for n := range g.p.Board.Sites {
			g.p.Board.Sites[n].Optional = true
		}
	}
	usual := 3 + g.Pick(4)
	turns, flips, copies := !g.one(8), g.one(2), g.one(2)
	for left > 0 {
		size := min(usual, left)
		if g.one(5) {
			size = min(1+g.Pick(6), left)
		}
		shape := blob(g, size)
		piece := puzzle.Piece{Name: fmt.Sprint("P", len(g.p.Pieces)), Rotate: turns, Flip: flips,
			Count: puzzle.Exactly(1)}
		if copies && g.one(2) {
			piece.Count = puzzle.Exactly(1 + g.Pick(left/len(shape)))
		}
		left -= piece.Count.Max * len(shape)
		if g.one(10) {
			piece.Count.Max++
		}
		for _, c := range shape {
			piece.Cells = append(piece.Cells, puzzle.Cell{At: c})
		}
		g.p.Pieces = append(g.p.Pieces, piece)
	}
	return g.p
}

// largeBoard draws a box, perhaps with a few cells missing, and returns how many cells
// it has.
func largeBoard(g *maker) int {
	size := lattice.Cell{5, 13, 1}
	if g.p.Lattice.Dims == 3 {
		size = lattice.Cell{4, 4, 4}
	}
	// Most boxes are too small or too large; after twenty of those the box above is used.
	for range 20 {
		drawn := lattice.Cell{3 + g.Pick(10), 5 + g.Pick(30), 1}
		if g.p.Lattice.Dims == 3 {
			drawn = lattice.Cell{2 + g.Pick(4), 3 + g.Pick(4), 2 + g.Pick(6)}
		}
		if n := drawn[0] * drawn[1] * drawn[2]; n >= minLarge && n <= maxLarge {
			size = drawn
			break
		}
	}
	missing := min(g.Pick(2)*g.Pick(6), size[0]*size[1]*size[2]-minLarge)
	cells := slices.DeleteFunc(boxOf(size), func(lattice.Cell) bool {
		if missing == 0 || !g.one(20) {
			return false
		}
		missing--
		return true
	})
	setBoard(g, [][]lattice.Cell{cells})
	return len(cells)
}
