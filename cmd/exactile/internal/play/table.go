package play

import (
	"context"
	"fmt"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/encode/lattice"
	"github.com/exactile/exactile/encode/puzzle"
	"github.com/exactile/exactile/encode/render"
)

// steps are the moves of the keys.
var steps = map[string]lattice.Cell{
	"left": {-1, 0}, "h": {-1, 0}, "right": {1, 0}, "l": {1, 0},
	"up": {0, -1}, "k": {0, -1}, "down": {0, 1}, "j": {0, 1},
	"pgup": {0, 0, -1}, "<": {0, 0, -1}, "pgdown": {0, 0, 1}, ">": {0, 0, 1},
}

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

// turned returns the distinct other orientations of the piece in the hand by turns, or by
// mirrors, in the order of the lattice's motions.
func (b *table) turned(mirror bool) []int {
	l := b.tiling.Puzzle.Lattice
	all := b.tiling.Orientations[b.hand]
	present := all[b.facing[b.hand]]
	var found []int
	for _, g := range l.Motions[1:] {
		if g.Mirror != mirror {
			continue
		}
		moved := l.Apply(g, present.Places())
		shift := l.Corner(moved)
		for k := range moved {
			moved[k] = moved[k].Add(shift)
		}
		n := slices.IndexFunc(all, func(o puzzle.Orientation) bool { return lies(o, present, moved) })
		if n >= 0 && n != b.facing[b.hand] && !slices.Contains(found, n) {
			found = append(found, n)
		}
	}
	return found
}

// lies reports whether an orientation is the present one with its cells moved and the same
// symbols.
func lies(o, present puzzle.Orientation, moved []lattice.Cell) bool {
	for k, at := range moved {
		if !slices.Contains(o, puzzle.Cell{At: at, Symbol: present[k].Symbol}) {
			return false
		}
	}
	return true
}

// turn turns the piece in the hand: on the plane by the least turn, in space to the next
// orientation by number.
func (b *table) turn(step int) {
	if b.hand < 0 {
		return
	}
	others := b.turned(false)
	switch {
	case len(others) == 0:
		b.message = "it cannot be turned, or looks the same"
	case b.tiling.Puzzle.Lattice.Dims == 3:
		others = append(others, b.facing[b.hand])
		slices.Sort(others)
		k := slices.Index(others, b.facing[b.hand])
		b.facing[b.hand] = others[(k+step+len(others))%len(others)]
	case step > 0:
		b.facing[b.hand] = others[0]
	default:
		b.facing[b.hand] = others[len(others)-1]
	}
}

func (b *table) flip() {
	if b.hand < 0 {
		return
	}
	if others := b.turned(true); len(others) > 0 {
		b.facing[b.hand] = others[0]
	} else {
		b.message = "it cannot be flipped, or looks the same"
	}
}

// solved reports whether the pieces on the board are a solution.
func (b *table) solved() bool {
	return b.tiling.Check(b.taken()) == nil
}

// panelWidth is the width of the list of pieces beside the board.
const panelWidth = 30

func (b *table) view(columns, lines int) ([]string, int, int) {
	if text := b.lined(columns, lines); text != nil {
		return text, 0, 0
	}
	p := b.tiling.Puzzle
	b.shown = nil
	squares := b.paint.empty()
	b.paint.lay(squares, b.placed)
	b.tint(squares)
	mark := "*"
	if _, why := b.fit(); why != "" {
		mark = "!"
	}
	for _, c := range b.cells() {
		if c[2] >= 0 { // beyond the edges there is nothing to draw on
			squares[c] = b.paint.square(b.hand, mark)
		}
	}
	if b.hand < 0 {
		s := squares[b.at]
		s.text = cut(s.text, 1) + "<"
		squares[b.at] = s
	}
	board := b.paint.layer(squares, b.at[2])
	width := max(cellWidth*p.Board.Size[0], 8)

	head := []string{cut(p.Name, columns)}
	if p.Board.Size[2] > 1 {
		head[0] = cut(fmt.Sprintf("%s, layer %d of %d", p.Name, b.at[2]+1, p.Board.Size[2]), columns)
	}
	head = append(head, "")
	foot := append([]string{""}, b.foot(columns)...)
	room := lines - len(head) - len(foot)
	body := beside(board, width+3, b.panel(room))
	tall := len(head) + max(len(board), 6) + len(foot)
	return slices.Concat(head, body, foot), max(24, width+3+panelWidth), tall
}

// foot is the text below the board.
func (b *table) foot(columns int) []string {
	status := b.outlook.text() + b.here()
	if b.solved() {
		status = "Solved! " + status
	}
	return []string{cut(status, columns), cut(b.message, columns),
		cut("? help  tab piece  r turn  f flip  space drop  x pick up  i hint  s solve", columns)}
}

// lined draws the board with lines, as large as fits; nil if there is no room.
func (b *table) lined(columns, lines int) []string {
	if !b.options.Lines || len(b.tiling.Puzzle.Board.Sites) == 0 {
		return nil
	}
	position := render.Position{Placed: b.taken()}
	if b.hand >= 0 {
		position.Piece, position.Cells, position.Mark = b.hand, b.cells(), '•'
		if _, why := b.fit(); why != "" {
			position.Mark = '×'
		}
	}
	if b.options.Colour {
		position.Shades = b.shades()
	}
	foot := b.foot(columns)
	var head []string
	room := lines - len(foot)
	m := b.paint.drawer.Position(position, columns-panelWidth-3, room-1)
	if m.Lines() < room { // else the board has priority over its name
		head = []string{cut(b.tiling.Puzzle.Name, columns)}
	}
	b.top = len(head)
	room -= b.top
	if m.Width()+3+panelWidth > columns || m.Lines() > room {
		return nil
	}
	b.shown, b.listAt = m, m.Width()+3
	body := beside(m.Text(b.options.Colour), b.listAt, b.panel(room))
	for len(body) < m.Lines() {
		body = append(body, "")
	}
	return slices.Concat(head, body, foot)
}

// panel lists the pieces, around the one in the hand if there is no room for all, and below
// them its shape if there is room.
func (b *table) panel(room int) []string {
	p := b.tiling.Puzzle
	var list []string
	b.listed = nil
	for k, piece := range p.Pieces {
		b.listed = append(b.listed, k)
		pointer := "  "
		if k == b.hand {
			pointer = "> "
		}
		n := fmt.Sprint(b.left(k))
		if b.left(k) == puzzle.Unbounded {
			n = "any"
		}
		letter := paint(b.paint.square(k, ""), b.paint.colour)
		text := cut(fmt.Sprintf(" %-3s left  %s", n, piece.Name), panelWidth-4)
		list = append(list, pointer+letter+text)
	}
	if len(list) > room && room > 0 {
		from := min(max(b.hand-room/2, 0), len(list)-room)
		b.listed = b.listed[from : from+room]
		return list[from : from+room]
	}
	if b.hand < 0 {
		return list
	}
	text := render.Shape(b.tiling.Orientations[b.hand][b.facing[b.hand]])
	shape := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	if len(list)+1+len(shape) <= room {
		list = append(list, "")
		for _, row := range shape {
			list = append(list, "    "+row)
		}
	}
	return list
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
