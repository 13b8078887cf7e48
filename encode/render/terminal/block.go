// Package terminal draws boards, positions and solutions for terminals, with lines and colours.
package terminal

import (
	"github.com/exactile/exactile/encode/render/internal/palette"
	"golang.org/x/text/width"
)

// A Block is a rectangle of columns and lines.
type Block struct {
	width int
	rows  [][]glyph
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

// Lines returns a block of plain lines.
func Lines(lines ...string) *Block {
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
	return &Block{width: max(a.width, b.width),
		rows: append(append([][]glyph{}, a.rows...), b.rows...)}
}

// set puts a character and leaves the colour of its place unchanged.
func (b *Block) set(x, y int, char rune) { b.rows[y][x].char = char }

// write puts a letter and reports whether it takes two columns, as letters of wide scripts do.
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
