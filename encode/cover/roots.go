package cover

import (
	"math"
	"math/big"
)

// A Root is where a search starts: an option that is placed first, and how the solutions that
// contain it stand for others. As many solutions contain an option as contain its image under a
// symmetry. So if every solution has exactly one of some options, one representative of each
// orbit of those options is enough, weighted by the size of the orbit. No count is divided by
// anything, and solutions that are symmetric themselves need no special treatment.
type Root struct {
	Option int32 // -1: nothing is placed, and the solutions stand for themselves
	// Images are symmetries that take the option to each of the options in its orbit, one for
	// each, the identity first: applied to the solutions with the option they give all
	// solutions with an option of the orbit.
	Images [][]int
}

// Weighted is the number of solutions that n solutions below r stand for.
func (r *Root) Weighted(n *big.Int) *big.Int {
	if r.Option < 0 {
		return n
	}
	return n.Mul(n, big.NewInt(int64(len(r.Images))))
}

// Roots chooses among lists of options of m, of each of which every solution has exactly one,
// and returns a root for each orbit of the chosen one under m.Sym. Lists may be nil; the choice is
// the first with the least cost, given by the number of options and of their orbits, which must
// not fall with more orbits. Roots returns nil if no cost is finite.
func (m *Model) Roots(lists [][]int32, cost func(options, orbits int) float64) (best []Root) {
	least := math.Inf(1)
	seen := make([]int32, len(m.Options)) // 1 + the list whose orbits an option was found in
	for k, options := range lists {
		n := len(m.Sym)
		if options == nil || cost(len(options), (len(options)+n-1)/n) >= least {
			continue // even if each orbit is as large as the group, the cost is no less
		}
		roots := m.orbits(options, seen, int32(k+1))
		if c := cost(len(options), len(roots)); c < least {
			best, least = roots, c
		}
	}
	return best
}

// orbits returns a root for each orbit of options. It marks these options in seen.
func (m *Model) orbits(options, seen []int32, mark int32) (roots []Root) {
	for _, o := range options {
		seen[o] = -mark
	}
	for _, o := range options {
		if seen[o] == mark {
			continue
		}
		r := Root{Option: o}
		for _, g := range m.Sym {
			if image := g[o]; seen[image] == -mark {
				seen[image] = mark
				r.Images = append(r.Images, g)
			}
		}
		roots = append(roots, r)
	}
	return roots
}
