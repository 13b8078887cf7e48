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
		for _, start := range []lattice.Cell{{}, {1}} {
			if start != (lattice.Cell{}) && l.Translates(start) {
				continue // equivalent to the first start
			}
			g := &grower{lattice: l, start: start, n: n, seen: map[lattice.Cell]bool{start: true}, yield: yield}
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
	known := make(map[string]int) // by orientation: index of the form
	pieces := 0
	for cells := range fixedForms(l, n) {
		piece := puzzle.Piece{Rotate: true, Flip: true}
		for _, c := range cells {
			piece.Cells = append(piece.Cells, puzzle.Cell{At: c})
		}
		as := piece.Orientations(l)[0]
		if _, ok := known[key(as)]; ok {
			continue
		}
		piece.Cells = as
		ways := piece.Orientations(l)
		f := form{least: slices.MinFunc(ways, compareShapes)}
		for _, o := range ways {
			known[key(o)] = len(all)
		}
		switch {
		case sides == fixed:
			slices.SortFunc(ways, compareShapes)
			f.hands = ways
		case sides == free && l.Flips():
			f.hands = []puzzle.Orientation{f.least}
		default:
			// The least of each hand; there are two hands unless the shape is its own mirror image.
			left := turns(l, f.least)
			f.hands = []puzzle.Orientation{f.least}
			var right []puzzle.Orientation
			for _, o := range ways {
				if !slices.ContainsFunc(left, func(p puzzle.Orientation) bool { return slices.Equal(o, p) }) {
					right = append(right, o)
				}
			}
			if len(right) > 0 {
				f.hands = append(f.hands, slices.MinFunc(right, compareShapes))
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

// turns returns the orientations of a shape without flipping.
func turns(l *lattice.Lattice, cells []puzzle.Cell) []puzzle.Orientation {
	piece := puzzle.Piece{Cells: cells, Rotate: true}
	return piece.Orientations(l)
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
