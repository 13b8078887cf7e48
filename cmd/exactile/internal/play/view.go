package play

import (
	"fmt"
	"math/big"
	"slices"
	"strings"

	"github.com/exactile/exactile/encode/lattice"
	"github.com/exactile/exactile/encode/puzzle"
	"github.com/exactile/exactile/encode/render"
)

// panelWidth is the width of the list of pieces beside the board.
const panelWidth = 30

func (b *table) view(columns, lines int) ([]string, int, int) {
	if text := b.lined(columns, lines); text != nil {
		return text, 0, 0
	}
	p := b.Puzzle
	b.shown = nil
	squares := b.paint.empty()
	b.paint.lay(squares, b.Placed)
	b.tint(squares)
	mark := "*"
	if _, why := b.Fit(); why != "" {
		mark = "!"
	}
	for _, c := range b.Cells() {
		if c[2] >= 0 { // beyond the edges there is nothing to draw on
			squares[c] = b.paint.square(b.Hand, mark)
		}
	}
	if b.Hand < 0 {
		s := squares[b.At]
		s.text = cut(s.text, 1) + "<"
		squares[b.At] = s
	}
	board := b.paint.layer(squares, b.At[2])
	width := max(cellWidth*p.Board.Size[0], 8)

	head := []string{cut(p.Name, columns)}
	if p.Board.Size[2] > 1 {
		head[0] = cut(fmt.Sprintf("%s, layer %d of %d", p.Name, b.At[2]+1, p.Board.Size[2]), columns)
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
	if b.Solved() {
		status = "Solved! " + status
	}
	return []string{cut(status, columns), cut(b.Message, columns),
		cut("? help  tab piece  r turn  f flip  space drop  x pick up  i hint  s solve", columns)}
}

// lined draws the board with lines, as large as fits; nil if there is no room.
func (b *table) lined(columns, lines int) []string {
	if !b.options.Lines || len(b.Puzzle.Board.Sites) == 0 {
		return nil
	}
	position := render.Position{Placed: b.Taken()}
	if b.Hand >= 0 {
		position.Piece, position.Cells, position.Mark = b.Hand, b.Cells(), '•'
		if _, why := b.Fit(); why != "" {
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
		head = []string{cut(b.Puzzle.Name, columns)}
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
	p := b.Puzzle
	var list []string
	b.listed = nil
	for k, piece := range p.Pieces {
		b.listed = append(b.listed, k)
		pointer := "  "
		if k == b.Hand {
			pointer = "> "
		}
		n := fmt.Sprint(b.Left(k))
		if b.Left(k) == puzzle.Unbounded {
			n = "any"
		}
		letter := paint(b.paint.square(k, ""), b.paint.colour)
		text := cut(fmt.Sprintf(" %-3s left  %s", n, piece.Name), panelWidth-4)
		list = append(list, pointer+letter+text)
	}
	if len(list) > room && room > 0 {
		from := min(max(b.Hand-room/2, 0), len(list)-room)
		b.listed = b.listed[from : from+room]
		return list[from : from+room]
	}
	if b.Hand < 0 {
		return list
	}
	text := render.Shape(b.Orientations[b.Hand][b.Facing[b.Hand]])
	shape := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	if len(list)+1+len(shape) <= room {
		list = append(list, "")
		for _, row := range shape {
			list = append(list, "    "+row)
		}
	}
	return list
}

// tint colours the squares where the piece in the hand fits by their shades.
func (b *table) tint(squares map[lattice.Cell]square) {
	for c, grey := range b.shades() {
		if s, known := squares[c]; known && s.escape == "" {
			s.escape = shade(grey)
			squares[c] = s
		}
	}
}

// shades returns the grey of each cell where the piece in the hand fits: the darkest if no
// solution has it there, the lightest if the most solutions have. It is nil if not known.
func (b *table) shades() map[lattice.Cell]uint8 {
	if b.behind == nil || b.Hand < 0 {
		return nil
	}
	legal, most := b.Legal(), new(big.Int)
	for _, o := range legal {
		if n := b.behind[o]; n.Cmp(most) > 0 {
			most = n
		}
	}
	shades := make(map[lattice.Cell]uint8, len(legal))
	for c, o := range legal {
		shades[c] = grey(b.behind[o], most)
	}
	return shades
}

// grey returns the grey for n of most solutions, the darkest for none.
func grey(n, most *big.Int) uint8 {
	const darkest, lightest = 236, 254
	if n.Sign() == 0 {
		return darkest
	}
	part, _ := new(big.Rat).SetFrac(n, most).Float64()
	return uint8(darkest + 3 + int(part*float64(lightest-darkest-3)))
}

// shade returns the escape sequence of a grey, one of the last of a terminal's 256 colours.
func shade(grey uint8) string {
	const middle, white, black = 245, 231, 16
	ink := white
	if grey > middle {
		ink = black
	}
	return fmt.Sprintf("\x1b[38;5;%d;48;5;%dm", ink, grey)
}

// here is the text of how many solutions have the piece in the hand where it is.
func (b *table) here() string {
	if b.behind == nil {
		return ""
	}
	option, why := b.Fit()
	if why != "" {
		return ""
	}
	return fmt.Sprintf(", %v with the piece here", b.behind[option])
}
