package play

import (
	"slices"

	"github.com/exactile/exactile/encode/lattice"
	"github.com/exactile/exactile/encode/puzzle"
)

// holds reports whether the hand may be at a place: the piece keeps its shape there and stays
// within the board's size.
func (b *table) holds(at lattice.Cell) bool {
	size := b.tiling.Puzzle.Board.Size
	within := func(c lattice.Cell) bool {
		for d := range c {
			if c[d] < 0 || c[d] >= size[d] {
				return false
			}
		}
		return true
	}
	if b.hand < 0 {
		return within(at)
	}
	first := b.tiling.Orientations[b.hand][b.facing[b.hand]][0].At
	if !b.tiling.Puzzle.Lattice.Translates(at.Sub(first)) {
		return false
	}
	return !slices.ContainsFunc(b.lie(at), func(c lattice.Cell) bool { return !within(c) })
}

// nearest returns the place of least cost among those where the hand may be and the cost is
// not negative, if there is any.
func (b *table) nearest(cost func(at lattice.Cell) int) (lattice.Cell, bool) {
	size := b.tiling.Puzzle.Board.Size
	best, least := lattice.Cell{}, -1
	for z := range size[2] {
		for y := range size[1] {
			for x := range size[0] {
				at := lattice.Cell{x, y, z}
				if c := cost(at); c >= 0 && (least < 0 || c < least) && b.holds(at) {
					best, least = at, c
				}
			}
		}
	}
	return best, least >= 0
}

// goTo moves the hand to a place, or to the nearest one where it may be.
func (b *table) goTo(to lattice.Cell) {
	at, ok := b.nearest(func(at lattice.Cell) int { return distance(at, to) })
	if ok {
		b.at = at
	}
}

// legal returns the free places of the piece in the hand in its orientation: the option of
// each, by the cell of the hand.
func (b *table) legal() map[lattice.Cell]int {
	covered := make(map[lattice.Cell]bool)
	for _, o := range b.placed {
		for _, c := range b.tiling.Placements[o].Cells {
			covered[c] = true
		}
	}
	legal := make(map[lattice.Cell]int)
	for o, pl := range b.tiling.Placements {
		if pl.Piece != b.hand || !b.faces(o) {
			continue
		}
		if !slices.ContainsFunc(pl.Cells, func(c lattice.Cell) bool { return covered[c] }) {
			legal[pl.Cells[0]] = o
		}
	}
	return legal
}

// free moves the hand to the nearest place where its piece fits in its orientation; if there
// is none, to the nearest where it may be.
func (b *table) free() {
	b.goTo(b.at)
	if b.hand < 0 {
		return
	}
	legal, from := b.legal(), b.at
	at, ok := b.nearest(func(at lattice.Cell) int {
		if _, fits := legal[at]; !fits {
			return -1
		}
		return distance(at, from)
	})
	if ok {
		b.at = at
	}
}

// distance is the number of steps between two cells.
func distance(a, b lattice.Cell) (sum int) {
	for d := range a {
		sum += max(a[d]-b[d], b[d]-a[d])
	}
	return sum
}

// step moves the hand in a direction, straight ahead rather than aside. It does not move if
// there is no place.
func (b *table) step(step lattice.Cell) {
	at, ok := b.nearest(func(at lattice.Cell) int {
		ahead, aside := 0, 0
		for d := range at {
			moved := at[d] - b.at[d]
			ahead += moved * step[d]
			if step[d] == 0 {
				aside += max(moved, -moved)
			}
		}
		if ahead <= 0 {
			return -1
		}
		return ahead + 3*aside
	})
	if ok {
		b.at = at
	}
}

// turned returns the distinct other orientations of the piece in the hand by turns, or by
// mirrors, in the order of the lattice's motions.
func (b *table) turned(mirror bool) []int {
	l := b.tiling.Puzzle.Lattice
	all := b.tiling.Orientations[b.hand]
	present := all[b.facing[b.hand]]
	var found []int
	for _, g := range l.Motions[1:] {
		if g.Mirror != mirror {
			continue
		}
		moved := l.Apply(g, present.Places())
		shift := l.Corner(moved)
		for k := range moved {
			moved[k] = moved[k].Add(shift)
		}
		n := slices.IndexFunc(all, func(o puzzle.Orientation) bool { return lies(o, present, moved) })
		if n >= 0 && n != b.facing[b.hand] && !slices.Contains(found, n) {
			found = append(found, n)
		}
	}
	return found
}

// lies reports whether an orientation is the present one with its cells moved and the same
// symbols.
func lies(o, present puzzle.Orientation, moved []lattice.Cell) bool {
	for k, at := range moved {
		if !slices.Contains(o, puzzle.Cell{At: at, Symbol: present[k].Symbol}) {
			return false
		}
	}
	return true
}

// turn turns the piece in the hand: on the plane by the least turn, in space to the next
// orientation by number.
func (b *table) turn(step int) {
	if b.hand < 0 {
		return
	}
	others := b.turned(false)
	switch {
	case len(others) == 0:
		b.message = "it cannot be turned, or looks the same"
	case b.tiling.Puzzle.Lattice.Dims == 3:
		others = append(others, b.facing[b.hand])
		slices.Sort(others)
		k := slices.Index(others, b.facing[b.hand])
		b.facing[b.hand] = others[(k+step+len(others))%len(others)]
	case step > 0:
		b.facing[b.hand] = others[0]
	default:
		b.facing[b.hand] = others[len(others)-1]
	}
}

func (b *table) flip() {
	if b.hand < 0 {
		return
	}
	if others := b.turned(true); len(others) > 0 {
		b.facing[b.hand] = others[0]
	} else {
		b.message = "it cannot be flipped, or looks the same"
	}
}
