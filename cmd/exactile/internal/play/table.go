package play

import (
	"context"

	tea "charm.land/bubbletea/v2"
	"github.com/exactile/exactile/cmd/internal/game"
	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/encode/lattice"
	"github.com/exactile/exactile/encode/render/terminal"
)

// A table shows a game.
type table struct {
	*environment
	*game.Game
	back         func() (screen, tea.Cmd) // what esc does; nil: nothing
	drawer       *terminal.Drawer
	letters      []rune
	escapes      []string // their colours
	count        solutionCount
	optionCounts optionCounts

	held   bool            // the mouse drags the hand
	grip   lattice.Cell    // from its first cell to the dragged one
	shown  *terminal.Block // the board as drawn
	top    int             // the first line of the board
	listAt int             // the first column of the list of pieces
	listed []int           // the piece in each of its lines, -1: none
}

// countSolutions starts the search for the solutions of the position.
func (b *table) countSolutions() tea.Cmd {
	b.count, b.optionCounts = solutionCount{}, nil
	return b.startSearch(countFrom)
}

// startSearch starts a search from the position.
func (b *table) startSearch(find func(ctx context.Context, part *cover.Model) tea.Msg) tea.Cmd {
	return b.search(b.Model, b.Taken(), find)
}
