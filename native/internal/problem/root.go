package problem

import (
	"math"
	"math/big"
	"slices"

	"github.com/exactile/exactile/encode/cover"
)

// A Root is where a search starts: a [cover.Root] of the live options of an item.
type Root struct {
	Option int32 // -1: nothing is placed, and the solutions stand for themselves
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

// roots returns the roots of the item with the least cost, see [cover.Roots].
func (p *Problem) roots(cost func(options, orbits int) float64) []Root {
	if len(p.Model.Sym) < 2 {
		return TrivialRoot
	}
	byItem := make([][]int, len(p.Items))
	for _, o := range p.Live {
		for _, i := range p.Model.Options[o] {
			if b := p.Items[i]; b.Lo == 1 && b.Hi == 1 && (p.Model.Pos == nil || p.Model.Pos[i] < 0) {
				byItem[i] = append(byItem[i], int(o))
			}
		}
	}
	byItem = slices.DeleteFunc(byItem, func(options []int) bool { return options == nil })
	roots := cover.Roots(byItem, p.Model.Sym, cost)
	if roots == nil {
		return TrivialRoot
	}
	chosen := make([]Root, len(roots))
	for k, r := range roots {
		chosen[k] = Root{int32(r.Option), r.Images}
	}
	return chosen
}
