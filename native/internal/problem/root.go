package problem

import (
	"math"
	"math/big"
)

// A Root is where a search starts: an option that is placed first, and how the
// solutions that contain it stand for others. As many solutions contain an
// option as contain its image under a symmetry. So if every solution has exactly
// one option of some item, one representative of each orbit of those options is
// enough, weighted by the size of the orbit. No count is divided by anything,
// and solutions that are symmetric themselves need no special treatment.
type Root struct {
	Option int32 // -1: nothing is placed, and the solutions stand for themselves
	// Images are symmetries that take the option to each option of the item in
	// its orbit, one for each, the identity first: applied to the solutions with
	// the option they give all solutions with an option of the orbit.
	Images [][]int
}

// Weighted is the number of solutions that n solutions below r stand for.
func (r *Root) Weighted(n *big.Int) *big.Int {
	if r.Option < 0 {
		return n
	}
	return n.Mul(n, big.NewInt(int64(len(r.Images))))
}

// TrivialRoot starts from nothing.
var TrivialRoot = []Root{{Option: -1}}

// Roots chooses the item whose options fall into the fewest orbits among the
// items that are no cells and that every solution covers exactly once.
func (p *Problem) Roots() []Root {
	return p.roots(func(options, orbits int) float64 { return float64(orbits) })
}

// EvenRoots chooses among the same items one whose options have hardly a symmetry of their
// own, so that a representative stands for nearly as many options as there are symmetries,
// but still in few orbits. It is for a search that reaches each item in its own order: an
// item of few options saves it little as the first, but one representative for many options
// does.
func (p *Problem) EvenRoots() []Root {
	// The share of the item's options that is searched, times a penalty for more trees: on
	// pentominoes in a box the nodes below each item's roots are about proportional to this.
	return p.roots(func(options, orbits int) float64 {
		n := float64(orbits)
		return n * math.Sqrt(math.Sqrt(n)) / float64(options)
	})
}

// roots chooses the item, the first of several, with the least cost, given by its
// number of options and of their orbits. The cost must not fall with more orbits.
func (p *Problem) roots(cost func(options, orbits int) float64) []Root {
	if len(p.Model.Sym) < 2 {
		return TrivialRoot
	}
	byItem := make([][]int32, len(p.Items))
	for i, b := range p.Items {
		if b.N > 0 && b.Lo == 1 && b.Hi == 1 && (p.Model.Pos == nil || p.Model.Pos[i] < 0) {
			byItem[i] = make([]int32, 0, b.N)
		}
	}
	for _, o := range p.Live {
		for _, i := range p.Model.Options[o] {
			if byItem[i] != nil {
				byItem[i] = append(byItem[i], o)
			}
		}
	}
	best, least := TrivialRoot, math.Inf(1)
	seen := make([]int32, len(p.Model.Options)) // 1 + the item whose orbits it was found in
	for i, options := range byItem {
		n := len(p.Model.Sym)
		if options == nil || cost(len(options), (len(options)+n-1)/n) >= least {
			continue // even if each orbit is as large as the group, the cost is no less
		}
		roots := p.orbits(options, seen, int32(i+1))
		if c := cost(len(options), len(roots)); c < least {
			best, least = roots, c
		}
	}
	return best
}

// orbits returns a root for each orbit of an item's options. It marks these options in seen.
func (p *Problem) orbits(options, seen []int32, mark int32) (roots []Root) {
	for _, o := range options {
		seen[o] = -mark
	}
	for _, o := range options {
		if seen[o] == mark {
			continue
		}
		r := Root{Option: o}
		for _, g := range p.Model.Sym {
			if image := g[o]; seen[image] == -mark {
				seen[image] = mark
				r.Images = append(r.Images, g)
			}
		}
		roots = append(roots, r)
	}
	return roots
}
