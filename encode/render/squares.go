package render

import "github.com/exactile/exactile/encode/lattice"

// corner is the character where lines to some of the four sides meet, by the sum
// of up, right, down, left.
const (
	up = 1 << iota
	right
	down
	left
)

var corner = []rune(" ╵╶└╷│┌├╴┘─┴┐┤┬┼")

// squares draws square cells; layers of cubes side by side. A cell is three
// columns wide inside, which makes it nearly square, or one where that would be
// wider than wanted.
func squares(s *scene, width int) *Block {
	inner := 3
	if width > 0 && columns(s, inner) > width {
		inner = 1
	}
	b := newBlock(columns(s, inner), 2*s.size[1]+1)
	for z := range s.size[2] {
		layer(s, b, z*(s.size[0]*(inner+1)+1+layerGap), z, inner)
	}
	return b
}

// layerGap is the number of columns between the layers of a board.
const layerGap = 1

func columns(s *scene, inner int) int {
	return s.size[2]*(s.size[0]*(inner+1)+1+layerGap) - layerGap
}

// layer draws one layer from column x0 on.
func layer(s *scene, b *Block, x0, z, inner int) {
	step := inner + 1
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
			left, top := x0+x*step, 2*y
			b.set(left, top, corner[lines])
			if lines == 0 {
				b.fill(left, top, s.fillOf(se))
			}
			for k := 1; k < step && x < s.size[0]; k++ {
				if ne != se {
					b.set(left+k, top, '─')
				} else {
					b.fill(left+k, top, s.fillOf(se))
				}
			}
			if y == s.size[1] {
				continue
			}
			if sw != se {
				b.set(left, top+1, '│')
			} else {
				b.fill(left, top+1, s.fillOf(se))
			}
			if x < s.size[0] {
				s.cell(b, left+1, top+1, inner, lattice.Cell{x, y, z})
			}
		}
	}
}
