package bounds

import (
	"math"
	"slices"

	"github.com/exactile/exactile/encode/cover"
)

// Tight returns the model with the same solutions in which bounds are equal that a linear program
// shows to be tight, without the options that it shows to be in no solution; m itself if there are
// none, or m is too large, or no item has a range. So of 27 blocks of 4x5x6 in a box of 15 (D. G.
// Hoffman's puzzle) 384 of 7920 placements are left, and 592 of 3375 cells that may stay empty.
// What the program finds serves only after exact arithmetic has verified it.
func Tight(m *cover.Model) *cover.Model {
	ranged := func(it cover.Item) bool { return it.Min < it.Max }
	if len(m.Options) == 0 || !slices.ContainsFunc(m.Items, ranged) {
		return m
	}
	c := classesOf(m)
	if c == nil {
		return m
	}
	w := newWeighing(m, c)
	for work := maxTightWork; ; {
		weights := w.weights(&work)
		if weights == nil {
			return m
		}
		tight := tighten(m, c, weights)
		if tight == m {
			return m
		}
		m = tight
		w.apply(weights)
	}
}

const (
	// maxTightWork bounds the numbers that pivots change: about 50 ms.
	maxTightWork = 1 << 26
	// maxTight bounds a tableau.
	maxTight = 1 << 18
)

// A weighing is the linear program for the weights of a model's items. It has a variable or two for
// each class of items, and a row for each class of options.
type weighing struct {
	items   []itemClass
	options []optionClass
}

type itemClass struct {
	n         int
	low, high float64 // the sums of their bounds
	most      float64 // the sum of their upper bounds in the model
}

type optionClass struct {
	n     int
	items []float64 // how many each option has of each class
}

func newWeighing(m *cover.Model, c *classes) *weighing {
	w := &weighing{
		make([]itemClass, 1+slices.Max(c.items)), make([]optionClass, 1+slices.Max(c.options)),
	}
	for i, k := range c.items {
		of := &w.items[k]
		of.n++
		of.low += float64(m.Items[i].Min)
		of.most += float64(m.Items[i].Max)
	}
	if !w.fits() {
		return w
	}
	for o, k := range c.options {
		if k < 0 {
			continue
		}
		of := &w.options[k]
		if of.n++; of.n > 1 {
			continue
		}
		of.items = make([]float64, len(w.items))
		for _, i := range m.Options[o] {
			of.items[c.items[i]]++
		}
	}
	w.bound()
	return w
}

func (w *weighing) fits() bool { return (len(w.options)+3)*(2*len(w.items)+2) <= maxTight }

// bound lowers the upper bounds to what the options can
func (w *weighing) bound() {
	for k := range w.items {
		covered := 0.
		for _, of := range w.options {
			covered += float64(of.n) * of.items[k]
		}
		w.items[k].high = min(w.items[k].most, covered)
	}
}

// apply does to the classes what tighten does to the model.
func (w *weighing) apply(weights []int) {
	w.options = slices.DeleteFunc(w.options, func(of optionClass) bool {
		sum := 0.
		for k, n := range of.items {
			sum += n * float64(weights[k])
		}
		return sum > 0
	})
	for k, x := range weights {
		switch of := &w.items[k]; {
		case x > 0:
			of.low = max(of.low, of.high)
		case x < 0:
			of.most = of.low
		}
	}
	w.bound()
}

// weights returns weights of the classes that show something, as far as floating point can tell;
// nil if there are none.
func (w *weighing) weights(work *int) []int {
	n := len(w.items)
	if len(w.options) == 0 || !w.fits() {
		return nil
	}
	// A weight is the difference of two variables: one for the upper bound, one for the lower.
	row := func() []float64 { return make([]float64, 2*n+2) }
	aim, limit, sum := row(), row(), row()
	rows := make([][]float64, 0, len(w.options)+3)
	for _, of := range w.options {
		r := row()
		for k, x := range of.items {
			r[k], r[n+k] = -x, x
			aim[k] += x
			aim[n+k] -= x
		}
		rows = append(rows, r)
	}
	for k, of := range w.items {
		limit[k], limit[n+k] = of.high, -of.low
		sum[k], sum[n+k] = 1, 1
		if of.low < of.high {
			aim[k]++
			aim[n+k]++
		}
	}
	sum[2*n] = 1
	values, ok := newSimplex(append(rows, limit, sum, aim)).solve(work)
	if !ok {
		return nil
	}
	for k := range n {
		values[k] -= values[n+k]
	}
	return integers(values[:n])
}

// integers returns the least multiple of values that are all nearly integers, nil if there is none
// or all are 0.
func integers(values []float64) []int {
	const most, near = 1 << 12, 1e-4
	least := math.Inf(1)
	for _, x := range values {
		if x = math.Abs(x); x > smallPart {
			least = min(least, x)
		}
	}
	scaled := make([]int, len(values))
next:
	for q := 1.; q < most && !math.IsInf(least, 1); q++ {
		for k, x := range values {
			x *= q / least
			scaled[k] = int(math.Round(x))
			if math.Abs(x-math.Round(x)) > near {
				continue next
			}
		}
		return scaled
	}
	return nil
}
