package puzzle

import (
	"slices"

	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/encode/lattice"
)

// A Placement is a piece at a place on the board.
type Placement struct {
	Piece       int            // index into Puzzle.Pieces
	Orientation int            // index into the piece's Orientations
	Origin      lattice.Cell   // added to the orientation's cells
	Cells       []lattice.Cell // the cells covered, in reading order
}

// A Tiling is a compiled puzzle: its cover model. Option o of the model is Placements[o].
//
// Items 0 to len(Pieces)-1 are the pieces, bounded by their counts; the board's cells follow in
// reading order, then the groups and the places of the rules whose bounds can bind; hints add one
// more item that their placements must cover. Placements are ordered by piece, orientation and
// origin.
// A puzzle without geometry has no Placements: its model is Puzzle.Cover.
// Options without a placement follow where Within bounds holes.
type Tiling struct {
	*cover.Model
	Puzzle     *Puzzle // the compiled one, or a copy with a lattice if that has none
	Placements []Placement
	// Orientations lists the distinct orientations of each piece.
	Orientations [][]Orientation
	// Motions names the elements of Model.Sym: Motions[k] moves option o to option Sym[k][o]. Of
	// motions that move all placements alike, only the first is listed.
	Motions []Motion

	symmetry string // of Under
	seed     uint64 // of Shuffled
	asked    string // "square" or "box" of On, whose board is the value

	limits []limit // of the items that groups, rules and hints add, in the order of these
}

// A limit is an item that a group, a rule or a hint adds. broken says what is wrong if n options
// cover it.
type limit struct {
	cover.Extra
	broken func(n int) string
}

// limit adds a limit unless no option covers it and none must.
func (t *Tiling) limit(name string, b Bounds, options []int, broken func(n int) string) {
	if it := (cover.Item{Name: name, Min: b.Min, Max: b.Max}); len(options) > 0 || b.Min > 0 {
		t.limits = append(t.limits, limit{cover.Extra{Item: it, Options: options}, broken})
	}
}

// restrict adds the items of the limits to the model, and keeps the motions of the symmetries that
// it still has.
func (t *Tiling) restrict() {
	if len(t.limits) == 0 {
		return
	}
	var extras []cover.Extra
	for _, l := range t.limits {
		extras = append(extras, l.Extra)
	}
	m, kept := t.With(extras...), t.Motions[:0:0]
	for k, g := range t.Model.Sym { // those that m has are in the same order
		if len(kept) < len(m.Sym) && slices.Equal(g, m.Sym[len(kept)]) {
			kept = append(kept, t.Motions[k])
		}
	}
	t.Model, t.Motions = m, kept
}

// Grouped returns the motions of the lattice in Motions, and by how many moves each occurs: by more
// than one only on a closed board.
func (t *Tiling) Grouped() (motions []lattice.Motion, moves int) {
	for k, g := range t.Motions {
		if k == 0 || g.Name != t.Motions[k-1].Name {
			motions = append(motions, g.Motion)
		}
	}
	return motions, len(t.Motions) / max(1, len(motions))
}

// Find returns the option that places the given piece on the given cells, in any order, or -1.
func (t *Tiling) Find(piece int, cells []lattice.Cell) int {
	cells = lattice.Sorted(cells)
	return slices.IndexFunc(t.Placements, func(pl Placement) bool {
		return pl.Piece == piece && slices.Equal(pl.Cells, cells)
	})
}

// run is a range of options: the placements of one orientation, whose first
// cells are increasing.
type run struct{ start, end int }
