package game

import (
	"slices"

	"github.com/exactile/exactile/encode/puzzle"
)

// New returns a game with the given pieces on the board. The first other one is in the hand, where
// it fits.
func New(t *puzzle.Tiling) *Game {
	g := &Game{Tiling: t, Hand: -1, Orientation: make([]int, len(t.Puzzle.Pieces))}
	for _, h := range t.Puzzle.Place {
		if o := t.Find(t.Puzzle.Piece(h.Piece), h.Cells); o >= 0 && !slices.Contains(g.Given, o) {
			g.Given = append(g.Given, o)
		}
	}
	g.Placed = slices.Clone(g.Given)
	if len(t.Puzzle.Board.Sites) > 0 {
		g.At = t.Puzzle.Board.Sites[0].At
	}
	g.Take(1)
	g.moveToFit()
	return g
}

// setPlaced sets a new position, and keeps the present one for Undo.
func (g *Game) setPlaced(placed []int) {
	g.undo, g.redo = append(g.undo, g.Placed), nil
	g.Placed = placed
}

// Drop places the piece in the hand, and reports whether it fits.
func (g *Game) Drop() bool {
	option, why := g.Fit()
	if why != "" {
		g.Message = why
		return false
	}
	g.setPlaced(append(slices.Clone(g.Placed), option))
	if g.Left(g.Hand) == 0 {
		g.Take(1)
	}
	g.moveToFit()
	return true
}

// PickUp takes the piece at the hand's place into the hand, and reports whether there is one.
func (g *Game) PickUp() bool {
	k := g.placedAt(g.At)
	if k < 0 {
		g.Message = "there is no piece to pick up"
		return false
	}
	o := g.Placed[k]
	if slices.Contains(g.Given, o) {
		g.Message = "it is given, and stays"
		return false
	}
	g.setPlaced(slices.Delete(slices.Clone(g.Placed), k, k+1))
	g.Hold(o)
	return true
}

// Hold puts the piece of an option into the hand, at its place.
func (g *Game) Hold(option int) {
	pl := g.Placements[option]
	g.Hand, g.Orientation[pl.Piece] = pl.Piece, pl.Orientation
	g.At = g.heldAt(option)[0]
}

// Undo restores the position before the last move, and Redo the one that Undo left. They report
// whether there is one.
func (g *Game) Undo() bool { return g.restore(&g.undo, &g.redo, "nothing to undo") }

// Redo is the reverse of Undo.
func (g *Game) Redo() bool { return g.restore(&g.redo, &g.undo, "nothing to redo") }

// restore restores the last position of one history and adds the present one to the other.
func (g *Game) restore(from, to *[][]int, none string) bool {
	if len(*from) == 0 {
		g.Message = none
		return false
	}
	*to = append(*to, g.Placed)
	g.Placed = (*from)[len(*from)-1]
	*from = (*from)[:len(*from)-1]
	if g.Hand < 0 || g.Left(g.Hand) == 0 {
		g.Take(1)
	}
	return true
}
