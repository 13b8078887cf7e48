package play

import (
	"context"

	tea "charm.land/bubbletea/v2"
)

// A screen is one view of the program with its keys.
type screen interface {
	// key handles a key and returns the next screen.
	key(name string) (screen, tea.Cmd)
	// receive handles the result of the present search, or the mouse.
	receive(msg tea.Msg) (screen, tea.Cmd)
	// view draws in at most columns and lines, or returns how many it needs.
	view(columns, lines int) (text []string, needColumns, needLines int)
	// keys explains the keys.
	keys() [][2]string
}

// environment is the common part of all screens. One search at a time runs in the background: a
// screen that comes into view starts its own.
type environment struct {
	ctx     context.Context
	options Options
	last    int // the number of the present search
	cancel  context.CancelFunc
}

// Options are the look of the program.
type Options struct {
	Colour bool // pieces have colours, beside their letters
	Lines  bool // boards have lines, and cells their true shape, where there is room
}
