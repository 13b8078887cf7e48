package play

import (
	"context"

	tea "charm.land/bubbletea/v2"
)

// A screen is what is shown and played at a time.
type screen interface {
	// key is told a key and returns the screen that follows.
	key(name string) (screen, tea.Cmd)
	// tell is told what a search has found out.
	tell(msg tea.Msg) (screen, tea.Cmd)
	// view draws at most so many columns and lines, or says how many it needs.
	view(columns, lines int) (text []string, needColumns, needLines int)
	// keys explains the keys.
	keys() [][2]string
}

// environment is what all screens share.
type environment struct {
	ctx     context.Context
	options Options
	search  searches
}

// Options say how it looks.
type Options struct {
	Colour bool // pieces have colours, beside their letters
	Lines  bool // boards have lines, and cells their true shape, where there is room
}
