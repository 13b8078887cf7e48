package terminal

import (
	"slices"

	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/encode/lattice"
	"github.com/exactile/exactile/encode/puzzle"
	"github.com/exactile/exactile/encode/render/internal/letters"
	"github.com/exactile/exactile/encode/render/internal/palette"
)

// InLetters is Position with a character a cell, as in the drawing of a solution in letters, and
// layers below each other. The cells of over show nothing but the mark.
func (d *Drawer) InLetters(placed cover.Solution, over puzzle.Placement, mark rune) *Block {
	size := d.tiling.Puzzle.Board.Size
	m := lines(letters.Board(d.tiling.Puzzle))
	m.middle = make(map[lattice.Cell][2]int)
	sc := d.solution(placed)
	for at, spot := range sc.spots {
		x, y := at[0], at[2]*(size[1]+1)+at[1]
		m.middle[at] = [2]int{x, y}
		if spot.fill == nil {
			spot.fill = d.shade(at)
		}
		m.fill(x, y, spot.fill)
	}
	for _, o := range placed {
		for _, c := range d.tiling.Placements[o].Cells {
			m.set(m.middle[c][0], m.middle[c][1], d.letters[d.tiling.Placements[o].Piece])
		}
	}
	for _, c := range over.Cells {
		if within(c, size) {
			m.set(c[0], c[2]*(size[1]+1)+c[1], mark)
		}
	}
	return m
}

// shade is the grey of a cell, nil if it has none.
func (d *Drawer) shade(at lattice.Cell) *palette.Colour {
	grey, ok := d.Shades[at]
	if !ok {
		return nil
	}
	v := 8 + 10*(grey-232)
	return &palette.Colour{Index: grey, R: v, G: v, B: v}
}

// within reports whether a cell lies within the edges of a board, beyond which nothing can be
// drawn.
func within(c, size lattice.Cell) bool {
	for axis, n := range size {
		if c[axis] < 0 || c[axis] >= n {
			return false
		}
	}
	return true
}

// Position draws a state of a game with lines around its pieces and cells: the options placed, and
// a piece held over the board, with the mark on each of its cells. Cells are as large as columns
// and lines allow; the smallest may take more.
func (d *Drawer) Position(
	placed cover.Solution, over puzzle.Placement, mark rune, columns, lines int,
) *Block {
	sc := d.solution(placed)
	for _, site := range d.tiling.Puzzle.Board.Sites {
		if sc.spot(site.At).owner == unused {
			d.bare(sc, site, d.shade(site.At))
		}
	}
	held := slices.DeleteFunc(slices.Clone(over.Cells), func(c lattice.Cell) bool {
		return !within(c, sc.size)
	})
	if len(held) > 0 {
		for _, c := range held {
			s := sc.spot(c)
			s.letter, s.word = 0, ""
			if !s.symbol || mark != 0 {
				s.mark = mark
			}
		}
		d.put(sc, over.Piece, 0, held)
	}
	b := draw(sc, columns, lines, true)
	b.middle = sc.middle
	return b
}
