package play

import (
	"context"
	"slices"

	tea "charm.land/bubbletea/v2"

	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/native"
)

// moved sets a new position, and stores the present one for undo.
func (b *table) moved(placed []int) tea.Cmd {
	b.undo, b.redo = append(b.undo, b.placed), nil
	b.placed = placed
	return b.look()
}

func (b *table) drop() tea.Cmd {
	option, why := b.fit()
	if why != "" {
		b.message = why
		return nil
	}
	cmd := b.moved(append(slices.Clone(b.placed), option))
	if b.left(b.hand) == 0 {
		b.take(1)
	}
	b.free()
	return cmd
}

// pickUp takes the piece at the hand's place into the hand.
func (b *table) pickUp() tea.Cmd {
	for k, o := range b.placed {
		pl := b.tiling.Placements[o]
		if slices.Contains(pl.Cells, b.at) {
			cmd := b.moved(slices.Delete(slices.Clone(b.placed), k, k+1))
			b.hand, b.facing[pl.Piece], b.at = pl.Piece, pl.Orientation, pl.Cells[0]
			return cmd
		}
	}
	b.message = "there is no piece to pick up"
	return nil
}

// travel restores the last position of one history and adds the present one to the other.
func (b *table) travel(from, to *[][]int, none string) tea.Cmd {
	if len(*from) == 0 {
		b.message = none
		return nil
	}
	*to = append(*to, b.placed)
	b.placed = (*from)[len(*from)-1]
	*from = (*from)[:len(*from)-1]
	if b.hand < 0 || b.left(b.hand) == 0 {
		b.take(1)
	}
	return b.look()
}

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
