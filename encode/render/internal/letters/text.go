package letters

import (
	"fmt"
	"strings"
	"unicode"

	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/encode/lattice"
	"github.com/exactile/exactile/encode/puzzle"
	"github.com/exactile/exactile/internal/text"
)

// The characters of places without a piece.
const (
	Empty   = '.' // a cell that stays empty
	Blocked = '#' // no cell
)

// Text draws a solution of t, one letter a cell. Newlines end rows, and an empty line separates
// layers. For a puzzle without geometry it lists the solution, one option a line. The legend is not
// included; see Legend.
func Text(t *puzzle.Tiling, s cover.Solution) string {
	if t.Puzzle.Cover != nil {
		var b strings.Builder
		for _, o := range s {
			fmt.Fprintln(&b, strings.Join(t.ItemNames(o), " "))
		}
		return b.String()
	}
	letters := Of(t.Puzzle.Pieces)
	canvas := newCanvas(t.Puzzle.Board.Size, Blocked)
	for _, site := range t.Puzzle.Board.Sites {
		canvas.set(site.At, Empty)
	}
	for _, o := range s {
		for _, c := range t.Placements[o].Cells {
			canvas.set(c, letters[t.Placements[o].Piece])
		}
	}
	return canvas.String()
}

// Board draws the board of p in the spelling of puzzle files: '.' must be
// covered, '?' may stay empty, '#' is no cell, any other character is a symbol. A
// symbol cell that may stay empty looks like one that must be covered.
func Board(p *puzzle.Puzzle) string {
	return drawing(p, func(site puzzle.Site) rune {
		switch {
		case site.Symbol != 0:
			return site.Symbol
		case site.Optional:
			return '?'
		}
		return '.'
	})
}

// Regions draws the regions of p in the spelling of puzzle files: '.' is a cell in no region, '#'
// is no cell. It is empty if p has no regions.
func Regions(p *puzzle.Puzzle) string {
	some := false
	text := drawing(p, func(site puzzle.Site) rune {
		if site.Region == 0 {
			return '.'
		}
		some = true
		return site.Region
	})
	if !some {
		return ""
	}
	return text
}

// Shape draws an orientation in the spelling of puzzle files.
func Shape(o puzzle.Orientation) string {
	canvas := newCanvas(o.Size(), '.')
	for _, c := range o {
		mark := c.Symbol
		if mark == 0 {
			mark = 'X'
		}
		canvas.set(c.At, mark)
	}
	return canvas.String()
}

// Legend lists which letter stands for which piece, one "letter name" a line in file order; it is
// empty if every piece's name is its letter.
func Legend(pieces []puzzle.Piece) string {
	var b strings.Builder
	needed := false
	for k, letter := range Of(pieces) {
		fmt.Fprintf(&b, "%c %s\n", letter, text.Visible(pieces[k].Name))
		needed = needed || pieces[k].Name != string(letter)
	}
	if !needed {
		return ""
	}
	return b.String()
}

func drawing(p *puzzle.Puzzle, mark func(puzzle.Site) rune) string {
	canvas := newCanvas(p.Board.Size, Blocked)
	for _, site := range p.Board.Sites {
		canvas.set(site.At, mark(site))
	}
	return canvas.String()
}

// canvas is a box of characters.
type canvas struct {
	size  lattice.Cell
	marks []rune
}

func newCanvas(size lattice.Cell, ground rune) *canvas {
	c := &canvas{size, make([]rune, size[0]*size[1]*size[2])}
	for k := range c.marks {
		c.marks[k] = ground
	}
	return c
}

func (c *canvas) set(at lattice.Cell, mark rune) {
	if !unicode.IsPrint(mark) {
		mark = unicode.ReplacementChar // a control character would act on the terminal
	}
	c.marks[(at[2]*c.size[1]+at[1])*c.size[0]+at[0]] = mark
}

// String returns the rows, layers separated by an empty line.
func (c *canvas) String() string {
	var b strings.Builder
	b.Grow(len(c.marks) + (c.size[1]+1)*c.size[2])
	for z := range c.size[2] {
		if z > 0 {
			b.WriteByte('\n')
		}
		for y := range c.size[1] {
			row := (z*c.size[1] + y) * c.size[0]
			for _, mark := range c.marks[row : row+c.size[0]] {
				b.WriteRune(mark)
			}
			b.WriteByte('\n')
		}
	}
	return b.String()
}
