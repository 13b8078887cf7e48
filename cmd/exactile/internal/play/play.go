// Package play is the full-screen program to solve a puzzle by hand: pieces are moved, turned,
// dropped and picked up, and a search in the background shows at once whether the position
// still has a solution, and how many. Without a tiling it starts with the board on which pegs
// define one.
//
// The package owns keys, screens and moves. It is a model in the sense of The Elm
// Architecture: messages go in, the next state and its view come out, so that it
// can be tested without a terminal.
package play

import (
	"context"
	"errors"
	"io"
	"strings"

	tea "charm.land/bubbletea/v2"
	"github.com/exactile/exactile/encode/puzzle"
)

// Run plays on a terminal until the player leaves or ctx ends. A nil tiling is the board for
// pegs; a tiling without geometry is an error.
func Run(ctx context.Context, in io.Reader, out io.Writer, t *puzzle.Tiling, o Options) error {
	if t != nil && t.Puzzle.Cover != nil {
		return errors.New("a puzzle without geometry has no pieces to move")
	}
	m := newModel(ctx, t, o)
	_, err := tea.NewProgram(m, tea.WithContext(ctx), tea.WithInput(in), tea.WithOutput(out)).Run()
	if errors.Is(err, tea.ErrInterrupted) || ctx.Err() != nil {
		return ctx.Err()
	}
	return err
}

// model is the state of the program.
type model struct {
	*environment
	screen        screen
	first         tea.Cmd
	columns, rows int
	help          bool
}

// newModel returns the first state: the tiling's puzzle with an empty board, or for nil the
// board for pegs.
func newModel(ctx context.Context, t *puzzle.Tiling, o Options) *model {
	m := &model{environment: &environment{ctx: ctx, options: o}, columns: 80, rows: 24}
	if t == nil {
		m.screen = newPegBoard(m.environment)
	} else {
		m.screen, m.first = newTable(m.environment, t, nil)
	}
	return m
}

// Init implements tea.Model.
func (m *model) Init() tea.Cmd { return m.first }

// Update implements tea.Model.
func (m *model) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	var cmd tea.Cmd
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		m.columns, m.rows = msg.Width, msg.Height
	case tea.KeyPressMsg:
		switch name := msg.String(); {
		case name == "ctrl+c" || name == "q" && !m.help:
			return m, tea.Quit
		case m.help:
			m.help = false
		case name == "?":
			m.help = true
		default:
			m.screen, cmd = m.screen.key(name)
		}
	case tea.MouseClickMsg:
		if m.help {
			m.help = false
			return m, nil
		}
		m.screen, cmd = m.screen.receive(msg)
	case answer:
		if msg.n == m.last {
			m.screen, cmd = m.screen.receive(msg.msg)
		}
	default:
		m.screen, cmd = m.screen.receive(msg)
	}
	return m, cmd
}

// View implements tea.Model.
func (m *model) View() tea.View {
	v := tea.NewView(strings.Join(m.lines(), "\n"))
	v.AltScreen = true
	v.MouseMode = tea.MouseModeCellMotion
	return v
}

func (m *model) lines() []string {
	if m.help {
		return helpLines(m.screen.keys(), m.columns)
	}
	text, columns, lines := m.screen.view(m.columns, m.rows)
	if columns > m.columns || lines > m.rows {
		return tooSmall(columns, lines, m.columns, m.rows)
	}
	return text
}
