package terminal

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

// squares draws square cells, and layers of cubes side by side. A cell is one column wide inside,
// or some more columns than twice its lines, which makes it nearly square.
func squares(s *scene, width, height int, large bool) *Block {
	g, most := grain{1, 1}, 1
	if large {
		most = 8
	}
	for k := 1; k <= most; k++ {
		next := grain{2*k + 1, k}
		if columns(s, next) > width || (next.lines+1)*s.size[1]+1 > height {
			break
		}
		g = next
	}
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
			for _, l := range []struct {
				a, b *spot
				side int
			}{{nw, ne, up}, {ne, se, right},
				{sw, se, down}, {nw, sw, left}} {
				if l.a.owner != l.b.owner {
					lines |= l.side
				}
			}
			left, top := x0+x*step, (g.lines+1)*y
			b.set(left, top, corner[lines])
			if lines == 0 {
				b.fill(left, top, se.fill)
			}
			for k := 1; k < step && x < s.size[0]; k++ {
				between(b, left+k, top, '─', ne, se)
			}
			if y == s.size[1] {
				continue
			}
			for k := range g.lines {
				between(b, left, top+1+k, '│', sw, se)
				for n := 1; n < step && x < s.size[0]; n++ {
					b.fill(left+n, top+1+k, se.fill)
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
