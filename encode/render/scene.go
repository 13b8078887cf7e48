package render

import (
	"strings"
	"unicode"

	"golang.org/x/text/width"

	"github.com/exactile/exactile/encode/lattice"
	"github.com/exactile/exactile/encode/render/internal/palette"
)

// A scene is the input of a drawing: the owner of each cell, and the text in each.
type scene struct {
	lattice *lattice.Lattice
	size    lattice.Cell
	owner   map[lattice.Cell]int    // 0: none or no cell; equal numbers belong together
	colour  []*palette.Colour       // by owner; may be shorter
	shade   map[int]*palette.Colour // by owner, of cells without a piece; may be nil
	letter  map[lattice.Cell]rune
	mark    map[lattice.Cell]rune
	word    map[lattice.Cell]string // written instead of the letter if it fits
	middle  map[lattice.Cell][2]int // where cells were drawn: column and line of their middles
}

// unused owns the cells that no piece covers; the pieces' owners follow.
const unused = 1

func newScene(l *lattice.Lattice, size lattice.Cell) *scene {
	return &scene{
		lattice: l, size: size,
		owner: make(map[lattice.Cell]int), letter: make(map[lattice.Cell]rune),
		mark: make(map[lattice.Cell]rune), middle: make(map[lattice.Cell][2]int),
		word:   make(map[lattice.Cell]string),
		colour: []*palette.Colour{nil, nil},
	}
}

// of returns the owner of a cell, 0 where there is no cell.
func (s *scene) of(x, y, z int) int { return s.owner[lattice.Cell{x, y, z}] }

// fillOf returns the colour of an owner.
func (s *scene) fillOf(owner int) *palette.Colour {
	if owner >= len(s.colour) {
		return s.shade[owner]
	}
	return s.colour[owner]
}

// cell writes a cell of the given width.
func (s *scene) cell(b *Block, x, y, inner int, at lattice.Cell) {
	s.middle[at] = [2]int{x + inner/2, y}
	for k := range inner {
		b.fill(x+k, y, s.fillOf(s.owner[at]))
	}
	mark, letter := s.mark[at], s.letter[at]
	if mark == 0 {
		mark = ' '
	}
	switch {
	case strings.ContainsRune(" ?·", mark) && s.spelt(b, x, y, inner, s.word[at]):
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
func (s *scene) spelt(b *Block, x, y, inner int, word string) bool {
	chars := []rune(word)
	for _, c := range chars {
		if width.LookupRune(c).Kind() == width.EastAsianWide || !unicode.IsPrint(c) {
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

// between draws a line between two owners, or their colour if they are the same.
func (s *scene) between(b *Block, x, y int, line rune, one, other int) {
	switch {
	case one != other:
		b.set(x, y, line)
	case one != 0:
		b.fill(x, y, s.fillOf(one))
	}
}
