package proof

import (
	"errors"
	"fmt"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"github.com/exactile/exactile/encode/cover"
)

// A recounter weighs orders for proof.layers, and finds one for each motion that takes few steps to
// check. What is counted along an order does not depend on it.
type recounter struct {
	*writer
	head    string  // the lines before the orders
	orders  [][]int // the best first, by their frontiers
	motions [][]int // nil: none
	found   []layersCount
	steps   int64 // that a check of what is found takes
}

// A layersCount is an order for a motion, and the words of the totals along it.
type layersCount struct {
	order  []int
	totals string
}

// Tests of a recount: those that orders are given at first, the time for a node of the tree in tests,
// and those that no check is to take. The memory is less than a checker takes by default.
const (
	firstSteps    = 1 << 20
	nodeSteps     = 1 << 7
	mostSteps     = 1 << 37
	recountMemory = 256 << 20
)

func newRecounter(w *writer) *recounter {
	r := &recounter{writer: w, motions: w.motions()}
	m := dropImplied(w.m, func(item int, upper bool, weights []int64) {
		r.head += fmt.Sprintf("implied %d %s%s\n", item+1, map[bool]string{true: "upper", false: "lower"}[upper], joined(weights, 0))
	})
	if by := w.opts.Grouping.By; by != nil {
		r.head += "by" + joined(by, 1) + "\n"
	}
	if use := w.opts.Grouping.Use; use != nil {
		r.head += "by-use" + joined(use, 1) + "\n"
	}
	r.orders = rankedOrders(m, w.opts.Orders)
	return r
}

// joined returns the numbers, each after a space and plus base.
func joined[N int | int64](numbers []N, base N) string {
	var b strings.Builder
	for _, n := range numbers {
		b.WriteByte(' ')
		b.WriteString(strconv.FormatInt(int64(n+base), 10))
	}
	return b.String()
}

// try counts along an order what a motion fixes, and reports whether it takes at most so many steps.
func (r *recounter) try(motion int, order []int, steps int64) (bool, error) {
	motions := r.motions
	if motions != nil {
		motions = motions[motion : motion+1]
	}
	text := r.text(layersCount{order: order})
	totals, took, err := r.opts.Recount(r.ctx, r.m, motions, text, steps, recountMemory)
	if err != nil || totals == nil {
		return false, err
	}
	r.found = append(r.found, layersCount{order, totals[0]})
	r.steps += took
	return true, nil
}

// layersMagic is the first line of a proof.layers.
const layersMagic = "exactile layers 1\n"

// errHeavy reports layers that take too long to check.
var errHeavy = errors.New("proof: along no order are the layers small enough to be checked: want another form")

// race looks for an order along which all solutions can be counted, and gives the orders more and
// more steps, the better ones more than others. It ends, and is lost, when tree, which is called with
// as many nodes as take these steps, returns true.
func (r *recounter) race(tree func(nodes int) (bool, error)) (won bool, err error) {
	for steps, orders := int64(firstSteps), r.orders; steps <= mostSteps; steps *= 2 {
		if over, err := tree(int(steps / nodeSteps)); over || err != nil {
			return false, err
		}
		for _, order := range orders {
			if won, err = r.try(0, order, steps); won || err != nil {
				return won, err
			}
		}
		orders = orders[:max(1, len(orders)/2)]
	}
	return false, nil
}

// countFixed counts what each further motion fixes, if it can along the first order.
func (r *recounter) countFixed() error {
next:
	for k := 1; k < len(r.motions); k++ {
		for steps := int64(16 * firstSteps); steps <= mostSteps; steps *= 16 {
			for _, order := range slices.Concat([][]int{r.found[0].order}, r.orders) {
				if done, err := r.try(k, order, steps); err != nil {
					return err
				} else if done {
					continue next
				}
			}
		}
		return errHeavy
	}
	return nil
}

// solutions returns the number of solutions.
func (r *recounter) solutions() *big.Int {
	sum := new(big.Int)
	for word := range strings.FieldsSeq(r.found[0].totals) {
		n, _ := new(big.Int).SetString(word[strings.IndexByte(word, ':')+1:], 10)
		sum.Add(sum, n)
	}
	return sum
}

// orbits returns how many orbits the solutions make, by Burnside's lemma.
func (r *recounter) orbits() *big.Int {
	sum := new(big.Int)
	for _, c := range r.found {
		n, _ := new(big.Int).SetString(strings.TrimSpace(c.totals), 10)
		sum.Add(sum, n)
	}
	return sum.Div(sum, big.NewInt(int64(len(r.motions))))
}

// text returns a proof.layers.
func (r *recounter) text(counts ...layersCount) []byte {
	text := layersMagic + r.head
	var order []int
	for _, c := range counts {
		if !slices.Equal(order, c.order) {
			order = c.order
			text += "order" + joined(order, 1) + "\n"
		}
		text += "total" + c.totals + "\n"
	}
	return []byte(text)
}

// dropImplied returns m without bounds that are violated by no choice of options that leaves the
// cells' bounds whole, and yields each with weights that show that the others imply it: a bound that
// stays is part of every state.
func dropImplied(m *cover.Model, yield func(item int, upper bool, weights []int64)) *cover.Model {
	m = &cover.Model{Items: slices.Clone(m.Items), Options: m.Options, Pos: m.Pos}
	covers := m.Covers()
	areas := areasOf(m)
	for i, it := range m.Items {
		if !areas.piece[i] || it.Min == 0 && it.Max >= len(covers[i]) {
			continue
		}
		upper := areas.weights(func(k int) int {
			if k == i {
				return areas.least[k]
			}
			return 0
		}, -1)
		lower := areas.weights(func(k int) int { return -areas.most[k] }, 1)
		needsUpper, needsLower := it.Max < len(covers[i]), it.Min > 0
		if needsUpper && !areas.imply(m, covers, i, cover.Item{Min: it.Max + 1, Max: len(covers[i])}, upper) {
			continue
		}
		m.Items[i].Max = max(it.Max, len(covers[i]))
		if needsLower && (areas.alone || !areas.imply(m, covers, i, cover.Item{Max: it.Min - 1}, lower)) {
			m.Items[i].Max = it.Max
			continue
		}
		m.Items[i].Min = 0
		if needsUpper {
			yield(i, true, upper)
		}
		if needsLower {
			yield(i, false, lower)
		}
	}
	return m
}

// imply reports whether the weights rule out other bounds of an item: see the rule in package check.
func (a *areas) imply(m *cover.Model, covers [][]int, item int, other cover.Item, weights []int64) bool {
	sum := int64(0)
	for i, w := range weights {
		it := m.Items[i]
		if i == item {
			it = other
		}
		if w > 0 {
			sum += w * int64(min(it.Min, len(covers[i])+1))
		} else {
			sum += w * int64(min(it.Max, len(covers[i])))
		}
	}
	return sum > 0
}
