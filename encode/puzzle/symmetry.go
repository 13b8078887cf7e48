package puzzle

import (
	"slices"

	"github.com/exactile/exactile/encode/lattice"
)

// findSymmetries fills Sym and Motions with the motions of the lattice that map
// the board (cells, symbols, which cells may stay empty) and the pieces onto
// themselves, as permutations of the options. Motions that permute the options
// alike count once. Every permutation is verified on the model itself.
func (t *Tiling) findSymmetries(b *boardIndex, runs [][]run) {
	l := t.Puzzle.Lattice
	sites := make([]int, len(b.sites))
	var perm []int
	for _, g := range l.Motions {
		if !b.image(g, sites) {
			continue
		}
		turned := t.turned(g)
		pieces := t.pieceImage(turned)
		if pieces == nil {
			continue
		}
		if perm == nil {
			perm = make([]int, len(t.Placements))
		}
		t.optionImage(perm, turned, b, sites, pieces, runs)
		known := func(other []int) bool { return slices.Equal(perm, other) }
		if slices.ContainsFunc(t.Sym, known) || !t.Automorphism(perm) {
			continue
		}
		t.Sym = append(t.Sym, perm)
		t.Motions = append(t.Motions, g)
		perm = nil
	}
}

// image fills sites with the permutation of the sites that g, followed by the
// right translation, induces, and reports whether g maps the board onto itself.
func (b *boardIndex) image(g lattice.Motion, sites []int) bool {
	moved := make([]lattice.Cell, 1) // one by one, since boards are large
	at := func(s int) lattice.Cell {
		moved[0] = b.sites[s].At
		b.lattice.Move(g, moved)
		return moved[0]
	}
	here := func(s int) lattice.Cell { return b.sites[s].At }
	shift := b.corner(at).Sub(b.corner(here))
	for s := range b.sites {
		n := b.site(at(s).Add(shift))
		if n < 0 || b.sites[n].Symbol != b.sites[s].Symbol || b.sites[n].Optional != b.sites[s].Optional {
			return false
		}
		sites[s] = n
	}
	return true
}

// corner returns the translation that brings the sites, where at puts them, to
// their normal position.
func (b *boardIndex) corner(at func(s int) lattice.Cell) lattice.Cell {
	if len(b.sites) == 0 {
		return lattice.Cell{}
	}
	least := at(0)
	for s := range b.sites {
		for k, n := range at(s) {
			least[k] = min(least[k], n)
		}
	}
	return b.lattice.Corner([]lattice.Cell{least})
}

// turned returns every orientation of every piece moved by g.
func (t *Tiling) turned(g lattice.Motion) [][]Orientation {
	turned := make([][]Orientation, len(t.Orientations))
	for k, orientations := range t.Orientations {
		turned[k] = make([]Orientation, len(orientations))
		for n, o := range orientations {
			turned[k][n] = turn(t.Puzzle.Lattice, g, o)
		}
	}
	return turned
}

// pieceImage returns the permutation of the pieces that a motion induces, which
// has turned their orientations so: a piece goes to one with just its moved
// orientations and the same count, itself where it can. Of several such twins the
// first goes to the first, the second to the second, in file order: so products of
// motions permute pieces as they should. It is nil if a piece has no image.
func (t *Tiling) pieceImage(turned [][]Orientation) []int {
	pieces := t.Puzzle.Pieces
	image := make([]int, len(pieces))
	taken := make([]bool, len(pieces))
	for k := range pieces {
		moved := turned[k]
		fits := func(j int) bool {
			return !taken[j] && pieces[j].Count == pieces[k].Count && sameSet(moved, t.Orientations[j])
		}
		j := k
		if !sameSet(moved, t.Orientations[k]) {
			for j = 0; j < len(pieces) && !fits(j); j++ {
			}
		}
		if j == len(pieces) || taken[j] {
			return nil
		}
		image[k], taken[j] = j, true
	}
	return image
}

// optionImage fills perm with where each placement goes, given how the orientations
// of the pieces are turned and where the sites and the pieces go. Placements of one
// orientation all go to placements of one orientation; which one of them, its first
// cell says.
func (t *Tiling) optionImage(perm []int, turned [][]Orientation, b *boardIndex, sites, pieces []int, runs [][]run) {
	base := len(t.Puzzle.Pieces)
	starting := make([]int32, len(sites)) // the option whose first cell is the site
	for k := range runs {
		j := pieces[k]
		for n, r := range runs[k] {
			target := runs[j][slices.IndexFunc(t.Orientations[j], turned[k][n].equal)]
			for o := target.start; o < target.end; o++ {
				starting[t.Options[o][1]-base] = int32(o)
			}
			for o := r.start; o < r.end; o++ {
				first := len(sites)
				for _, i := range t.Options[o][1:] {
					first = min(first, sites[i-base])
				}
				perm[o] = int(starting[first])
			}
		}
	}
}

// WithSymmetry returns t with only those of its symmetries that keep accepts, by
// whether they are mirrors; the identity stays in any case. What it keeps must
// form a group: all, the turns (no mirrors), or, for a nil keep, the identity.
func (t *Tiling) WithSymmetry(keep func(mirror bool) bool) *Tiling {
	m := *t.Model
	m.Sym = nil
	kept := *t
	kept.Model, kept.Motions = &m, nil
	for k, g := range t.Motions {
		if k == 0 || keep != nil && keep(g.Mirror) {
			m.Sym = append(m.Sym, t.Sym[k])
			kept.Motions = append(kept.Motions, g)
		}
	}
	return &kept
}
