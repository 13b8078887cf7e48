package render

import "github.com/exactile/exactile/encode/lattice"

// hexagons draws hexagonal cells, which stand on a tip:
//
//	 ╱ ╲ ╱ ╲
//	│ A │ B │
//	 ╲ ╱ ╲ ╱ ╲
//	  │ C │ D │
//	   ╲ ╱ ╲ ╱
//
// A cell has its middle in column 4x+2y+2 of line 2y+1; it owns the three columns
// inside it and, where it has room, the one at each of its tips.
func hexagons(s *scene) *Block {
	b := newBlock(4*s.size[0]+2*s.size[1]-1, 2*s.size[1]+1)
	for y := -1; y <= s.size[1]; y++ {
		for x := -1; x <= s.size[0]; x++ {
			at := lattice.Cell{x, y}
			owner := s.owner[at]
			mx, my := 4*x+2*y+2, 2*y+1
			// Lines to the right, below right and below left: each pair of
			// neighbours is met once.
			s.between(b, mx+2, my, '│', owner, s.of(x+1, y, 0))
			s.between(b, mx+1, my+1, '╱', owner, s.of(x, y+1, 0))
			s.between(b, mx-1, my+1, '╲', owner, s.of(x-1, y+1, 0))
			if owner == 0 {
				continue
			}
			// A tip between two lines would be a thorn of colour: it stays bare.
			if s.of(x, y-1, 0) == owner || s.of(x+1, y-1, 0) == owner {
				b.fill(mx, my-1, s.fillOf(owner))
			}
			if s.of(x, y+1, 0) == owner || s.of(x-1, y+1, 0) == owner {
				b.fill(mx, my+1, s.fillOf(owner))
			}
			s.cell(b, mx-1, my, 3, at)
		}
	}
	return b
}
