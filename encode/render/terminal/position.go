package terminal

import (
	"slices"
	"strings"

	"github.com/exactile/exactile/encode/lattice"
	"github.com/exactile/exactile/encode/render/internal/letters"
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

// InLetters draws a position as [letters.Text] draws solutions: a character a cell, layers below each
// other. The cells over the board show nothing but the mark.
func (d *Drawer) InLetters(p Position) *Map {
	size := d.tiling.Puzzle.Board.Size
	board := strings.Split(letters.Board(d.tiling.Puzzle), "\n")
	m := &Map{Lines(board[:len(board)-1]...), make(map[lattice.Cell][2]int)}
	sc := d.solution(p.Placed)
	for at, spot := range sc.spots {
		x, y := at[0], at[2]*(size[1]+1)+at[1]
		m.middle[at] = [2]int{x, y}
		if spot.fill == nil {
			spot.fill = shade(p.Shades, at)
		}
		m.fill(x, y, spot.fill)
	}
	for _, o := range p.Placed {
		for _, c := range d.tiling.Placements[o].Cells {
			m.set(m.middle[c][0], m.middle[c][1], d.letters[d.tiling.Placements[o].Piece])
		}
	}
	for _, c := range p.Cells {
		if within(c, size) {
			m.set(c[0], c[2]*(size[1]+1)+c[1], p.Mark)
		}
	}
	return m
}

// shade is the grey of a cell, nil if it has none.
func shade(shades map[lattice.Cell]uint8, at lattice.Cell) *palette.Colour {
	grey, ok := shades[at]
	if !ok {
		return nil
	}
	v := 8 + 10*(grey-232)
	return &palette.Colour{Index: grey, R: v, G: v, B: v}
}

// within reports whether a cell lies within the edges of a board, beyond which nothing can be drawn.
func within(c, size lattice.Cell) bool {
	for axis, n := range size {
		if c[axis] < 0 || c[axis] >= n {
			return false
		}
	}
	return true
}

// Position draws a position with lines around its pieces and cells. Cells are as large as columns
// and lines allow; the smallest may take more.
func (d *Drawer) Position(p Position, columns, lines int) *Map {
	sc := d.solution(p.Placed)
	for _, site := range d.tiling.Puzzle.Board.Sites {
		if sc.spot(site.At).owner != unused {
			continue
		}
		d.bare(sc, site, shade(p.Shades, site.At))
	}
	over := slices.DeleteFunc(slices.Clone(p.Cells), func(c lattice.Cell) bool { return !within(c, sc.size) })
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
