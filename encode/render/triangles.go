package render

import "github.com/exactile/exactile/encode/lattice"

// triangles draws triangular cells, three lines high:
//
//	  ╱╲‾‾‾‾╱
//	 ╱A ╲B ╱
//	╱____╲╱
//
// A cell begins in column 3x and line 3y+1. The line above a triangle that stands
// on its tip is drawn at the foot of the cell above it.
func triangles(s *scene) *Block {
	b := newBlock(3*s.size[0]+3, 3*s.size[1]+1)
	for y := range s.size[1] {
		for x := -1; x <= s.size[0]; x++ {
			if x >= 0 && x < s.size[0] {
				triangle(s, b, x, y)
			}
			slant(s, b, x, y)
		}
	}
	floors(s, b)
	return b
}

// standing reports whether a triangle stands on its base.
func standing(x, y int) bool { return (x+y)%2 == 0 }

// triangle fills a cell and writes in it.
func triangle(s *scene, b *Block, x, y int) {
	at := lattice.Cell{x, y}
	fill, left, top := s.fillOf(s.owner[at]), 3*x, 3*y+1
	if s.owner[at] == 0 {
		return
	}
	wide := top // the line in which the cell is widest
	if standing(x, y) {
		wide = top + 2
	}
	for k := 1; k <= 4; k++ {
		b.fill(left+k, wide, fill)
	}
	s.cell(b, left+2, top+1, 2, at)
}

// slant draws the line between (x, y) and the cell to its right.
func slant(s *scene, b *Block, x, y int) {
	one, other := s.of(x, y, 0), s.of(x+1, y, 0)
	right, top := 3*x+5, 3*y+1
	for k := range 3 {
		if standing(x, y) {
			s.between(b, right-2+k, top+k, '╲', one, other)
		} else {
			s.between(b, right-k, top+k, '╱', one, other)
		}
	}
}

// floors draws the level lines, each in the last line of the cells above it.
func floors(s *scene, b *Block) {
	for y := -1; y < s.size[1]; y++ {
		for x := range s.size[0] {
			if !standing(x, y) {
				continue
			}
			if s.of(x, y, 0) == s.of(x, y+1, 0) {
				continue
			}
			for k := range 6 { // at the ends only where no other line is
				if b.rows[3*y+3][3*x+k].char == ' ' {
					b.set(3*x+k, 3*y+3, '_')
				}
			}
		}
	}
}
