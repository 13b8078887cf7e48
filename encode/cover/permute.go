package cover

import (
	"math/bits"
	"math/rand/v2"
	"slices"
)

// Permutation returns the numbers below n in random order. The source is specified, unlike the use
// that math/rand makes of its numbers.
func Permutation(source rand.Source, n int) []int {
	order := make([]int, n)
	for k := range order {
		order[k] = k
	}
	for k := n - 1; k > 0; k-- {
		other, _ := bits.Mul64(source.Uint64(), uint64(k+1))
		order[k], order[other] = order[other], order[k]
	}
	return order
}

// Permuted returns m with other numbers: item i is item items[i] of the result, and option o is
// option options[o]. Nil items keep their numbers; otherwise no item of the result is Added.
func (m *Model) Permuted(items, options []int) *Model {
	p := *m
	p.Options = make([][]int, len(m.Options))
	for o, to := range options {
		p.Options[to] = m.Options[o]
	}
	if m.Sym != nil {
		p.Sym = make([][]int, len(m.Sym))
		for k, g := range m.Sym {
			p.Sym[k] = make([]int, len(g))
			for o, image := range g {
				p.Sym[k][options[o]] = options[image]
			}
		}
	}
	if items == nil {
		return &p
	}
	p.AddedItems = 0
	p.Items, p.Pos = slices.Clone(m.Items), slices.Clone(m.Pos)
	for i, to := range items {
		p.Items[to] = m.Items[i]
		if m.Pos != nil {
			p.Pos[to] = m.Pos[i]
		}
	}
	for o, covered := range p.Options {
		p.Options[o] = make([]int, len(covered))
		for k, i := range covered {
			p.Options[o][k] = items[i]
		}
		slices.Sort(p.Options[o])
	}
	return &p
}
