package terminal

import "github.com/exactile/exactile/encode/lattice"

// A hexagon is the size of a hexagonal cell: the lines of an upright side, the lines of a slanting
// side, and the columns that a slanting side moves in each line.
type hexagon struct{ sides, slants, step int }

// half is the number of columns from the middle of a cell to an upright side.
func (h hexagon) half() int { return h.slants*h.step + 1 }

// tall is the number of lines from one row of cells to the next.
func (h hexagon) tall() int { return h.sides + h.slants }

func (h hexagon) columns(s *scene) int { return h.half()*(2*s.size[0]+s.size[1]-1) + 1 }

func (h hexagon) lines(s *scene) int { return h.tall()*s.size[1] + h.slants }

// largeHexagons are the sizes that look nearly regular if a line is twice as high as a column is
// wide.
var largeHexagons = []hexagon{{2, 1, 2}, {2, 1, 3}, {2, 2, 2}, {4, 2, 3}}

// hexagons draws hexagonal cells, which stand on a tip:
//
//	 ╱ ╲ ╱ ╲         _╱ ╲_ _╱ ╲_
//	│ A │ B │       │     │     │
//	 ╲ ╱ ╲ ╱ ╲      │  A  │  B  │
//	  │ C │ D │      ╲_ _╱ ╲_ _╱ ╲_
//	   ╲ ╱ ╲ ╱         │     │     │
//
// Where slanting sides move more than one column a line, underscores join the strokes: they belong
// to the ground of the cell above.
func hexagons(s *scene, width, height int, large bool) *Block {
	h := hexagon{1, 1, 1}
	for _, next := range largeHexagons {
		if large && next.columns(s) <= width && next.lines(s) <= height {
			h = next
		}
	}
	b := newBlock(h.columns(s), h.lines(s))
	for y := -1; y <= s.size[1]; y++ {
		for x := -1; x <= s.size[0]; x++ {
			h.sidesOf(s, b, x, y)
			if s.of(x, y, 0).owner != 0 {
				h.ground(s, b, x, y)
			}
		}
	}
	return b
}

// place returns the column of a cell's middle, the line above its upright sides and the one
// below them.
func (h hexagon) place(x, y int) (middle, above, below int) {
	return h.half() * (2*x + y + 1), h.tall()*y + h.slants - 1, h.tall() * (y + 1)
}

// sidesOf draws the sides to the right, below right and below left of a cell, so that each side
// between two cells is drawn once.
func (h hexagon) sidesOf(s *scene, b *Block, x, y int) {
	middle, above, below := h.place(x, y)
	spot, half := s.of(x, y, 0), h.half()
	for k := range h.sides {
		between(b, middle+half, above+1+k, '│', spot, s.of(x+1, y, 0))
	}
	for k := range h.slants * h.step {
		right, left := '_', '_'
		if k%h.step == 0 {
			right, left = '╱', '╲'
		}
		line := below + k/h.step
		between(b, middle+half-1-k, line, right, spot, s.of(x, y+1, 0))
		between(b, middle-half+1+k, line, left, spot, s.of(x-1, y+1, 0))
	}
}

// ground fills a cell between its sides and writes in it. A tip between two strokes stays bare:
// filled, it would look like a thorn.
func (h hexagon) ground(s *scene, b *Block, x, y int) {
	middle, above, below := h.place(x, y)
	spot := s.of(x, y, 0)
	ours := func(x, y int) bool { return s.of(x, y, 0).owner == spot.owner }
	fill := func(line, reach int) {
		for n := -reach; n <= reach; n++ {
			b.fill(middle+n, line, spot.fill)
		}
	}
	for k := range h.sides {
		fill(above+1+k, h.half()-1)
	}
	for k := range h.slants {
		reach := h.half() - 2 - k*h.step
		if reach > 0 || ours(x, y+1) || ours(x-1, y+1) {
			fill(below+k, reach)
		}
		reach -= h.step - 1 // the underscores there are ground of the cells above
		if reach > 0 || ours(x, y-1) || ours(x+1, y-1) {
			fill(above-k, reach)
		}
	}
	s.cell(b, middle-1, above+1+(h.sides-1)/2, 3, lattice.Cell{x, y})
}
