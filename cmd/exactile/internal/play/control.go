package play

import (
	"context"
	"slices"

	tea "charm.land/bubbletea/v2"
	"github.com/exactile/exactile/cmd/internal/game"
	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/encode/lattice"
	"github.com/exactile/exactile/encode/puzzle"
	"github.com/exactile/exactile/encode/render"
	"github.com/exactile/exactile/encode/render/terminal"
)

// steps are the moves of the keys.
var steps = map[string]lattice.Cell{
	"left": {-1, 0}, "h": {-1, 0}, "right": {1, 0}, "l": {1, 0},
	"up": {0, -1}, "k": {0, -1}, "down": {0, 1}, "j": {0, 1},
	"pgup": {0, 0, -1}, "<": {0, 0, -1}, "pgdown": {0, 0, 1}, ">": {0, 0, 1},
}

// newTable returns an empty board. The command starts the search for solutions.
func newTable(
	e *environment, t *puzzle.Tiling, back func() (screen, tea.Cmd),
) (screen, tea.Cmd) {
	drawer := terminal.New(t)
	b := &table{environment: e, Game: game.New(t), back: back, drawer: drawer,
		letters: render.Letters(t.Puzzle.Pieces), escapes: drawer.Escapes()}
	return b, b.countSolutions()
}

func (b *table) key(name string) (screen, tea.Cmd) {
	b.Message = ""
	if step, ok := steps[name]; ok {
		b.Step(step)
		return b, nil
	}
	defer b.MoveOntoBoard()
	switch name {
	case "i":
		return b, b.hint()
	case "tab":
		b.Take(1)
	case "shift+tab":
		b.Take(-1)
	case "r":
		b.Turn(1)
	case "R":
		b.Turn(-1)
	case "f":
		b.Flip()
	case "enter", "space":
		return b, b.moved(b.Drop())
	case "x", "backspace", "delete":
		return b, b.moved(b.PickUp())
	case "u", "ctrl+z":
		return b, b.moved(b.Undo())
	case "U", "ctrl+y", "ctrl+r":
		return b, b.moved(b.Redo())
	case "s":
		// the browser has ended that search
		back := func() (screen, tea.Cmd) { return b, b.countSolutions() }
		return browse(b.environment, b.Tiling, b.Taken(), back)
	case "esc":
		if b.back != nil {
			return b.back()
		}
	}
	return b, nil
}

// moved starts a new search after a move, if one was made.
func (b *table) moved(made bool) tea.Cmd {
	if !made {
		return nil
	}
	return b.countSolutions()
}

// hint starts the search for a hint.
func (b *table) hint() tea.Cmd {
	if b.Hand < 0 {
		_, b.Message = b.Fit()
		return nil
	}
	find := b.Hint()
	return b.startSearch(func(ctx context.Context, part *cover.Model) tea.Msg {
		return hintedOption(find(ctx, part))
	})
}

// show moves the hand to the place of a hint.
func (b *table) show(h hintedOption) {
	if h < 0 {
		b.Message = "no solution was found from here: pick a piece up"
		return
	}
	b.Hold(int(h))
	b.Message = "a solution has it here; space drops it"
}

func (b *table) receive(msg tea.Msg) (screen, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.MouseMsg:
		return b, b.mouse(msg)
	case solutionCount:
		b.count = msg
		if msg.exact && msg.count.Sign() > 0 {
			return b, b.startSearch(countByOption)
		}
	case optionCounts:
		b.optionCounts = msg
	case hintedOption:
		b.show(msg)
		return b, b.countSolutions()
	}
	return b, nil
}

func (b *table) keys() [][2]string {
	all := [][2]string{
		{"arrows, h j k l", "move the piece in the hand (its first cell)"},
		{"tab, shift+tab", "next piece, the one before"},
		{"r, R", "turn it, and back"},
		{"f", "flip it"},
		{"space, enter", "drop it: • (*) fits, × (!) does not; lighter: more ways"},
		{"x, backspace", "pick up the piece at the hand's place"},
		{"i", "a hint: put the hand where a solution has a piece"},
		{"mouse", "drag a piece; the wheel turns it, the right button flips it"},
		{"u, U", "undo, redo"},
		{"s", "step through the solutions from here"},
		{"q, ctrl+c", "quit"},
	}
	if b.Puzzle.Board.Size[2] > 1 {
		all = slices.Insert(all, 1, [2]string{"pgup, pgdown, < >", "a layer up, a layer down"})
	}
	if b.back != nil {
		all = append(all, [2]string{"esc", "back to the pegs"})
	}
	return all
}

// mouse moves, drops, picks up and turns pieces by the mouse.
func (b *table) mouse(msg tea.MouseMsg) tea.Cmd {
	m := msg.Mouse()
	cell, on := b.shown.At(m.X, m.Y-b.top)
	switch msg.(type) {
	case tea.MouseWheelMsg:
		if m.Button == tea.MouseWheelUp {
			b.Turn(-1)
		} else {
			b.Turn(1)
		}
		b.GoTo(b.At)
	case tea.MouseClickMsg:
		b.Message = ""
		switch {
		case m.Button == tea.MouseRight:
			b.Flip()
			b.GoTo(b.At)
		case on:
			return b.grab(cell)
		case m.X >= b.listAt && m.Y >= b.top && m.Y-b.top < len(b.listed):
			if k := b.listed[m.Y-b.top]; k >= 0 && b.Left(k) > 0 {
				b.Hand = k
				b.GoTo(b.At)
			}
		}
	case tea.MouseMotionMsg:
		if b.held && on {
			b.GoTo(cell.Sub(b.grip))
		}
	case tea.MouseReleaseMsg:
		if b.held {
			b.held = false
			return b.moved(b.Drop())
		}
	}
	return nil
}

// grab takes hold of the piece at a cell: the piece in the hand or a placed piece. If there is
// none, the piece in the hand moves there.
func (b *table) grab(cell lattice.Cell) (cmd tea.Cmd) {
	b.held = true
	if !slices.Contains(b.Cells(), cell) {
		if b.Covered(cell) {
			b.At = cell
			cmd = b.moved(b.PickUp())
		} else {
			b.GoTo(cell)
		}
	}
	b.grip = cell.Sub(b.At)
	if b.Hand < 0 || !slices.Contains(b.Cells(), cell) {
		b.grip = lattice.Cell{}
	}
	return cmd
}
