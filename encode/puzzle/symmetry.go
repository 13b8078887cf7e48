package puzzle

import (
	"slices"

	"github.com/exactile/exactile/encode/lattice"
)

// findSymmetries fills Sym and Motions with the motions of the lattice that map the board (cells,
// symbols, which cells may stay empty) and the pieces, with their regions, onto themselves. Sym has
// them as permutations of the options; motions with equal permutations count once. A few
// permutations are found on the board and verified on the model; all others are their products.
func (t *Tiling) findSymmetries(b *boardIndex, runs [][]run) {
	l := t.Puzzle.Lattice
	perms := make([][]int, len(l.Motions)) // of those motions known to be symmetries
	perms[0] = make([]int, len(t.Placements))
	for o := range perms[0] {
		perms[0][o] = o
	}
	var generators []int
	for k, g := range l.Motions {
		if perms[k] == nil {
			if perms[k] = t.permutation(g, b, runs); perms[k] == nil {
				continue
			}
			generators = append(generators, k)
			generate(l, perms, generators)
		}
		known := func(other []int) bool { return slices.Equal(perms[k], other) }
		if !slices.ContainsFunc(t.Sym, known) {
			t.Sym = append(t.Sym, perms[k])
			t.Motions = append(t.Motions, g)
		}
	}
}

// permutation returns the permutation of the options by g, nil if g is not a symmetry.
func (t *Tiling) permutation(g lattice.Motion, b *boardIndex, runs [][]run) []int {
	sites := make([]int, len(b.sites))
	if !b.image(g, sites) {
		return nil
	}
	turned := t.turned(g)
	pieces := t.pieceImage(turned, b, sites, runs)
	if pieces == nil {
		return nil
	}
	perm := make([]int, len(t.Placements))
	t.optionImage(perm, turned, sites, pieces, runs)
	if !t.Automorphism(perm) {
		return nil
	}
	return perm
}

// generate fills in the permutations of all products of the generators.
func generate(l *lattice.Lattice, perms [][]int, generators []int) {
	products := []int{0}
	for n := 0; n < len(products); n++ {
		for _, g := range generators {
			k := l.Product(g, products[n])
			if slices.Contains(products, k) {
				continue
			}
			products = append(products, k)
			if perms[k] == nil {
				perms[k] = make([]int, len(perms[0]))
				for o, image := range perms[products[n]] {
					perms[k][o] = perms[g][image]
				}
			}
		}
	}
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

// pieceImage returns the permutation of the pieces that a motion induces, given the orientations
// that it has turned and the permutation of the sites. A piece goes to a piece with exactly its
// moved orientations and regions and the same count, to itself if possible. Among equal pieces the
// first goes to the first, and so on in file order, so that products of motions permute pieces as
// they should. A piece without placements goes nowhere, to -1. The result is nil if another piece
// has no image.
func (t *Tiling) pieceImage(
	turned [][]Orientation, b *boardIndex, sites []int, runs [][]run,
) []int {
	pieces := t.Puzzle.Pieces
	image := make([]int, len(pieces))
	taken := make([]bool, len(pieces))
	lies := func(k int) bool {
		return slices.ContainsFunc(runs[k], func(r run) bool { return r.start < r.end })
	}
	for k := range pieces {
		if !lies(k) {
			image[k] = -1
			continue
		}
		moved := turned[k]
		fits := func(j int) bool {
			return !taken[j] && lies(j) && pieces[j].Count == pieces[k].Count &&
				b.sameRegions(k, j, sites) && sameSet(moved, t.Orientations[j])
		}
		j := k
		if !b.sameRegions(k, k, sites) || !sameSet(moved, t.Orientations[k]) {
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

// optionImage fills perm with the image of each placement, given the turned orientations of the
// pieces and the images of the sites and pieces. Placements of one orientation all go to placements
// of orientations with the same cells, which their first cells tell apart.
func (t *Tiling) optionImage(
	perm []int, turned [][]Orientation, sites, pieces []int, runs [][]run,
) {
	base := len(t.Puzzle.Pieces)
	starting := make([]int32, len(sites)) // the option whose first cell is the site
	for k := range runs {
		j := pieces[k]
		if j < 0 {
			continue
		}
		for n, r := range runs[k] {
			for at, target := range t.Orientations[j] {
				if !target.congruent(turned[k][n]) {
					continue
				}
				for o := runs[j][at].start; o < runs[j][at].end; o++ {
					starting[t.Options[o][1]-base] = int32(o)
				}
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

// Symmetries are the values that Under takes.
var Symmetries = []string{"all", "turns", "none"}

// Under returns t with the symmetries of that name: all, the turns, which are those that are not
// mirrors, or none but the identity. "" is all.
func (t *Tiling) Under(symmetry string) *Tiling {
	if symmetry != "turns" && symmetry != "none" {
		return t
	}
	m := *t.Model
	m.Sym = nil
	kept := *t
	kept.Model, kept.Motions, kept.symmetry = &m, nil, symmetry
	for k, g := range t.Motions {
		if k == 0 || symmetry == "turns" && !g.Mirror {
			m.Sym = append(m.Sym, t.Sym[k])
			kept.Motions = append(kept.Motions, g)
		}
	}
	return &kept
}
