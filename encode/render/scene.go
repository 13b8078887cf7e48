package render

import (
	"github.com/exactile/exactile/encode/lattice"
	"github.com/exactile/exactile/encode/render/internal/palette"
)

// A scene is what there is to draw: which cells belong together, and what is
// written in each.
type scene struct {
	lattice *lattice.Lattice
	size    lattice.Cell
	owner   map[lattice.Cell]int // 0: none or not there; equal numbers hang together
	colour  []*palette.Colour    // by owner; may be shorter
	letter  map[lattice.Cell]rune
	mark    map[lattice.Cell]rune
}

// unused owns the cells that no piece covers; the pieces' owners follow.
const unused = 1

func newScene(l *lattice.Lattice, size lattice.Cell) *scene {
	return &scene{
		lattice: l, size: size,
		owner: make(map[lattice.Cell]int), letter: make(map[lattice.Cell]rune),
		mark:   make(map[lattice.Cell]rune),
		colour: []*palette.Colour{nil, nil},
	}
}

// of returns the owner of a cell, 0 where there is no cell.
func (s *scene) of(x, y, z int) int { return s.owner[lattice.Cell{x, y, z}] }

// fillOf returns the colour of an owner.
func (s *scene) fillOf(owner int) *palette.Colour {
	if owner >= len(s.colour) {
		return nil
	}
	return s.colour[owner]
}

// cell writes a cell of the given width.
func (s *scene) cell(b *Block, x, y, inner int, at lattice.Cell) {
	for k := range inner {
		b.fill(x+k, y, s.fillOf(s.owner[at]))
	}
	mark, letter := s.mark[at], s.letter[at]
	if mark == 0 {
		mark = ' '
	}
	switch {
	case letter == 0:
		b.set(x+inner/2, y, mark)
	case inner == 3 && mark == ' ':
		b.write(x+1, y, letter)
	case inner == 3: // the column after a mark stays free if it can: some are drawn wide
		if b.write(x, y, letter) {
			x++
		}
		b.set(x+1, y, mark)
	default: // no room for a letter of a wide script to be in line
		b.set(x, y, letter)
		if inner == 2 {
			b.set(x+1, y, mark)
		}
	}
}

// between puts a line between two owners, or their colour where they are one.
func (s *scene) between(b *Block, x, y int, line rune, one, other int) {
	switch {
	case one != other:
		b.set(x, y, line)
	case one != 0:
		b.fill(x, y, s.fillOf(one))
	}
}
