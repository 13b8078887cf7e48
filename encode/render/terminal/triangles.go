package terminal

import "github.com/exactile/exactile/encode/lattice"

// smallTriangle is the usual height of a triangular cell, in lines; largeTriangle is the greatest.
const smallTriangle, largeTriangle = 3, 8

// triangles draws triangular cells, n lines high, here three:
//
//	  ╱╲‾‾‾‾╱
//	 ╱A ╲B ╱
//	╱____╲╱
//
// A cell begins in column nx and line ny+1. The line above a triangle that stands on its tip is
// drawn in the last line of the cell above it.
func triangles(s *scene, width, height int, large bool) *Block {
	n := smallTriangle
	for large && n < largeTriangle && (n+1)*(s.size[0]+1) <= width && (n+1)*s.size[1]+1 <= height {
		n++
	}
	b := newBlock(n*(s.size[0]+1), n*s.size[1]+1)
	for y := range s.size[1] {
		for x := -1; x <= s.size[0]; x++ {
			if x >= 0 && x < s.size[0] {
				triangle(s, b, x, y, n)
			}
			slant(s, b, x, y, n)
		}
	}
	floors(s, b, n)
	return b
}

// standing reports whether a triangle stands on its base.
func standing(x, y int) bool { return (x+y)%2 == 0 }

// triangle fills a cell and writes in it, at about its centre of gravity.
func triangle(s *scene, b *Block, x, y, n int) {
	spot := s.of(x, y, 0)
	if spot.owner == 0 {
		return
	}
	left, top := n*x, n*y+1
	centre := (2*n - 1) / 3
	for k := range n { // k from the tip
		line := top + k
		if !standing(x, y) {
			line = top + n - 1 - k
		}
		for column := n - k; column < n+k; column++ {
			b.fill(left+column, line, spot.fill)
		}
		if k == centre {
			s.cell(b, left+n-1, line, 2, lattice.Cell{x, y})
		}
	}
}

// slant draws the line between (x, y) and the cell to its right.
func slant(s *scene, b *Block, x, y, n int) {
	one, other := s.of(x, y, 0), s.of(x+1, y, 0)
	right, top := n*x+2*n-1, n*y+1
	for k := range n {
		if standing(x, y) {
			between(b, right-n+1+k, top+k, '╲', one, other)
		} else {
			between(b, right-k, top+k, '╱', one, other)
		}
	}
}

// floors draws the horizontal lines, each in the last line of the cells above it.
func floors(s *scene, b *Block, n int) {
	for y := -1; y < s.size[1]; y++ {
		for x := range s.size[0] {
			if !standing(x, y) {
				continue
			}
			if s.of(x, y, 0).owner == s.of(x, y+1, 0).owner {
				continue
			}
			for k := range 2 * n { // at the ends only where no other line is
				if b.rows[n*(y+1)][n*x+k].char == ' ' {
					b.set(n*x+k, n*(y+1), '_')
				}
			}
		}
	}
}
