package play

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"github.com/exactile/exactile/encode/lattice"
	"github.com/exactile/exactile/encode/puzzle"
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
	b := &table{
		environment: e, back: back, tiling: t, paint: newPainter(t, e.options),
		hand: -1, facing: make([]int, len(t.Puzzle.Pieces)),
	}
	if len(t.Puzzle.Board.Sites) > 0 {
		b.at = t.Puzzle.Board.Sites[0].At
	}
	b.take(1)
	b.free()
	return b, b.look()
}

func (b *table) key(name string) (screen, tea.Cmd) {
	b.message = ""
	if step, ok := steps[name]; ok {
		b.step(step)
		return b, nil
	}
	defer b.settle()
	switch name {
	case "i":
		return b, b.hint()
	case "tab":
		b.take(1)
	case "shift+tab":
		b.take(-1)
	case "r":
		b.turn(1)
	case "R":
		b.turn(-1)
	case "f":
		b.flip()
	case "enter", "space":
		return b, b.drop()
	case "x", "backspace", "delete":
		return b, b.pickUp()
	case "u", "ctrl+z":
		return b, b.travel(&b.undo, &b.redo, "nothing to undo")
	case "U", "ctrl+y", "ctrl+r":
		return b, b.travel(&b.redo, &b.undo, "nothing to redo")
	case "s":
		back := func() (screen, tea.Cmd) { return b, b.look() } // the browser has ended that search
		return browse(b.environment, b.tiling, b.taken(), back)
	case "esc":
		if b.back != nil {
			return b.back()
		}
	}
	return b, nil
}

// settle moves a new or turned piece in the hand back onto the board.
func (b *table) settle() {
	if !b.holds(b.at) {
		b.goTo(b.at)
	}
}

func (b *table) tell(msg tea.Msg) (screen, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.MouseMsg:
		return b, b.mouse(msg)
	case prospect:
		b.outlook = msg
		if msg.exact && msg.count.Sign() > 0 {
			return b, b.ask(behind)
		}
	case places:
		b.behind = msg
	case hinted:
		b.show(msg)
		return b, b.look()
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
	if b.tiling.Puzzle.Board.Size[2] > 1 {
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
