package proof

import (
	"errors"
	"fmt"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/encode/cover/bounds"
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

// Tests of a recount: those that orders are given at first, the time for a node of the tree in
// tests, and those that no check is to take. The memory is less than a checker takes by default.
const (
	firstSteps    = 1 << 20
	nodeSteps     = 1 << 7
	mostSteps     = 1 << 37
	recountMemory = 256 << 20
)

func newRecounter(w *writer) *recounter {
	r := &recounter{writer: w, motions: w.motions()}
	// A bound that stays is part of every state.
	m := &cover.Model{Items: slices.Clone(w.m.Items), Options: w.m.Options, Pos: w.m.Pos}
	bounds.Of(w.m).Implied(func(item int, upper bool, weights func() []int64) {
		which := "lower"
		if it := &m.Items[item]; upper {
			which, it.Max = "upper", len(m.Options)
		} else {
			it.Min = 0
		}
		r.head += fmt.Sprintf("implied %d %s%s\n", item+1, which, joined(weights(), 0))
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

// try counts along an order what a motion fixes, and reports whether it takes at most so many
// steps.
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
var errHeavy = errors.New(
	"proof: along no order are the layers small enough to be checked: want another form")

// race looks for an order along which all solutions can be counted, and gives the orders more and
// more steps, each half as many as the one before it. It ends, and is lost, when tree, which is
// called with as many nodes as take these steps, returns true. Each round begins anew, so it has
// four times the steps of the one before: the rounds that were lost take a third of the last one.
func (r *recounter) race(tree func(nodes int) (bool, error)) (won bool, err error) {
	for steps := int64(firstSteps); steps <= mostSteps; steps *= 4 {
		if over, err := tree(int(steps / nodeSteps)); over || err != nil {
			return false, err
		}
		for k, order := range r.orders {
			if won, err = r.try(0, order, steps>>k); won || err != nil {
				return won, err
			}
		}
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
