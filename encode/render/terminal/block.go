// Package terminal draws boards, positions and solutions for terminals, with lines and colours.
package terminal

import (
	"slices"
	"strings"

	"github.com/clipperhouse/displaywidth"
	"github.com/exactile/exactile/encode/lattice"
	"github.com/exactile/exactile/encode/render/internal/palette"
)

// A Block is a rectangle of columns and lines. The zero Block is empty.
type Block struct {
	width int
	rows  [][]glyph // each at most width long
	// middle is where cells were drawn, in a drawing of a position.
	middle map[lattice.Cell][2]int
}

// A glyph is a character, on the colour of a piece or in the terminal's default colours.
type glyph struct {
	char rune            // 0: the second column of the wide character before it
	on   *palette.Colour // nil: the terminal's default colours
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

// Width returns the columns that a block takes.
func (b *Block) Width() int { return b.width }

// Lines returns how many lines a block takes.
func (b *Block) Lines() int { return len(b.rows) }

// Under returns the block with plain lines under it.
func (b *Block) Under(lines ...string) *Block {
	r := &Block{width: b.width, rows: slices.Clip(b.rows)}
	for _, line := range lines {
		var row []glyph
		for _, c := range line {
			row = append(row, glyph{char: c})
		}
		r.rows = append(r.rows, row)
		r.width = max(r.width, len(row))
	}
	return r
}

// apart is the number of columns between blocks.
const apart = 3

// Beside returns the block with another one to its right, some columns apart.
func (b *Block) Beside(right *Block) *Block {
	r := newBlock(b.width+apart+right.width, max(len(b.rows), len(right.rows)))
	for y, row := range b.rows {
		copy(r.rows[y], row)
	}
	for y, row := range right.rows {
		copy(r.rows[y][b.width+apart:], row)
	}
	return r
}

// Text returns the lines of a block, with escape sequences for colours or without.
func (b *Block) Text(colour bool) []string {
	lines := make([]string, len(b.rows))
	for y, row := range b.rows {
		lines[y] = spelled(row, colour)
	}
	return lines
}

// spelled returns a line without the blanks at its end.
func spelled(line []glyph, colour bool) string {
	end := len(line)
	for end > 0 && line[end-1].char == ' ' && (line[end-1].on == nil || !colour) {
		end--
	}
	var text strings.Builder
	var on *palette.Colour
	for _, g := range line[:end] {
		if colour && g.on != on {
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
	return text.String()
}

// At returns the cell nearest to a column and line of a drawn position, and whether they lie in it.
func (b *Block) At(column, line int) (lattice.Cell, bool) {
	var best lattice.Cell
	least := 1 << 30
	for c, m := range b.middle {
		dx, dy := column-m[0], 2*(line-m[1]) // a line is twice as high as a column is wide
		if d := dx*dx + dy*dy; d < least || d == least && c.Compare(best) < 0 {
			best, least = c, d
		}
	}
	inside := column >= 0 && line >= 0 && column < b.Width() && line < b.Lines()
	return best, inside && b.middle != nil
}

// set puts a character and leaves the colour of its place unchanged.
func (b *Block) set(x, y int, char rune) { b.rows[y][x].char = char }

// write puts a letter and reports whether it takes two columns, as letters of wide scripts do.
func (b *Block) write(x, y int, letter rune) (wide bool) {
	b.set(x, y, letter)
	if wide = displaywidth.Rune(letter) > 1; wide {
		b.set(x+1, y, 0)
	}
	return wide
}

// fill gives a place the colour of a piece.
func (b *Block) fill(x, y int, on *palette.Colour) { b.rows[y][x].on = on }
