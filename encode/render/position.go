package render

import (
	"slices"
	"strings"

	"github.com/exactile/exactile/encode/lattice"
	"github.com/exactile/exactile/encode/render/internal/palette"
)

// A Position is a state of a game: some pieces of a puzzle on the board, and one held over it.
type Position struct {
	Placed []int // options
	Piece  int   // over the board
	Cells  []lattice.Cell
	Mark   rune // written on each of these cells
	// Shades are the greys of cells without a piece, as numbers of the terminal's 256 colours; may
	// be nil.
	Shades map[lattice.Cell]uint8
}

// A Map is a drawing of a position that can be queried for the cell at a place.
type Map struct {
	*Block
	middle map[lattice.Cell][2]int
}

// Position draws a position with lines around its pieces and cells. Cells are as large as columns
// and lines allow; the smallest may take more.
func (d *Drawer) Position(p Position, columns, lines int) *Map {
	sc := d.solution(p.Placed)
	for _, site := range d.tiling.Puzzle.Board.Sites {
		if sc.spot(site.At).owner != unused {
			continue
		}
		var fill *palette.Colour
		if grey, ok := p.Shades[site.At]; ok {
			v := 8 + 10*(grey-232)
			fill = &palette.Colour{Index: grey, R: v, G: v, B: v}
		}
		d.bare(sc, site, fill)
	}
	over := slices.DeleteFunc(slices.Clone(p.Cells), func(c lattice.Cell) bool {
		beyond := false // outside the board's edges, where nothing can be drawn
		for axis, n := range sc.size {
			beyond = beyond || c[axis] < 0 || c[axis] >= n
		}
		return beyond
	})
	if len(over) > 0 {
		for _, c := range over {
			s := sc.spot(c)
			s.letter, s.word = 0, ""
			if !s.symbol || p.Mark != 0 {
				s.mark = p.Mark
			}
		}
		d.put(sc, p.Piece, 0, over)
	}
	return &Map{draw(sc, columns, lines, true), sc.middle}
}

// Lines returns how many lines a block takes.
func (b *Block) Lines() int { return len(b.rows) }

// Text returns the lines of a block, with escape sequences for colours or without.
func (b *Block) Text(colour bool) []string {
	var text strings.Builder
	r := NewRows(&text, 0, colour)
	if r.Add(b) != nil || r.Flush() != nil { // a Builder never fails
		return nil
	}
	return strings.Split(strings.TrimSuffix(text.String(), "\n"), "\n")
}

// At returns the cell nearest to a column and line of the drawing, and whether they lie in it.
func (b *Map) At(column, line int) (lattice.Cell, bool) {
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
