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
	free := unused + 1000*(len(sc.colour)+len(p.Placed)) // beyond all owners of pieces
	symbols := make(map[lattice.Cell]bool)
	for n, site := range d.tiling.Puzzle.Board.Sites {
		symbols[site.At] = site.Symbol != 0
		if sc.owner[site.At] != unused {
			continue
		}
		sc.owner[site.At] = free + n // a line around every cell
		if site.Symbol == 0 {
			sc.mark[site.At] = ' '
			if site.Optional {
				sc.mark[site.At] = '?'
			}
		}
		if grey, ok := p.Shades[site.At]; ok {
			v := 8 + 10*(grey-232)
			if sc.shade == nil {
				sc.shade = make(map[int]*palette.Colour)
			}
			sc.shade[free+n] = &palette.Colour{Index: grey, R: v, G: v, B: v}
		}
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
			delete(sc.letter, c)
			delete(sc.word, c)
			if !symbols[c] || p.Mark != 0 {
				sc.mark[c] = p.Mark
			}
		}
		d.put(sc, p.Piece, 0, over)
	}
	var b *Block
	if len(sc.owner) == 0 {
		return &Map{&Block{}, nil}
	}
	switch sc.lattice.Sides() {
	case 3:
		b = largestTriangles(sc, columns, lines)
	case 6:
		b = largestHexagons(sc, columns, lines)
	default:
		b = largest(sc, columns, lines)
	}
	return &Map{b, sc.middle}
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
