package terminal

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
func (s *scene) squares(width int) *Block {
	inner := 3
	if width > 0 && s.columns(inner) > width {
		inner = 1
	}
	b := newBlock(s.columns(inner), 2*s.size[1]+1)
	for z := range s.size[2] {
		s.layer(b, z*(s.size[0]*(inner+1)+1+layerGap), z, inner)
	}
	return b
}

// layerGap is the number of columns between the layers of a board.
const layerGap = 1

func (s *scene) columns(inner int) int {
	return s.size[2]*(s.size[0]*(inner+1)+1+layerGap) - layerGap
}

// layer draws one layer from column x0 on.
func (s *scene) layer(b *Block, x0, z, inner int) {
	step := inner + 1
	for y := range s.size[1] + 1 {
		for x := range s.size[0] + 1 {
			// The corner at the top left of cell (x, y), the line above the cell,
			// the line to its left, and the cell.
			nw, ne, sw, se := s.of(x-1, y-1, z), s.of(x, y-1, z), s.of(x-1, y, z), s.of(x, y, z)
			lines := 0
			for _, l := range []struct{ a, b, side int }{{nw, ne, up}, {ne, se, right}, {sw, se, down}, {nw, sw, left}} {
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

// cell writes a cell of the given width.
func (s *scene) cell(b *Block, x, y, inner int, at lattice.Cell) {
	for k := range inner {
		b.fill(x+k, y, s.fillOf(s.owner[at]))
	}
	mark, letter := s.mark[at], s.letter[at]
	if mark == 0 {
		mark = ' '
	}
	switch {
	case letter == 0:
		b.set(x+inner/2, y, mark)
	case inner == 3 && mark == ' ':
		b.write(x+1, y, letter)
	case inner == 3: // the column after a mark stays free if it can: some are drawn wide
		if b.write(x, y, letter) {
			x++
		}
		b.set(x+1, y, mark)
	default: // no room for a letter of a wide script to be in line
		b.set(x, y, letter)
		if inner == 2 {
			b.set(x+1, y, mark)
		}
	}
}
