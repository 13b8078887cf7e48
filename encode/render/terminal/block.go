// Package terminal draws puzzles and solutions for terminals: lines around
// pieces, a colour for each, and several drawings side by side. It writes text
// and, where it is asked to, the escape sequences of colours; it knows nothing of
// the terminal it writes for.
package terminal

import (
	"io"
	"strings"

	"golang.org/x/text/width"

	"github.com/exactile/exactile/encode/render/palette"
)

// A Block is a rectangle of columns and lines.
type Block struct {
	width int
	rows  [][]glyph
}

// A glyph is a character, on the colour of a piece or on the terminal's own.
type glyph struct {
	char rune            // 0: the second column of the wide character before it
	on   *palette.Colour // nil: the terminal's own colours
}

// newBlock returns a block of spaces.
func newBlock(columns, lines int) *Block {
	b := &Block{width: columns, rows: make([][]glyph, lines)}
	for y := range b.rows {
		b.rows[y] = make([]glyph, columns)
		for x := range b.rows[y] {
			b.rows[y][x].char = ' '
		}
	}
	return b
}

// Text returns a block of plain lines.
func Text(lines ...string) *Block {
	b := &Block{}
	for _, line := range lines {
		var row []glyph
		for _, c := range line {
			row = append(row, glyph{char: c})
		}
		b.rows = append(b.rows, row)
		b.width = max(b.width, len(row))
	}
	return b
}

// Width returns the columns that a block takes.
func (b *Block) Width() int { return b.width }

// Above returns a block with a over b.
func Above(a, b *Block) *Block {
	return &Block{width: max(a.width, b.width), rows: append(append([][]glyph{}, a.rows...), b.rows...)}
}

// set puts a character; what stood there keeps its colour.
func (b *Block) set(x, y int, char rune) { b.rows[y][x].char = char }

// write puts a letter and reports whether it takes two columns, being of a wide
// script.
func (b *Block) write(x, y int, letter rune) (wide bool) {
	b.set(x, y, letter)
	k := width.LookupRune(letter).Kind()
	if wide = k == width.EastAsianWide || k == width.EastAsianFullwidth; wide {
		b.set(x+1, y, 0)
	}
	return wide
}

// fill gives a place the colour of a piece.
func (b *Block) fill(x, y int, on *palette.Colour) { b.rows[y][x].on = on }

// spacing is the number of columns between blocks.
const spacing = 3

// Rows writes blocks from left to right, as many in a row as fit into width
// columns but at least one, and an empty line between rows. A width of 0 puts
// each in a row of its own.
type Rows struct {
	w      io.Writer
	width  int
	colour bool
	row    []*Block
	used   int
	any    bool // a row was written
}

// NewRows returns Rows that write to w, with escape sequences for colours or
// without.
func NewRows(w io.Writer, columns int, colour bool) *Rows {
	return &Rows{w: w, width: columns, colour: colour}
}

// Add puts the next block. The error is that of writing.
func (r *Rows) Add(b *Block) error {
	if len(r.row) > 0 && r.used+spacing+b.width > r.width {
		if err := r.Flush(); err != nil {
			return err
		}
	}
	if len(r.row) > 0 {
		r.used += spacing
	}
	r.used += b.width
	r.row = append(r.row, b)
	return nil
}

// Flush writes the blocks that wait for their row to be full.
func (r *Rows) Flush() error {
	if len(r.row) == 0 {
		return nil
	}
	var text strings.Builder
	if r.any {
		text.WriteByte('\n')
	}
	height := 0
	for _, b := range r.row {
		height = max(height, len(b.rows))
	}
	for y := range height {
		var line []glyph
		for n, b := range r.row {
			if n > 0 {
				line = padded(line, len(line)+spacing)
			}
			full := len(line) + b.width
			if y < len(b.rows) {
				line = append(line, b.rows[y]...)
			}
			line = padded(line, full)
		}
		r.line(&text, line)
	}
	r.any, r.row, r.used = true, nil, 0
	_, err := io.WriteString(r.w, text.String())
	return err
}

func padded(line []glyph, columns int) []glyph {
	for len(line) < columns {
		line = append(line, glyph{char: ' '})
	}
	return line
}

// line writes a line without the blanks at its end.
func (r *Rows) line(text *strings.Builder, line []glyph) {
	end := len(line)
	for end > 0 && line[end-1].char == ' ' && (line[end-1].on == nil || !r.colour) {
		end--
	}
	var on *palette.Colour
	for _, g := range line[:end] {
		if r.colour && g.on != on {
			text.WriteString(escape(g.on))
			on = g.on
		}
		if g.char != 0 {
			text.WriteRune(g.char)
		}
	}
	if on != nil {
		text.WriteString(escape(nil))
	}
	text.WriteByte('\n')
}
