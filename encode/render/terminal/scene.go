package terminal

import (
	"strings"
	"unicode"

	"github.com/clipperhouse/displaywidth"
	"github.com/exactile/exactile/encode/lattice"
	"github.com/exactile/exactile/encode/render/internal/palette"
)

// A scene is the input of a drawing, and where its cells were drawn.
type scene struct {
	lattice *lattice.Lattice
	size    lattice.Cell
	spots   map[lattice.Cell]*spot
	owners  int                     // the last owner so far
	middle  map[lattice.Cell][2]int // column and line of the middles of drawn cells
}

// A spot is what is drawn in a cell.
type spot struct {
	owner  int             // equal numbers belong together; 0: no cell
	fill   *palette.Colour // the same for all spots of an owner; nil: none
	letter rune
	mark   rune
	symbol bool   // the mark is a symbol of the board
	word   string // written instead of the letter if it fits
}

// unused owns the cells that no piece covers; other owners follow.
const unused = 1

func newScene(l *lattice.Lattice, size lattice.Cell) *scene {
	return &scene{lattice: l, size: size, spots: make(map[lattice.Cell]*spot), owners: unused,
		middle: make(map[lattice.Cell][2]int)}
}

// of returns the spot of a cell, an empty one where there is no cell.
func (s *scene) of(x, y, z int) *spot {
	if p := s.spots[lattice.Cell{x, y, z}]; p != nil {
		return p
	}
	return &spot{}
}

// spot returns the spot of a cell to change it.
func (s *scene) spot(c lattice.Cell) *spot {
	if s.spots[c] == nil {
		s.spots[c] = &spot{}
	}
	return s.spots[c]
}

// own gives cells to a new owner.
func (s *scene) own(fill *palette.Colour, cells ...lattice.Cell) {
	s.owners++
	for _, c := range cells {
		p := s.spot(c)
		p.owner, p.fill = s.owners, fill
	}
}

// cell writes a cell of the given width.
func (s *scene) cell(b *Block, x, y, inner int, at lattice.Cell) {
	s.middle[at] = [2]int{x + inner/2, y}
	p := s.of(at[0], at[1], at[2])
	for k := range inner {
		b.fill(x+k, y, p.fill)
	}
	mark, letter := p.mark, p.letter
	if mark == 0 {
		mark = ' '
	}
	switch {
	case strings.ContainsRune(" ?·", mark) && spelt(b, x, y, inner, p.word):
	case letter == 0:
		b.set(x+inner/2, y, mark)
	case inner == 3 && mark == ' ':
		b.write(x+1, y, letter)
	case inner == 3: // keep the column after a mark free: some are drawn wide
		if b.write(x, y, letter) {
			x++
		}
		b.set(x+1, y, mark)
	default: // a letter of a wide script does not fit
		b.set(x, y, letter)
		if inner == 2 {
			b.set(x+1, y, mark)
		}
	}
}

// spelt writes a word in the middle of a cell and reports whether it fits.
func spelt(b *Block, x, y, inner int, word string) bool {
	chars := []rune(word)
	for _, c := range chars {
		if displaywidth.Rune(c) > 1 || !unicode.IsPrint(c) {
			return false
		}
	}
	if len(chars) == 0 || len(chars) > inner {
		return false
	}
	for k, c := range chars {
		b.set(x+(inner-len(chars)+1)/2+k, y, c)
	}
	return true
}

// between draws a line between spots of two owners; if the owner is the same, its colour.
func between(b *Block, x, y int, line rune, one, other *spot) {
	switch {
	case one.owner != other.owner:
		b.set(x, y, line)
	case one.owner != 0: // else it may be outside the block
		b.fill(x, y, one.fill)
	}
}
