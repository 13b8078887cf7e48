package frontier

import (
	"cmp"
	"math"
	"math/bits"
	"slices"

	"github.com/exactile/exactile/native/internal/problem"
)

// A greedy makes one order, node by node: the next node is the one that adds the least to
// the width.
type greedy struct {
	*graph
	touched []uint64 // the nodes that have been live
	decided []bool   // of each option
	open    []int32  // undecided options of each node
	age     []int32  // when each node became live
	// forced is as in graph, but for the undecided options. gain is the weight that placing a
	// node x takes from the width: that of all nodes z with x in forced[z], x among them.
	forced [][]int32
	gain   []float64
	live   []int32 // thin nodes to choose from, oldest first
	dirty  []int32 // nodes of which an option was just decided
	seen   []int32 // the step in which each node was last dirty
	width  float64
	sum    float64 // of 2 to the width, over the steps
	order  []int32 // nodes, including thin nodes completed by others
	step   int32   // how many nodes were placed
	// work is the number of elementary steps so far; an order is given up once work
	// exceeds most.
	work, most int
}

func newGreedy(g *graph) *greedy {
	n := len(g.item)
	return &greedy{
		graph: g, touched: make([]uint64, g.words), decided: make([]bool, len(g.options)),
		open: make([]int32, n), age: make([]int32, n), seen: make([]int32, n),
		forced: make([][]int32, n), gain: make([]float64, n),
	}
}

// run makes an order that begins at a node, and returns the binary logarithm of its sum, or
// infinity if that exceeds most or there is no work left. If eager is set, it prefers an older
// node unless another is better by more than 1.
func (y *greedy) run(start int32, eager bool, most float64) float64 {
	y.reset()
	limit := math.Exp2(most)
	for next := start; next >= 0; next = y.choose(eager) {
		y.place(next)
		if y.sum > limit || y.work > y.most {
			return math.Inf(1)
		}
	}
	return math.Log2(y.sum)
}

func (y *greedy) reset() {
	clear(y.touched)
	clear(y.decided)
	clear(y.gain)
	clear(y.seen)
	for x := range y.open {
		y.open[x] = int32(len(y.covers[x]))
		y.forced[x] = append(y.forced[x][:0], y.graph.forced[x]...)
		for _, z := range y.forced[x] {
			y.gain[z] += y.weight[x]
		}
	}
	y.live, y.order = y.live[:0], y.order[:0]
	y.width, y.sum, y.step = 0, 1, 0
	y.work += len(y.decided) + len(y.open)
}

// place decides about all options of a node.
func (y *greedy) place(x int32) {
	y.order = append(y.order, x)
	y.step++
	for w, set := range y.row(x) {
		fresh := set &^ y.touched[w]
		y.touched[w] |= fresh
		for ; fresh != 0; fresh &= fresh - 1 {
			z := int32(64*w + bits.TrailingZeros64(fresh))
			y.width += y.weight[z]
			y.age[z] = y.step
			if int(z) < y.thin {
				y.live = append(y.live, z)
			}
		}
	}
	y.dirty = y.dirty[:0]
	for _, o := range y.covers[x] {
		if y.decided[o] {
			continue
		}
		y.decided[o] = true
		for _, z := range y.options[o] {
			if y.open[z]--; y.open[z] == 0 {
				y.width -= y.weight[z]
				if z != x && int(z) < y.thin {
					y.order = append(y.order, z)
				}
			}
			if y.seen[z] != y.step {
				y.seen[z] = y.step
				y.dirty = append(y.dirty, z)
			}
		}
	}
	y.work += len(y.covers[x]) + 4*len(y.dirty)
	for _, z := range y.dirty {
		y.force(z)
	}
	y.live = slices.DeleteFunc(y.live, func(z int32) bool { return y.open[z] == 0 })
	y.sum += math.Exp2(y.width)
}

// force updates forced[z], and the gains, after some options of z were decided.
func (y *greedy) force(z int32) {
	for _, x := range y.forced[z] {
		y.gain[x] -= y.weight[z]
	}
	y.forced[z] = y.forced[z][:0]
	if y.open[z] > 0 {
		y.forced[z] = y.common(z, y.decided, y.forced[z])
		y.work += len(y.forced[z]) * len(y.covers[z])
		for _, x := range y.forced[z] {
			y.gain[x] += y.weight[z]
		}
	}
}

// choose returns the next node, -1 if none is left.
func (y *greedy) choose(eager bool) int32 {
	best, least := int32(-1), math.Inf(1)
	slack := 1e-9
	if eager {
		slack = 1 + 1e-9
	}
	for _, x := range y.live {
		if d := y.adds(x); d < least-slack {
			best, least = x, d
		}
	}
	if best >= 0 {
		return best
	}
	for x := range y.thin {
		if y.open[x] > 0 {
			if d := y.adds(int32(x)); d < least-1e-9 {
				best, least = int32(x), d
			}
		}
	}
	return best
}

// adds is how much wider a node makes the frontier.
func (y *greedy) adds(x int32) float64 {
	d := -y.gain[x]
	row := y.row(x)
	y.work += len(row)
	for w, set := range row {
		fresh := set &^ y.touched[w]
		if 64*(w+1) <= y.thin {
			d += float64(bits.OnesCount64(fresh))
			continue
		}
		for ; fresh != 0; fresh &= fresh - 1 {
			d += y.weight[64*w+bits.TrailingZeros64(fresh)]
		}
	}
	return d
}

// An Order is an order of the items of a problem that are covered at most once.
type Order struct {
	g     *graph
	nodes []int32
	// Bits is the binary logarithm of the sum of two to the width, over its steps.
	Bits float64
}

// fewSteps is the number of steps that take a few milliseconds.
const fewSteps = 1 << 22

// Recover looks for an order with a small sum. It begins no new order after work steps, of a
// nanosecond or two each, and gives one up if the steps exceed the larger of work and least.
// It returns nil if it finds no order whose sum is at most two to the power of most.
func Recover(p *problem.Problem, most float64, work, least int) *Order {
	g := newGraph(p)
	if g == nil || g.thin == 0 {
		return nil
	}
	y := newGreedy(g)
	y.most = max(work, least)
	best := &Order{g: g, Bits: math.Inf(1)}
	try := func(start int32, eager bool) {
		if b := y.run(start, eager, min(most, best.Bits)); b < best.Bits {
			best.Bits, best.nodes = b, append(best.nodes[:0], y.order...)
		}
	}
	const starts = 12
	rnd := problem.Random(1)
	from := int32(0)
	for n := 0; n < starts && (n == 0 || y.work < work); n++ {
		if n < starts/3 {
			from = g.farthest(from)
		} else {
			from = int32(rnd.Below(g.thin))
		}
		try(from, false)
		if y.work < work {
			try(from, true)
		}
	}
	if best.nodes == nil {
		return nil
	}
	return best
}

// Ranks are the places of the items in the order, -1 for items that are not in it.
func (o *Order) Ranks(items int) []int {
	rank := slices.Repeat([]int{-1}, items)
	for at, x := range o.nodes {
		rank[o.g.item[x]] = at
	}
	return rank
}

// Width returns the binary logarithm of the sum for the order of the items by rank; infinity
// if that exceeds most, or if computing it takes more than fewSteps.
func Width(p *problem.Problem, rank []int32, most float64) float64 {
	g := newGraph(p)
	if g == nil {
		return math.Inf(1)
	}
	nodes := make([]int32, g.thin)
	for x := range nodes {
		nodes[x] = int32(x)
	}
	slices.SortStableFunc(nodes, func(a, b int32) int {
		return cmp.Compare(rank[g.item[a]], rank[g.item[b]])
	})
	y := newGreedy(g)
	y.reset()
	for _, x := range nodes {
		if y.open[x] > 0 {
			y.place(x)
		}
		if y.sum > math.Exp2(most) || y.work > fewSteps {
			return math.Inf(1)
		}
	}
	return math.Log2(y.sum)
}
