package terminal

import "github.com/exactile/exactile/encode/lattice"

// sticks draws cells that are lines, with the letter of its piece on each:
//
//	·─A─·─B─·
//	A   │   B
//	·─A─·   ·
//
// A step to the right takes two columns, as a step down takes a line, or a multiple of both.
func sticks(s *scene, width, height int, large bool) *Block {
	lean := s.lattice.Origin(lattice.Cell{0, 1})[0]
	columns := func(f int) int { return f*(2*s.size[0]+lean*(s.size[1]-1)) + 1 }
	f := 1
	// The sides of a hexagon have other lengths than the ways to its neighbours: they stay small.
	for large && s.lattice != lattice.Twigs && f < 4 && columns(f+1) <= width &&
		(f+1)*s.size[1] <= height {
		f++
	}
	b := newBlock(columns(f), f*(s.size[1]-1)+2*f-1)
	letters := make(map[int]rune) // of the owners
	for _, p := range s.spots {
		letters[p.owner] = max(letters[p.owner], p.letter)
	}
	at := func(c lattice.Cell) (x, y int) { return f * (2*c[0] + lean*c[1]), f*c[1] + f - 1 }
	for c, p := range s.spots {
		if p.owner == 0 {
			continue
		}
		x, y := at(c)
		s.middle[c] = [2]int{x, y}
		ends := s.lattice.Corners(c)
		dx, dy := ends[1][0]-ends[0][0], ends[1][1]-ends[0][1]
		stroke, stepX, stepY, reach := '─', 1, 0, 2*f-1
		switch {
		case dx == 0:
			stroke, stepX, stepY, reach = '│', 0, 1, f-1
		case dx*dy > 0:
			stroke, stepY, reach = '╲', 1, f-1
		case dy != 0:
			stroke, stepY, reach = '╱', -1, f-1
		}
		for k := -reach; k <= reach; k++ {
			b.set(x+k*stepX, y+k*stepY, stroke)
			b.fill(x+k*stepX, y+k*stepY, p.fill)
		}
		if mark := max(letters[p.owner], p.mark); mark > ' ' {
			b.write(x, y, mark)
		}
	}
	return b
}
