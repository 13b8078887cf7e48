package table

import (
	"slices"

	"github.com/exactile/exactile/native/internal/problem"
)

// Sizes guess how many states the layers have, relative to one another: the sets of pieces whose
// cells are those before the layer and half of the frontier, more or less.
func (x *Expander) Sizes() []float64 {
	w := x.Window
	sets, cells, sizes := w.setsByArea(x.Order), 0, make([]float64, w.N+1)
	around := coins(int(x.Order.Mean))
	for c := range w.N {
		if w.Open[c]&1 == 0 {
			continue
		}
		for n, chance := range around {
			sizes[c] += chance * sets[min(cells+n, len(sets)-1)]
		}
		cells++
	}
	const least = 1e-5 // of the largest: pieces have cells of several numbers
	floor := least * slices.Max(sizes)
	for c := range w.N {
		sizes[c] = max(sizes[c], floor)
	}
	return sizes
}

// setsByArea returns, by their cells together, how many sets of pieces there are. A piece that is
// not counted fills any number of cells, and counted ones have the cells of their smallest option.
func (w *Window) setsByArea(ord *problem.Order) []float64 {
	areas, _, _ := areasOf(w.p, ord)
	cells := 0
	for c := range w.N {
		cells += int(w.Open[c] & 1)
	}
	sets := make([]float64, cells+1)
	sets[0] = 1
	for _, c := range w.counts {
		area := 1
		if c.item >= 0 {
			area = areas[c.item].least
		}
		for at := cells; at >= 0; at-- {
			for n := 1; n <= c.hi && n*area <= at; n++ {
				sets[at] += sets[at-n*area]
			}
		}
	}
	if slices.ContainsFunc(w.kinds, func(k kind) bool { return len(k.counts) == 0 }) {
		for at := range cells {
			sets[at+1] += sets[at]
		}
	}
	return sets
}

// coins returns the chance of each number of heads among n coins.
func coins(n int) []float64 {
	chance := make([]float64, n+1)
	chance[0] = 1
	for some := 1; some <= n; some++ {
		for k := some; k > 0; k-- {
			chance[k] = (chance[k] + chance[k-1]) / 2
		}
		chance[0] /= 2
	}
	return chance
}
