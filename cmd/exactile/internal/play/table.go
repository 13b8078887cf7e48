package play

import (
	"context"
	"slices"

	tea "charm.land/bubbletea/v2"

	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/encode/lattice"
	"github.com/exactile/exactile/encode/puzzle"
	"github.com/exactile/exactile/encode/render"
)

// A table is a board, the pieces on it, and a piece in the hand. The place of the hand is that
// of its first cell in reading order.
type table struct {
	*environment
	back   func() (screen, tea.Cmd) // what esc does; nil: nothing
	tiling *puzzle.Tiling
	paint  *painter
	hand   int   // index of the piece, -1 if all are placed
	facing []int // orientation of each piece in the hand
	at     lattice.Cell
	placed []int // options, in the order in which they were placed
	undo   [][]int
	redo   [][]int
	// message is the result of the last key; the next key clears it.
	message string
	outlook prospect
	behind  places

	held   bool         // the mouse drags the hand
	grip   lattice.Cell // from its first cell to the dragged one
	shown  *render.Map  // the board as drawn; nil: in letters
	top    int          // the first line of the board
	listAt int          // the first column of the list of pieces
	listed []int        // the piece in each of its lines, -1: none
}

// look starts the search for the solutions of the position.
func (b *table) look() tea.Cmd {
	b.outlook, b.behind = prospect{}, nil
	return b.ask(prospects)
}

// ask starts a search from the position.
func (b *table) ask(find func(ctx context.Context, part *cover.Model) tea.Msg) tea.Cmd {
	return b.search(b.tiling.Model, b.taken(), find)
}

// taken returns the options on the board in increasing order.
func (b *table) taken() []int { return slices.Sorted(slices.Values(b.placed)) }

// left returns how many copies of a piece may still be placed.
func (b *table) left(piece int) int {
	n := b.tiling.Puzzle.Pieces[piece].Count.Max
	if n == puzzle.Unbounded {
		return n
	}
	for _, o := range b.placed {
		if b.tiling.Placements[o].Piece == piece {
			n--
		}
	}
	return n
}

// take puts the next available piece into the hand, or the previous one if step is -1.
func (b *table) take(step int) {
	n := len(b.tiling.Puzzle.Pieces)
	for k := 1; k <= n; k++ {
		if piece := ((b.hand+step*k)%n + n) % n; b.left(piece) > 0 {
			b.hand = piece
			return
		}
	}
	b.hand = -1
}

// cells returns the cells of the piece in the hand.
func (b *table) cells() []lattice.Cell {
	if b.hand < 0 {
		return nil
	}
	return b.lie(b.at)
}

// lie returns the cells of the piece in the hand if its first cell is at a place.
func (b *table) lie(at lattice.Cell) []lattice.Cell {
	o := b.tiling.Orientations[b.hand][b.facing[b.hand]]
	cells := make([]lattice.Cell, 0, len(o))
	for _, c := range o {
		cells = append(cells, at.Add(c.At).Sub(o[0].At))
	}
	return cells
}

// faces reports whether an option has its piece in its present orientation. An option names
// only one of the orientations that cover the same cells.
func (b *table) faces(option int) bool {
	pl := &b.tiling.Placements[option]
	if pl.Orientation == b.facing[pl.Piece] {
		return true
	}
	facing := b.tiling.Orientations[pl.Piece][b.facing[pl.Piece]]
	shift := pl.Cells[0].Sub(facing[0].At)
	sites := b.tiling.Puzzle.Board.Sites
	for k, c := range facing {
		if c.At.Add(shift) != pl.Cells[k] {
			return false
		}
		n, _ := slices.BinarySearchFunc(sites, pl.Cells[k], func(s puzzle.Site, at lattice.Cell) int { return s.At.Compare(at) })
		if c.Symbol != puzzle.Any && c.Symbol != sites[n].Symbol {
			return false
		}
	}
	return true
}

// fit returns the option that a drop would place, or why it cannot be placed.
func (b *table) fit() (option int, why string) {
	if b.hand < 0 {
		return -1, "every piece is on the board"
	}
	option = b.tiling.Find(b.hand, b.cells())
	if option < 0 || !b.faces(option) {
		return -1, "it does not fit there"
	}
	for _, o := range b.placed {
		for _, c := range b.tiling.Placements[o].Cells {
			if slices.Contains(b.tiling.Placements[option].Cells, c) {
				return -1, "there is a piece below it"
			}
		}
	}
	return option, ""
}

// solved reports whether the pieces on the board are a solution.
func (b *table) solved() bool {
	return b.tiling.Check(b.taken()) == nil
}
