package puzzle

import (
	"slices"

	"github.com/exactile/exactile/encode/lattice"
)

// An Orientation is one way a piece can lie, in normal position: its least
// coordinates are 0 (see lattice.Corner). Cells are in reading order.
type Orientation []Cell

// Orientations returns the distinct orientations of the piece, in the order in which the motions of
// the lattice (nil: Square) first give them; orientation 0 is the piece as it is written. A piece
// that may be flipped but not turned has at most one other: mirrored left to right. A flat piece of
// balls that may be turned may also be mirrored: it is its own mirror image.
func (piece *Piece) Orientations(l *lattice.Lattice) []Orientation {
	if l == nil {
		l = lattice.Square
	}
	var all []Orientation
	mirrored := false
	flip := piece.flips(l)
	for k, g := range l.Motions {
		switch {
		case k == 0:
		case !g.Mirror && !piece.Rotate, g.Mirror && !flip:
			continue
		case g.Mirror && !piece.Rotate && mirrored:
			continue
		}
		mirrored = mirrored || g.Mirror
		o := turn(l, g, piece.Cells)
		if !slices.ContainsFunc(all, o.equal) {
			all = append(all, o)
		}
	}
	return all
}

// flips reports whether a piece may be mirrored.
func (piece *Piece) flips(l *lattice.Lattice) bool {
	return piece.Flip ||
		piece.Rotate && l.Round && lattice.Flat(Orientation(piece.Cells).Places())
}

// moves reports whether a piece may be moved by g and all motions of its kind, turns or any.
func (piece *Piece) moves(l *lattice.Lattice, g lattice.Motion) bool {
	return piece.Rotate && (!g.Mirror || piece.flips(l))
}

// Places returns the cells without their symbols.
func (o Orientation) Places() []lattice.Cell {
	places := make([]lattice.Cell, len(o))
	for k, c := range o {
		places[k] = c.At
	}
	return places
}

// Size returns the columns, rows and layers that the orientation takes.
func (o Orientation) Size() (size lattice.Cell) {
	for _, c := range o {
		for k := range size {
			size[k] = max(size[k], c.At[k]+1)
		}
	}
	return size
}

func (o Orientation) equal(p Orientation) bool { return slices.Equal(o, p) }

// turn returns the cells moved by g, in normal position. It is fast, since compiling a puzzle turns
// every piece hundreds of times.
func turn(l *lattice.Lattice, g lattice.Motion, cells []Cell) Orientation {
	var space [16]lattice.Cell
	places := append(space[:0], make([]lattice.Cell, len(cells))...)
	for k, c := range cells {
		places[k] = c.At
	}
	l.Move(g, places)
	shift := l.Corner(places)
	o := make(Orientation, len(cells))
	for k, c := range cells {
		o[k] = Cell{At: places[k].Add(shift), Symbol: c.Symbol}
	}
	slices.SortFunc(o, func(a, b Cell) int { return a.At.Compare(b.At) })
	return o
}

// sameSet reports whether two lists of distinct orientations are equal as sets.
func sameSet(a, b []Orientation) bool {
	if len(a) != len(b) || len(a) > 0 && &a[0] == &b[0] {
		return len(a) == len(b)
	}
	for _, o := range a {
		if !slices.ContainsFunc(b, o.equal) {
			return false
		}
	}
	return true
}
