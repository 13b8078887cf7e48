package frontier

import (
	"math"
	"math/bits"
	"slices"

	"github.com/exactile/exactile/native/internal/problem"
)

// A graph is the input for an order: the items that can bind, as nodes, and the options as
// sets of nodes. The first nodes are thin: their items are covered at most once.
type graph struct {
	item    []int32   // of each node
	thin    int       // how many nodes are thin
	weight  []float64 // of each node: the bits that its state takes
	options [][]int32 // the options with a thin node, as nodes
	loose   [][]int32 // the options without a thin node
	free    int       // the number of options without nodes: each is in or out freely
	covers  [][]int32 // the options of each node
	words   int       // of a set of nodes
	near    []uint64  // for each node the set of nodes that share an option with it, and itself
	// forced is, for each node, the nodes that all its options have, itself among them.
	forced [][]int32
}

// mostNodes bounds the sets of neighbours, whose bits grow with the square of the nodes.
const mostNodes = 4096

// newGraph returns the graph of a problem, or nil if it has too many items.
func newGraph(p *problem.Problem) *graph {
	g := &graph{}
	node := make([]int32, len(p.Items)) // 1 + the node of each item
	add := func(thick bool) {
		for i, b := range p.Items {
			if b.N > 0 && b.Binds() && (b.Hi > 1) == thick {
				g.item = append(g.item, int32(i))
				g.weight = append(g.weight, math.Log2(float64(b.Hi)+1))
				node[i] = int32(len(g.item))
			}
		}
	}
	add(false)
	g.thin = len(g.item)
	add(true)
	n := len(g.item)
	if n > mostNodes {
		return nil
	}
	g.covers = make([][]int32, n)
	for _, o := range p.Live {
		var nodes []int32
		thin := false
		for _, i := range p.Model.Options[o] {
			if x := node[i] - 1; x >= 0 {
				nodes = append(nodes, x)
				thin = thin || int(x) < g.thin
			}
		}
		switch {
		case thin:
			for _, x := range nodes {
				g.covers[x] = append(g.covers[x], int32(len(g.options)))
			}
			g.options = append(g.options, nodes)
		case len(nodes) > 0:
			g.loose = append(g.loose, nodes)
		default:
			g.free++
		}
	}
	g.meet()
	return g
}

// meet fills near and forced.
func (g *graph) meet() {
	n := len(g.item)
	g.words = (n + 63) / 64
	g.near = make([]uint64, n*g.words)
	for _, nodes := range g.options {
		for _, x := range nodes {
			row := g.row(x)
			for _, y := range nodes {
				row[y>>6] |= 1 << (y & 63)
			}
		}
	}
	g.forced = make([][]int32, n)
	none := make([]bool, len(g.options))
	for x := range g.forced {
		g.forced[x] = g.common(int32(x), none, nil)
	}
}

func (g *graph) row(x int32) []uint64 { return g.near[int(x)*g.words:][:g.words] }

// common appends to list the nodes that all undecided options of x have, x itself
// among them.
func (g *graph) common(x int32, decided []bool, list []int32) []int32 {
	first, covers := true, g.covers[x]
	for n := range covers {
		// Backwards from the first: options next to each other have more in common.
		o := covers[(len(covers)-n)%len(covers)]
		if decided[o] {
			continue
		}
		if first {
			list, first = append(list, g.options[o]...), false
			continue
		}
		kept := list[:0]
		for _, y := range list {
			if slices.Contains(g.options[o], y) {
				kept = append(kept, y)
			}
		}
		if list = kept; len(list) == 1 {
			break
		}
	}
	return list
}

// farthest returns the thin node farthest from a thin node; if there are several, the one with
// the fewest neighbours. Paths do not pass nodes that are next to most others: every node
// would be near.
func (g *graph) farthest(from int32) (far int32) {
	distance := slices.Repeat([]int32{-1}, g.thin)
	distance[from] = 0
	queue := append(make([]int32, 0, g.thin), from)
	far = from
	best := 0
	for k := 0; k < len(queue); k++ {
		x := queue[k]
		d := distance[x]
		degree := g.degree(x)
		if d > distance[far] || d == distance[far] && degree < best {
			far, best = x, degree
		}
		if x != from && 2*degree > g.thin {
			continue
		}
		for w, set := range g.row(x) {
			for ; set != 0; set &= set - 1 {
				if y := 64*w + bits.TrailingZeros64(set); y < g.thin && distance[y] < 0 {
					distance[y] = d + 1
					queue = append(queue, int32(y))
				}
			}
		}
	}
	return far
}

// degree is the number of neighbours of a node, itself among them.
func (g *graph) degree(x int32) int {
	n := 0
	for _, set := range g.row(x) {
		n += bits.OnesCount64(set)
	}
	return n
}
