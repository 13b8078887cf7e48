package render

import "github.com/exactile/exactile/encode/lattice"

// A hexagon is how large a hexagonal cell is: its upright sides take so many lines, and its
// slanting ones so many of as many columns each.
type hexagon struct{ sides, slants, step int }

// half is how many columns the upright sides are from the middle.
func (h hexagon) half() int { return h.slants*h.step + 1 }

// tall is how many lines there are from a row of cells to the next.
func (h hexagon) tall() int { return h.sides + h.slants }

func (h hexagon) columns(s *scene) int { return h.half()*(2*s.size[0]+s.size[1]-1) + 1 }

func (h hexagon) lines(s *scene) int { return h.tall()*s.size[1] + h.slants }

// smallHexagon is the size in which solutions are drawn.
var smallHexagon = hexagon{1, 1, 1}

// largestHexagons draws hexagonal cells as large as a window allows; the smallest may be
// larger. Of all sizes those are tried that look nearly regular where a line is twice as high
// as a column is wide.
func largestHexagons(s *scene, width, height int) *Block {
	h := smallHexagon
	for _, next := range []hexagon{{2, 1, 2}, {2, 1, 3}, {2, 2, 2}, {4, 2, 3}} {
		if next.columns(s) <= width && next.lines(s) <= height {
			h = next
		}
	}
	return hexagons(s, h)
}

// hexagons draws hexagonal cells, which stand on a tip:
//
//	 ╱ ╲ ╱ ╲         _╱ ╲_ _╱ ╲_
//	│ A │ B │       │     │     │
//	 ╲ ╱ ╲ ╱ ╲      │  A  │  B  │
//	  │ C │ D │      ╲_ _╱ ╲_ _╱ ╲_
//	   ╲ ╱ ╲ ╱         │     │     │
//
// Where slanting sides take more than one column a line, underscores lead from one stroke to
// the next: they are the ground of the cell above.
func hexagons(s *scene, h hexagon) *Block {
	b := newBlock(h.columns(s), h.lines(s))
	half := h.half()
	for y := -1; y <= s.size[1]; y++ {
		for x := -1; x <= s.size[0]; x++ {
			at := lattice.Cell{x, y}
			owner := s.owner[at]
			// The middle, and the first line above and below the upright sides.
			mx, above, below := half*(2*x+y+1), h.tall()*y+h.slants-1, h.tall()*(y+1)
			// Lines to the right, below right and below left: each pair of
			// neighbours is met once.
			for k := range h.sides {
				s.between(b, mx+half, above+1+k, '│', owner, s.of(x+1, y, 0))
			}
			for k := range h.slants {
				for n := range h.step {
					right, left := '_', '_'
					if n == 0 {
						right, left = '╱', '╲'
					}
					from := half - 1 - k*h.step - n
					s.between(b, mx+from, below+k, right, owner, s.of(x, y+1, 0))
					s.between(b, mx-from, below+k, left, owner, s.of(x-1, y+1, 0))
				}
			}
			if owner == 0 {
				continue
			}
			fill := s.fillOf(owner)
			for k := range h.sides {
				for n := -half + 1; n < half; n++ {
					b.fill(mx+n, above+1+k, fill)
				}
			}
			for k := range h.slants {
				// Between the strokes; a tip between two of them would be a thorn of
				// colour: it stays bare.
				inner := half - 2 - k*h.step
				if inner > 0 || s.of(x, y+1, 0) == owner || s.of(x-1, y+1, 0) == owner {
					for n := -inner; n <= inner; n++ {
						b.fill(mx+n, below+k, fill)
					}
				}
				if inner -= h.step - 1; inner > 0 || s.of(x, y-1, 0) == owner || s.of(x+1, y-1, 0) == owner {
					for n := -inner; n <= inner; n++ {
						b.fill(mx+n, above-k, fill)
					}
				}
			}
			s.cell(b, mx-1, above+1+(h.sides-1)/2, 3, at)
		}
	}
	return b
}
