package catalogue

import (
	"iter"
	"slices"

	"github.com/exactile/exactile/encode/lattice"
	"github.com/exactile/exactile/encode/puzzle"
)

// fixedForms yields every connected shape of n cells, one for each translation class, with its
// cells in no order. The slice is valid until the next.
//
// A shape grows from its least cell in reading order; one cell of each class is tried as the start.
// A cell that was passed over is never added later, so that each shape is found once. It uses only
// the lattice's neighbours, and that translations keep the reading order.
//
// Source: D. H. Redelmeier, Counting polyominoes: yet another attack, Discrete
// Mathematics 36, 1981.
func fixedForms(l *lattice.Lattice, n int) iter.Seq[[]lattice.Cell] {
	return func(yield func([]lattice.Cell) bool) {
		for _, start := range l.Starts() {
			g := &grower{
				lattice: l, start: start, n: n, seen: map[lattice.Cell]bool{start: true},
				yield: yield,
			}
			if !g.grow([]lattice.Cell{start}) {
				return
			}
		}
	}
}

// A grower grows shapes from one cell.
type grower struct {
	lattice *lattice.Lattice
	start   lattice.Cell
	n       int
	shape   []lattice.Cell
	seen    map[lattice.Cell]bool // in the shape, untried, or passed over
	yield   func([]lattice.Cell) bool
}

// grow adds each of the untried cells in turn, and then the cells reached from it. It returns false
// to stop.
func (g *grower) grow(untried []lattice.Cell) bool {
	for len(untried) > 0 {
		last := len(untried) - 1
		c := untried[last]
		untried = untried[:last:last] // a deeper level must not append to it
		g.shape = append(g.shape, c)
		if len(g.shape) == g.n {
			if !g.yield(g.shape) {
				return false
			}
		} else {
			more := untried
			for _, near := range g.lattice.Neighbours(c) {
				if near.Compare(g.start) > 0 && !g.seen[near] {
					g.seen[near] = true
					more = append(more, near)
				}
			}
			added := more[len(untried):]
			if !g.grow(more) {
				return false
			}
			for _, near := range added {
				delete(g.seen, near)
			}
		}
		g.shape = g.shape[:len(g.shape)-1]
	}
	return true
}

// A sidedness defines which shapes are the same piece.
type sidedness int

const (
	free     sidedness = iota // turning and, in the plane, flipping gives the same piece
	oneSided                  // turning gives the same piece
	fixed                     // each shape is a piece of its own
)

// A form is a polyform with one or several hands.
type form struct {
	least puzzle.Orientation   // of all motions of the lattice: mirror twins have the same
	hands []puzzle.Orientation // one for each piece
}

// forms returns the polyforms of n cells in the order of their least orientations, or false if they
// are more than most pieces. It visits at most that many shapes, each in all orientations.
func forms(l *lattice.Lattice, n int, sides sidedness, most int) ([]form, bool) {
	var all []form
	known := make(map[string]bool) // orientations
	pieces := 0
	for cells := range fixedForms(l, n) {
		piece := puzzle.Piece{Rotate: true, Flip: true}
		for _, c := range cells {
			piece.Cells = append(piece.Cells, puzzle.Cell{At: c})
		}
		as := piece.Orientations(l)[0]
		if known[key(as)] {
			continue
		}
		piece.Cells = as
		ways := piece.Orientations(l)
		slices.SortFunc(ways, compareShapes)
		for _, o := range ways {
			known[key(o)] = true
		}
		f := form{least: ways[0]}
		// A hand is a shape to which the piece's motions take no lesser one.
		hand := puzzle.Piece{Rotate: sides != fixed, Flip: sides == free && l.Flips()}
		reached := make(map[string]bool)
		for _, o := range ways {
			if reached[key(o)] {
				continue
			}
			f.hands = append(f.hands, o)
			hand.Cells = o
			for _, image := range hand.Orientations(l) {
				reached[key(image)] = true
			}
		}
		all = append(all, f)
		if pieces += len(f.hands); pieces > most {
			return nil, false
		}
	}
	slices.SortFunc(all, func(a, b form) int { return compareShapes(a.least, b.least) })
	return all, true
}

// compareShapes orders orientations with equally many cells, flat and wide ones first.
func compareShapes(a, b puzzle.Orientation) int {
	return slices.CompareFunc(a, b, func(c, d puzzle.Cell) int { return c.At.Compare(d.At) })
}

// key returns an orientation as a map key.
func key(o puzzle.Orientation) string {
	b := make([]byte, 0, 3*len(o))
	for _, c := range o {
		b = append(b, byte(c.At[0]), byte(c.At[1]), byte(c.At[2]))
	}
	return string(b)
}
