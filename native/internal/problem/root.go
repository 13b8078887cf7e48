package problem

import (
	"math"

	"github.com/exactile/exactile/encode/cover"
)

// A Root is where a search starts.
type Root = cover.Root

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

// roots chooses the item by the cost of its options; see [cover.Model.Roots].
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
	if roots := p.Model.Roots(byItem, cost); roots != nil {
		return roots
	}
	return TrivialRoot
}
