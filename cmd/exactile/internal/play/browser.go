package play

import (
	"fmt"
	"slices"

	tea "charm.land/bubbletea/v2"
	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/encode/puzzle"
	"github.com/exactile/exactile/encode/render/terminal"
)

// A browser steps through the solutions of a position.
type browser struct {
	*environment
	back   func() (screen, tea.Cmd) // what esc does
	tiling *puzzle.Tiling
	drawer *terminal.Drawer
	found  *listed // nil: the search runs
	at     int
}

// browse lists the solutions that contain the taken options; esc leads back.
func browse(
	e *environment, t *puzzle.Tiling, taken []int, back func() (screen, tea.Cmd),
) (screen, tea.Cmd) {
	b := &browser{environment: e, back: back, tiling: t, drawer: terminal.New(t)}
	return b, e.search(t.Model, taken, listSolutions)
}

func (b *browser) receive(msg tea.Msg) (screen, tea.Cmd) {
	if l, ok := msg.(listed); ok {
		b.found = &l
	}
	return b, nil
}

func (b *browser) key(name string) (screen, tea.Cmd) {
	n := 0
	if b.found != nil {
		n = len(b.found.solutions)
	}
	switch name {
	case "esc", "backspace", "u":
		return b.back()
	case "enter", "space", "n", "right", "l", "down", "j":
		if n > 0 {
			b.at = (b.at + 1) % n
		}
	case "p", "left", "h", "up", "k":
		if n > 0 {
			b.at = (b.at + n - 1) % n
		}
	case "home", "g":
		b.at = 0
	case "end", "G":
		b.at = max(0, n-1)
	}
	return b, nil
}

func (b *browser) view(columns, high int) ([]string, int, int) {
	head, body, foot := truncate(b.tiling.Puzzle.Name, columns), []string(nil), ""
	switch {
	case b.found == nil:
		foot = "looking for solutions ..."
	case len(b.found.solutions) == 0 && b.found.all:
		foot = "There is no solution."
	case len(b.found.solutions) == 0:
		foot = fmt.Sprintf("No solution was found in %v.", searchTime)
	default:
		body = b.solution(b.found.solutions[b.at], columns, high-6, high-2)
		of := fmt.Sprint(len(b.found.solutions))
		if !b.found.all {
			of = "at least " + of
		}
		foot = fmt.Sprintf("solution %d of %s", b.at+1, of)
	}
	lines := append(body, foot, truncate("n next  p previous  esc back  ? help  q quit", columns))
	// A small window drops the space between, then the name.
	if free := high - len(lines); free > 0 {
		lines = append([]string{head}, lines...)
	}
	if free := high - len(lines); free >= 3 {
		lines = slices.Insert(lines, len(lines)-1, "")
		lines = slices.Insert(lines, 1, "")
		if len(body) > 0 {
			lines = slices.Insert(lines, len(lines)-3, "")
		}
	}
	return lines, max(24, b.tiling.Puzzle.Board.Size[0]), len(lines)
}

// solution draws a solution with lines, in the first of the heights in room into which it fits,
// else in letters.
func (b *browser) solution(s cover.Solution, columns int, room ...int) []string {
	for _, high := range room {
		if b.options.Lines && len(b.tiling.Puzzle.Board.Sites) > 0 {
			m := b.drawer.Position(s, puzzle.Placement{}, 0, columns, high)
			if m.Width() <= columns && m.Lines() <= high {
				return m.Text(b.options.Colour)
			}
		}
	}
	return b.drawer.Letters(s).Text(b.options.Colour)
}

func (b *browser) keys() [][2]string {
	return [][2]string{
		{"n, enter, right, down", "next solution"},
		{"p, left, up", "previous solution"},
		{"home, end", "first and last one"},
		{"esc, u", "back to the board"},
		{"q, ctrl+c", "quit"},
	}
}
