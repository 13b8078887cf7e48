// Package game is a puzzle that is solved by hand: pieces lie on a board, one is in the hand,
// and every move can be undone. It knows neither a terminal nor a page; package play and the
// playground show it.
//
// In this package g is a game, o an option and k a piece.
package game

import (
	"slices"

	"github.com/exactile/exactile/encode/lattice"
	"github.com/exactile/exactile/encode/puzzle"
)

// A Game is a board, the pieces on it, and a piece in the hand. The place of the hand is that
// of its first cell in reading order. A game is used by one goroutine.
type Game struct {
	*puzzle.Tiling
	Hand        int   // index of the piece, -1 if all are placed
	Orientation []int // orientation of each piece in the hand
	At          lattice.Cell
	Placed      []int // options, in the order in which they were placed
	Given       []int // options that stay: the puzzle's hints
	// Message says why the last move did nothing; the caller that shows it clears it.
	Message string

	undo, redo [][]int
}

// Taken returns the options on the board in increasing order.
func (g *Game) Taken() []int { return slices.Sorted(slices.Values(g.Placed)) }

// Solved reports whether the pieces on the board are a solution.
func (g *Game) Solved() bool { return g.Check(g.Taken()) == nil }

// Left returns how many copies of a piece may still be placed.
func (g *Game) Left(piece int) int {
	n := g.Puzzle.Pieces[piece].Count.Max
	if n == puzzle.Unbounded {
		return n
	}
	for _, o := range g.Placed {
		if g.Placements[o].Piece == piece {
			n--
		}
	}
	return n
}

// placedAt returns the piece on a cell of the board, as its index in Placed, or -1.
func (g *Game) placedAt(cell lattice.Cell) int {
	return slices.IndexFunc(g.Placed,
		func(o int) bool { return slices.Contains(g.Placements[o].Cells, cell) })
}

// Covered reports whether a piece lies on a cell of the board.
func (g *Game) Covered(cell lattice.Cell) bool { return g.placedAt(cell) >= 0 }

// heldAt lists where the hand may be so that its piece, in its present orientation, covers what an
// option of it covers. An option names only one of the orientations and places that cover the same
// cells; on a closed board there may be several places.
func (g *Game) heldAt(option int) (places []lattice.Cell) {
	on, sites := g.Placements[option].Cells, g.Puzzle.Board.Sites
	facing := g.Orientations[g.Hand][g.Orientation[g.Hand]]
next:
	for n, at := range on {
		if n > 0 && !g.Puzzle.Board.Wrap.Closes() {
			break
		}
		cells := g.cellsAt(at)
		if !g.Puzzle.Lattice.Translates(at.Sub(facing[0].At)) ||
			!slices.Equal(lattice.Sorted(cells), on) {
			continue
		}
		for k, c := range facing {
			n, _ := slices.BinarySearchFunc(sites, cells[k],
				func(s puzzle.Site, at lattice.Cell) int { return s.At.Compare(at) })
			if c.Symbol != puzzle.Any && c.Symbol != sites[n].Symbol {
				continue next
			}
		}
		places = append(places, at)
	}
	return places
}

// Cells returns the cells of the piece in the hand.
func (g *Game) Cells() []lattice.Cell {
	if g.Hand < 0 {
		return nil
	}
	return g.cellsAt(g.At)
}

// cellsAt returns the cells of the piece in the hand if its first cell is at a place.
func (g *Game) cellsAt(at lattice.Cell) []lattice.Cell {
	o := g.Orientations[g.Hand][g.Orientation[g.Hand]]
	cells := make([]lattice.Cell, 0, len(o))
	for _, c := range o {
		cells = append(cells, g.Puzzle.Board.Wrap.Home(at.Add(c.At).Sub(o[0].At)))
	}
	return cells
}

// Fit returns the option that a drop would place, or why it cannot be placed.
func (g *Game) Fit() (option int, why string) {
	if g.Hand < 0 {
		return -1, "every piece is on the board"
	}
	option = g.Find(g.Hand, g.Cells())
	if option < 0 || !slices.Contains(g.heldAt(option), g.At) {
		return -1, "it does not fit there"
	}
	if slices.ContainsFunc(g.Placements[option].Cells, g.Covered) {
		return -1, "there is a piece below it"
	}
	return option, ""
}

// Legal returns the free places of the piece in the hand in its orientation: the option of
// each, by the cell of the hand.
func (g *Game) Legal() map[lattice.Cell]int {
	covered := make(map[lattice.Cell]bool)
	for _, o := range g.Placed {
		for _, c := range g.Placements[o].Cells {
			covered[c] = true
		}
	}
	legal := make(map[lattice.Cell]int)
	for o, pl := range g.Placements {
		if pl.Piece == g.Hand &&
			!slices.ContainsFunc(pl.Cells, func(c lattice.Cell) bool { return covered[c] }) {
			for _, at := range g.heldAt(o) {
				legal[at] = o
			}
		}
	}
	return legal
}
