package play

import (
	"context"
	"slices"

	tea "charm.land/bubbletea/v2"

	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/encode/lattice"
	"github.com/exactile/exactile/native"
)

// lie returns the cells of the piece in the hand if its first cell is at a place.
func (b *table) lie(at lattice.Cell) []lattice.Cell {
	o := b.tiling.Orientations[b.hand][b.facing[b.hand]]
	cells := make([]lattice.Cell, 0, len(o))
	for _, c := range o {
		cells = append(cells, at.Add(c.At).Sub(o[0].At))
	}
	return cells
}

// holds reports whether the hand may be at a place: the piece keeps its shape there and stays
// within the board's size.
func (b *table) holds(at lattice.Cell) bool {
	size := b.tiling.Puzzle.Board.Size
	within := func(c lattice.Cell) bool {
		for d := range c {
			if c[d] < 0 || c[d] >= size[d] {
				return false
			}
		}
		return true
	}
	if b.hand < 0 {
		return within(at)
	}
	first := b.tiling.Orientations[b.hand][b.facing[b.hand]][0].At
	if !b.tiling.Puzzle.Lattice.Translates(at.Sub(first)) {
		return false
	}
	return !slices.ContainsFunc(b.lie(at), func(c lattice.Cell) bool { return !within(c) })
}

// nearest returns the place of least cost among those where the hand may be and the cost is
// not negative, if there is any.
func (b *table) nearest(cost func(at lattice.Cell) int) (lattice.Cell, bool) {
	size := b.tiling.Puzzle.Board.Size
	best, least := lattice.Cell{}, -1
	for z := range size[2] {
		for y := range size[1] {
			for x := range size[0] {
				at := lattice.Cell{x, y, z}
				if c := cost(at); c >= 0 && (least < 0 || c < least) && b.holds(at) {
					best, least = at, c
				}
			}
		}
	}
	return best, least >= 0
}

// goTo moves the hand to a place, or to the nearest one where it may be.
func (b *table) goTo(to lattice.Cell) {
	at, ok := b.nearest(func(at lattice.Cell) int { return distance(at, to) })
	if ok {
		b.at = at
	}
}

// free moves the hand to the nearest place where its piece fits in its orientation; if there
// is none, to the nearest where it may be.
func (b *table) free() {
	b.goTo(b.at)
	if b.hand < 0 {
		return
	}
	legal, from := b.legal(), b.at
	at, ok := b.nearest(func(at lattice.Cell) int {
		if _, fits := legal[at]; !fits {
			return -1
		}
		return distance(at, from)
	})
	if ok {
		b.at = at
	}
}

// distance is the number of steps between two cells.
func distance(a, b lattice.Cell) (sum int) {
	for d := range a {
		sum += max(a[d]-b[d], b[d]-a[d])
	}
	return sum
}

// step moves the hand in a direction, straight ahead rather than aside. It does not move if
// there is no place.
func (b *table) step(step lattice.Cell) {
	at, ok := b.nearest(func(at lattice.Cell) int {
		ahead, aside := 0, 0
		for d := range at {
			moved := at[d] - b.at[d]
			ahead += moved * step[d]
			if step[d] == 0 {
				aside += max(moved, -moved)
			}
		}
		if ahead <= 0 {
			return -1
		}
		return ahead + 3*aside
	})
	if ok {
		b.at = at
	}
}

// mouse moves, drops, picks up and turns pieces by the mouse.
func (b *table) mouse(msg tea.MouseMsg) tea.Cmd {
	m := msg.Mouse()
	cell, on := lattice.Cell{}, false
	if b.shown != nil {
		cell, on = b.shown.At(m.X, m.Y-b.top)
	}
	switch msg.(type) {
	case tea.MouseWheelMsg:
		if m.Button == tea.MouseWheelUp {
			b.turn(-1)
		} else {
			b.turn(1)
		}
		b.goTo(b.at)
	case tea.MouseClickMsg:
		b.message = ""
		switch {
		case m.Button == tea.MouseRight:
			b.flip()
			b.goTo(b.at)
		case on:
			return b.grab(cell)
		case m.X >= b.listAt && m.Y >= b.top && m.Y-b.top < len(b.listed):
			if k := b.listed[m.Y-b.top]; k >= 0 && b.left(k) > 0 {
				b.hand = k
				b.goTo(b.at)
			}
		}
	case tea.MouseMotionMsg:
		if b.held && on {
			b.goTo(cell.Sub(b.grip))
		}
	case tea.MouseReleaseMsg:
		if b.held {
			b.held = false
			return b.drop()
		}
	}
	return nil
}

// grab takes hold of the piece at a cell: the piece in the hand or a placed piece. If there is
// none, the piece in the hand moves there.
func (b *table) grab(cell lattice.Cell) (cmd tea.Cmd) {
	b.held = true
	if !slices.Contains(b.cells(), cell) {
		lies := slices.ContainsFunc(b.placed, func(o int) bool {
			return slices.Contains(b.tiling.Placements[o].Cells, cell)
		})
		if lies {
			b.at = cell
			cmd = b.pickUp()
		} else {
			b.goTo(cell)
		}
	}
	b.grip = cell.Sub(b.at)
	if b.hand < 0 || !slices.Contains(b.cells(), cell) {
		b.grip = lattice.Cell{}
	}
	return cmd
}

// A hinted is an option of a solution from here; -1: there is none, or none was found.
type hinted int

// hint searches for a solution from here, for a place in it of the piece in the hand, else of any
// piece.
func (b *table) hint() tea.Cmd {
	if b.hand < 0 {
		b.message = "every piece is on the board"
		return nil
	}
	hand, taken, placements := b.hand, b.taken(), b.tiling.Placements
	return b.ask(func(ctx context.Context, part *cover.Model) tea.Msg {
		best := hinted(-1)
		for s, err := range (native.Searcher{}).Solutions(ctx, part) {
			if err != nil {
				break
			}
			for _, o := range s {
				if !slices.Contains(taken, o) && (best < 0 || placements[o].Piece == hand) {
					best = hinted(o)
				}
			}
			break
		}
		return best
	})
}

// show moves the hand to the place of a hint.
func (b *table) show(h hinted) {
	if h < 0 {
		b.message = "no solution was found from here: pick a piece up"
		return
	}
	pl := b.tiling.Placements[h]
	b.hand, b.facing[pl.Piece], b.at = pl.Piece, pl.Orientation, pl.Cells[0]
	b.message = "a solution has it here; space drops it"
}
