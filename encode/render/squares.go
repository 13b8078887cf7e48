package render

import "github.com/exactile/exactile/encode/lattice"

// corner is the character where lines from some of the four sides meet, by the sum of up, right,
// down, left.
const (
	up = 1 << iota
	right
	down
	left
)

var corner = []rune(" ╵╶└╷│┌├╴┘─┴┐┤┬┼")

// A grain is how large a square cell is inside its lines.
type grain struct{ columns, lines int }

// squares draws square cells, and layers of cubes side by side. A cell is three columns wide
// inside, which makes it nearly square, or one if the drawing would exceed width.
func squares(s *scene, width int) *Block {
	g := grain{3, 1}
	if width > 0 && columns(s, g) > width {
		g.columns = 1
	}
	return grained(s, g)
}

// largest draws square cells as large as a window allows; the smallest may be larger.
func largest(s *scene, width, height int) *Block {
	g := grain{1, 1}
	for k := 1; ; k++ {
		next := grain{2*k + 1, k}
		if columns(s, next) > width || next.lines*s.size[1]+s.size[1]+1 > height || k > 8 {
			return grained(s, g)
		}
		g = next
	}
}

// grained draws cells of one size.
func grained(s *scene, g grain) *Block {
	b := newBlock(columns(s, g), (g.lines+1)*s.size[1]+1)
	for z := range s.size[2] {
		layer(s, b, z*(s.size[0]*(g.columns+1)+1+layerGap), z, g)
	}
	return b
}

// layerGap is the number of columns between the layers of a board.
const layerGap = 1

func columns(s *scene, g grain) int {
	return s.size[2]*(s.size[0]*(g.columns+1)+1+layerGap) - layerGap
}

// layer draws one layer from column x0 on.
func layer(s *scene, b *Block, x0, z int, g grain) {
	step := g.columns + 1
	for y := range s.size[1] + 1 {
		for x := range s.size[0] + 1 {
			// The corner at the top left of cell (x, y), the line above the cell,
			// the line to its left, and the cell.
			nw, ne, sw, se := s.of(x-1, y-1, z), s.of(x, y-1, z), s.of(x-1, y, z), s.of(x, y, z)
			lines := 0
			for _, l := range []struct{ a, b, side int }{{nw, ne, up}, {ne, se, right},
				{sw, se, down}, {nw, sw, left}} {
				if l.a != l.b {
					lines |= l.side
				}
			}
			left, top := x0+x*step, (g.lines+1)*y
			b.set(left, top, corner[lines])
			if lines == 0 {
				b.fill(left, top, s.fillOf(se))
			}
			for k := 1; k < step && x < s.size[0]; k++ {
				s.between(b, left+k, top, '─', ne, se)
			}
			if y == s.size[1] {
				continue
			}
			for k := range g.lines {
				s.between(b, left, top+1+k, '│', sw, se)
				for n := 1; n < step && x < s.size[0]; n++ {
					b.fill(left+n, top+1+k, s.fillOf(se))
				}
			}
			if x < s.size[0] {
				at := lattice.Cell{x, y, z}
				s.cell(b, left+1+(g.columns-1)/2-min(1, g.columns/2), top+1+(g.lines-1)/2,
					min(g.columns, 3), at)
			}
		}
	}
}
