package game

import (
	"slices"

	"github.com/exactile/exactile/encode/lattice"
	"github.com/exactile/exactile/encode/puzzle"
)

// Take puts the next available piece into the hand, or the previous one if step is -1.
func (g *Game) Take(step int) {
	n := len(g.Puzzle.Pieces)
	for k := 1; k <= n; k++ {
		if piece := ((g.Hand+step*k)%n + n) % n; g.Left(piece) > 0 {
			g.Hand = piece
			return
		}
	}
	g.Hand = -1
}

// mayBeAt reports whether the hand may be at a place: the piece keeps its shape there and stays
// within the board's size.
func (g *Game) mayBeAt(at lattice.Cell) bool {
	size := g.Puzzle.Board.Size
	within := func(c lattice.Cell) bool {
		for d := range c {
			if c[d] < 0 || c[d] >= size[d] {
				return false
			}
		}
		return true
	}
	if g.Hand < 0 {
		return within(at)
	}
	first := g.Orientations[g.Hand][g.Orientation[g.Hand]][0].At
	if !g.Puzzle.Lattice.Translates(at.Sub(first)) {
		return false
	}
	return !slices.ContainsFunc(g.cellsAt(at), func(c lattice.Cell) bool { return !within(c) })
}

// nearest returns the place of least cost among those where the hand may be and the cost is
// not negative, if there is any.
func (g *Game) nearest(cost func(at lattice.Cell) int) (lattice.Cell, bool) {
	size := g.Puzzle.Board.Size
	best, least := lattice.Cell{}, -1
	for z := range size[2] {
		for y := range size[1] {
			for x := range size[0] {
				at := lattice.Cell{x, y, z}
				if c := cost(at); c >= 0 && (least < 0 || c < least) && g.mayBeAt(at) {
					best, least = at, c
				}
			}
		}
	}
	return best, least >= 0
}

// distance is the number of steps between two cells.
func distance(a, b lattice.Cell) (sum int) {
	for d := range a {
		sum += max(a[d]-b[d], b[d]-a[d])
	}
	return sum
}

// GoTo moves the hand to a place, or to the nearest one where it may be.
func (g *Game) GoTo(to lattice.Cell) {
	if at, ok := g.nearest(func(at lattice.Cell) int { return distance(at, to) }); ok {
		g.At = at
	}
}

// MoveOntoBoard moves a new or turned piece in the hand back onto the board.
func (g *Game) MoveOntoBoard() {
	if !g.mayBeAt(g.At) {
		g.GoTo(g.At)
	}
}

// moveToFit moves the hand to the nearest place where its piece fits in its orientation; if there
// is none, to the nearest where it may be.
func (g *Game) moveToFit() {
	g.GoTo(g.At)
	if g.Hand < 0 {
		return
	}
	legal, from := g.Legal(), g.At
	at, ok := g.nearest(func(at lattice.Cell) int {
		if _, fits := legal[at]; !fits {
			return -1
		}
		return distance(at, from)
	})
	if ok {
		g.At = at
	}
}

// Step moves the hand in a direction, straight ahead rather than aside. It does not move if
// there is no place.
func (g *Game) Step(step lattice.Cell) {
	at, ok := g.nearest(func(at lattice.Cell) int {
		ahead, aside := 0, 0
		for d := range at {
			moved := at[d] - g.At[d]
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
		g.At = at
	}
}

// otherOrientations returns the distinct other orientations of the piece in the hand by turns, or
// by mirrors, in the order of the lattice's motions.
func (g *Game) otherOrientations(mirror bool) []int {
	l := g.Puzzle.Lattice
	all := g.Orientations[g.Hand]
	present := all[g.Orientation[g.Hand]]
	var found []int
	for _, motion := range l.Motions[1:] {
		if motion.Mirror != mirror {
			continue
		}
		moved := l.Apply(motion, present.Places())
		shift := l.Corner(moved)
		for k := range moved {
			moved[k] = moved[k].Add(shift)
		}
		n := slices.IndexFunc(all, func(o puzzle.Orientation) bool {
			return sameShape(o, present,
				moved)
		})
		if n >= 0 && n != g.Orientation[g.Hand] && !slices.Contains(found, n) {
			found = append(found, n)
		}
	}
	return found
}

// sameShape reports whether an orientation is the present one with its cells moved and the same
// symbols.
func sameShape(o, present puzzle.Orientation, moved []lattice.Cell) bool {
	for k, at := range moved {
		if !slices.Contains(o, puzzle.Cell{At: at, Symbol: present[k].Symbol}) {
			return false
		}
	}
	return true
}

// Turn turns the piece in the hand: on the plane by the least turn, in space to the next
// orientation by number; back if step is -1.
func (g *Game) Turn(step int) {
	if g.Hand < 0 {
		return
	}
	others := g.otherOrientations(false)
	switch {
	case len(others) == 0:
		g.Message = "it cannot be turned, or looks the same"
	case g.Puzzle.Lattice.Layered():
		others = append(others, g.Orientation[g.Hand])
		slices.Sort(others)
		k := slices.Index(others, g.Orientation[g.Hand])
		g.Orientation[g.Hand] = others[(k+step+len(others))%len(others)]
	case step > 0:
		g.Orientation[g.Hand] = others[0]
	default:
		g.Orientation[g.Hand] = others[len(others)-1]
	}
}

// Flip flips the piece in the hand.
func (g *Game) Flip() {
	if g.Hand < 0 {
		return
	}
	if others := g.otherOrientations(true); len(others) > 0 {
		g.Orientation[g.Hand] = others[0]
	} else {
		g.Message = "it cannot be flipped, or looks the same"
	}
}
