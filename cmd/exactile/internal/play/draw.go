package play

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/encode/lattice"
	"github.com/exactile/exactile/encode/puzzle"
	"github.com/exactile/exactile/encode/render"
)

// cellWidth is how many columns a cell takes: two, so that it is about square.
const cellWidth = 2

// A square is what a cell shows: one or two characters and, perhaps, a colour.
type square struct {
	text   string
	escape string // the colour; may be empty
}

// A painter draws boards of one puzzle.
type painter struct {
	tiling  *puzzle.Tiling
	letters []rune
	escapes []string
	colour  bool
	drawer  *render.Drawer
	lines   bool
}

func newPainter(t *puzzle.Tiling, o Options) *painter {
	return &painter{t, render.Letters(t.Puzzle.Pieces), render.Escapes(t.Puzzle.Pieces), o.Colour,
		render.NewDrawer(t), o.Lines}
}

// empty returns the squares of the board with nothing on it.
func (p *painter) empty() map[lattice.Cell]square {
	squares := make(map[lattice.Cell]square, len(p.tiling.Puzzle.Board.Sites))
	for _, s := range p.tiling.Puzzle.Board.Sites {
		mark := "."
		switch {
		case s.Symbol != 0:
			mark = string(s.Symbol)
		case s.Optional:
			mark = "?"
		}
		squares[s.At] = square{text: mark}
	}
	return squares
}

// lay draws options into the squares.
func (p *painter) lay(squares map[lattice.Cell]square, options []int) {
	for _, o := range options {
		pl := p.tiling.Placements[o]
		for _, c := range pl.Cells {
			squares[c] = p.square(pl.Piece, "")
		}
	}
}

// square is a cell of a piece, with a mark behind its letter.
func (p *painter) square(piece int, mark string) square {
	return square{string(p.letters[piece]) + mark, p.escapes[piece]}
}

// layer draws one layer of the board. Places without a cell are blank.
func (p *painter) layer(squares map[lattice.Cell]square, z int) []string {
	size := p.tiling.Puzzle.Board.Size
	lines := make([]string, size[1])
	for y := range lines {
		var b strings.Builder
		for x := range size[0] {
			b.WriteString(paint(squares[lattice.Cell{x, y, z}], p.colour))
		}
		lines[y] = b.String()
	}
	return lines
}

// paint returns a square, cellWidth columns wide.
func paint(s square, colour bool) string {
	text := s.text + strings.Repeat(" ", max(0, cellWidth-utf8.RuneCountInString(s.text)))
	if s.escape == "" || !colour {
		return text
	}
	return s.escape + text + "\x1b[m"
}

// solution draws a solution with lines, in the first of the heights in room into which it
// fits, else as letters, all layers below each other.
func (p *painter) solution(s cover.Solution, columns int, room ...int) []string {
	if len(p.tiling.Puzzle.Board.Sites) == 0 || !p.lines {
		room = nil
	}
	for _, high := range room {
		m := p.drawer.Position(render.Position{Placed: s}, columns, high)
		if m.Width() <= columns && m.Lines() <= high {
			return m.Text(p.colour)
		}
	}
	squares := p.empty()
	p.lay(squares, s)
	var lines []string
	for z := range p.tiling.Puzzle.Board.Size[2] {
		if z > 0 {
			lines = append(lines, "")
		}
		lines = append(lines, p.layer(squares, z)...)
	}
	return lines
}

// beside puts lines to the right of others, which are width columns wide.
func beside(left []string, width int, right []string) []string {
	var all []string
	for k := range max(len(left), len(right)) {
		line := ""
		if k < len(left) {
			line = left[k]
		}
		if k < len(right) && right[k] != "" {
			line += strings.Repeat(" ", max(0, width-columnsOf(line))) + right[k]
		}
		all = append(all, line)
	}
	return all
}

// columnsOf counts the columns of a line without its colours.
func columnsOf(line string) int {
	n := 0
	for len(line) > 0 {
		if line[0] == '\x1b' {
			line = line[strings.IndexByte(line, 'm')+1:]
			continue
		}
		_, size := utf8.DecodeRuneInString(line)
		line = line[size:]
		n++
	}
	return n
}

// cut shortens a line without colours.
func cut(text string, width int) string {
	if r := []rune(text); len(r) > width {
		return string(r[:max(0, width)])
	}
	return text
}

// tooSmall is the text of a window that is too small for the board.
func tooSmall(needColumns, needLines, columns, lines int) []string {
	text := []string{
		"The window is too small:",
		fmt.Sprintf("%d x %d, and this needs", columns, lines),
		fmt.Sprintf("%d x %d. q leaves.", needColumns, needLines),
	}
	for k := range text {
		text[k] = cut(text[k], columns)
	}
	return text[:min(len(text), max(lines, 1))]
}

// helpLines is the explanation of keys.
func helpLines(keys [][2]string, columns int) []string {
	left := 0
	for _, k := range keys {
		left = max(left, len(k[0]))
	}
	lines := []string{"Keys", ""}
	for _, k := range keys {
		lines = append(lines, cut(fmt.Sprintf("  %-*s  %s", left, k[0], k[1]), columns))
	}
	return append(lines, "", "Any key goes back.")
}
