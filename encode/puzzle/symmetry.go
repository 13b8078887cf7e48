package puzzle

import (
	"hash/maphash"
	"math/bits"
	"slices"

	"github.com/exactile/exactile/encode/lattice"
)

// maxSymmetry bounds the symmetries of a closed board, times its sites or placements, and, twice
// as large, the looks at sites that find them.
const maxSymmetry = 1 << 24

// motions lists the motions that map the board onto itself, the identity first; nil if they are
// more than most on a closed board.
func (b *boardIndex) motions(most int) (all []Motion) {
	sites := make([]int, max(1, len(b.sites)))
	here := b.corner(b.mover(b.lattice.Motions[0]))
	for k, g := range b.lattice.Motions {
		at := b.mover(g)
		m := Motion{Motion: g, Move: b.corner(at).Sub(here), index: k}
		for s := 0; s == 0 || s < len(b.sites) && b.wrap.Closes(); s++ {
			if b.wrap.Closes() {
				m.Move = b.sites[s].At.Sub(at(b.sites[0].At))
			}
			if b.lattice.Translates(m.Move) && b.image(m, sites) {
				m.to = sites[0]
				all = append(all, m)
			}
			if b.wrap.Closes() && (len(all) > most || b.looks > 2*maxSymmetry) {
				return nil
			}
		}
	}
	return all
}

// findSymmetries fills Sym and Motions with the motions that map the board (cells, symbols, which
// cells may stay empty) and the pieces, with their regions, onto themselves. Sym has them as
// permutations of the options; motions with equal permutations count once. A few permutations are
// found on the board and verified on the model; all others are their products. If a closed board
// has too many, they are those that map it onto itself when it is open, too.
func (t *Tiling) findSymmetries(b *boardIndex, runs [][]run) {
	group := b.motions(maxSymmetry / max(1, len(t.Placements), len(b.sites)))
	if group == nil {
		p := *t.Puzzle
		p.Board.Wrap = Wrap{}
		open, _ := newBoardIndex(&p) // it is smaller than b
		group = slices.DeleteFunc(open.motions(0), func(g Motion) bool {
			return !b.image(g, make([]int, len(b.sites)))
		})
	}
	numbers := make(map[[2]int]int, len(group))
	for n, g := range group {
		numbers[[2]int{g.index, g.to}] = n
	}
	perms := make([][]int, len(group)) // of those known to be symmetries
	perms[0] = make([]int, len(t.Placements))
	for o := range perms[0] {
		perms[0][o] = o
	}
	find := finder(t.sums(func(i int) int { return i }))
	var generators []int
	images := make([][]int, len(group)) // of the sites by the generators
	for k, g := range group {
		if perms[k] == nil {
			images[k] = make([]int, max(1, len(b.sites)))
			b.image(g, images[k])
			if perms[k] = t.permutation(g, b, images[k], find, runs); perms[k] == nil {
				continue
			}
			generators = append(generators, k)
			// All products of the generators are symmetries, too.
			products, known := []int{0}, make([]bool, len(group))
			for n := 0; n < len(products); n++ {
				p := products[n]
				for _, g := range generators {
					index := b.lattice.Product(group[g].index, group[p].index)
					q := numbers[[2]int{index, images[g][group[p].to]}]
					if !known[q] {
						known[q], products = true, append(products, q)
					}
					if perms[q] == nil {
						perms[q] = make([]int, len(perms[0]))
						for o, image := range perms[p] {
							perms[q][o] = perms[g][image]
						}
					}
				}
			}
		}
		same := func(other []int) bool { return slices.Equal(perms[k], other) }
		if !slices.ContainsFunc(t.Sym, same) {
			t.Sym, t.Motions = append(t.Sym, perms[k]), append(t.Motions, g)
		}
	}
}

// permutation returns the permutation of the options by g, which permutes the sites so; nil if g is
// not a symmetry.
func (t *Tiling) permutation(
	g Motion, b *boardIndex, sites []int, find func(sum uint64) int, runs [][]run,
) []int {
	pieces := t.pieceImage(g.Motion, b, sites, runs)
	if pieces == nil {
		return nil
	}
	image := append(pieces, sites...)
	for k := range sites {
		image[len(pieces)+k] += len(pieces)
	}
	perm := make([]int, len(t.Placements))
	for o, sum := range t.sums(func(i int) int { return image[i] }) {
		perm[o] = find(sum)
	}
	for i, to := range image {
		if to < 0 {
			image[i] = i // a piece without placements
		}
	}
	if !t.Maps(perm, image) {
		return nil
	}
	return perm
}

// turned returns every orientation of a piece moved by g.
func (t *Tiling) turned(g lattice.Motion, piece int) []Orientation {
	if t.Puzzle.Pieces[piece].moves(t.Puzzle.Lattice, g) {
		return t.Orientations[piece] // they are all that motions such as g lead to
	}
	var turned []Orientation
	for _, o := range t.Orientations[piece] {
		turned = append(turned, turn(t.Puzzle.Lattice, g, o))
	}
	return turned
}

// pieceImage returns the permutation of the pieces that a motion induces, given the permutation of
// the sites. A piece goes to a piece with exactly its moved orientations and regions and the same
// count, to itself if possible. Among equal pieces the first goes to the first, and so on in file
// order, so that products of motions permute pieces as they should. A piece without placements goes
// nowhere, to -1. The result is nil if another piece has no image.
func (t *Tiling) pieceImage(g lattice.Motion, b *boardIndex, sites []int, runs [][]run) []int {
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
		moved := t.turned(g, k)
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

// sums returns of each option the sum of hashes of its items' images.
func (t *Tiling) sums(image func(i int) int) []uint64 {
	hash, sums := make([]uint64, len(t.Items)), make([]uint64, len(t.Options))
	for i := range hash {
		hash[i] = maphash.Comparable(seed, image(i))
	}
	for o, items := range t.Options {
		for _, i := range items {
			sums[o] += hash[i]
		}
	}
	return sums
}

var seed = maphash.MakeSeed()

// finder returns a function that finds an option by its sum; -1 is none. A map takes far longer.
func finder(sums []uint64) func(sum uint64) int {
	slots := make([]int32, 2<<bits.Len(uint(len(sums)))) // 1 + option, or 0
	slot := func(sum uint64) *int32 {
		for n := int(sum); ; n++ {
			if s := &slots[n&(len(slots)-1)]; *s == 0 || sums[*s-1] == sum {
				return s
			}
		}
	}
	for o, sum := range sums {
		*slot(sum) = int32(o + 1)
	}
	return func(sum uint64) int { return int(*slot(sum)) - 1 }
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
