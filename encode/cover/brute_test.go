package cover

import (
	"fmt"
	"math/rand/v2"
	"slices"
)

// brute lists all solutions by trying every set of options, in the order of the
// sets read as binary numbers: the oracle of this package's tests.
func brute(m *Model) []Solution {
	var all []Solution
	for set := range uint64(1) << len(m.Options) {
		s := Solution{}
		for o := range m.Options {
			if set>>o&1 == 1 {
				s = append(s, o)
			}
		}
		if solves(m, s) {
			all = append(all, s)
		}
	}
	return all
}

// solves is the definition, written a second time so that Check is checked too.
func solves(m *Model, s Solution) bool {
	for i, it := range m.Items {
		n := 0
		for _, o := range s {
			if slices.Contains(m.Options[o], i) {
				n++
			}
		}
		if n < it.Min || n > it.Max {
			return false
		}
	}
	return true
}

// randomModel returns a model with up to the given number of items and options,
// bounds of every kind and, half of the time, positions.
func randomModel(r *rand.Rand, items, options int) *Model {
	m := &Model{}
	bounds := [][2]int{{1, 1}, {1, 1}, {1, 1}, {0, 1}, {0, 1}, {2, 2}, {0, 2}, {1, 3}, {0, 9}}
	n := 1 + r.IntN(items)
	positions := r.IntN(2) == 0
	for i := range n {
		b := bounds[r.IntN(len(bounds))]
		m.Items = append(m.Items, Item{Name: fmt.Sprintf("i%d", i), Min: b[0], Max: b[1]})
		if positions {
			m.Pos = append(m.Pos, i)
			if b[1] > 1 && r.IntN(2) == 0 {
				m.Pos[i] = -1
			}
		}
	}
	for range r.IntN(options + 1) {
		m.Options = append(m.Options, randomOption(r, n))
	}
	return m
}

func randomOption(r *rand.Rand, items int) []int {
	size := 1 + r.IntN(min(items, 4))
	option := r.Perm(items)[:size]
	slices.Sort(option)
	return option
}

// symmetricModel returns a random model together with an automorphism of it.
func symmetricModel(r *rand.Rand) (*Model, []int) {
	m := randomModel(r, 7, 4)
	n := len(m.Items)
	move := r.Perm(n)
	m.Pos = nil
	for i := range m.Items { // bounds are constant along the cycles of the items
		for j := move[i]; j != i; j = move[j] {
			m.Items[j].Min, m.Items[j].Max = m.Items[i].Min, m.Items[i].Max
		}
	}
	image := func(option []int) []int {
		moved := make([]int, len(option))
		for k, i := range option {
			moved[k] = move[i]
		}
		slices.Sort(moved)
		return moved
	}
	// Close the options under the motion, each set of items once.
	var options [][]int
	index := func(option []int) int {
		return slices.IndexFunc(options, func(p []int) bool { return slices.Equal(p, option) })
	}
	for _, o := range m.Options {
		for ; index(o) < 0 && len(options) < 14; o = image(o) {
			options = append(options, o)
		}
	}
	g := make([]int, len(options))
	for o := range options {
		if g[o] = index(image(options[o])); g[o] < 0 {
			return symmetricModel(r) // cut short by the size: try again
		}
	}
	m.Options = options
	return m, g
}
