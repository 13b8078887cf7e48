package native

import "math/big"

// An engine is one way to search one problem. It is used by one goroutine.
type engine interface {
	base() *walk
	// stats describes the engine and what a walk of it did; nodes is the estimate.
	stats(nodes float64, did *walk) Stats
	// place puts the root's option on the board, and unplace takes it off.
	place(r *root)
	unplace(r *root)
	// sweep searches everything below the root that is placed, and returns the
	// number of solutions that this walk has counted there.
	sweep() *big.Int
	// split makes sweep come by tasks at a limit: a cell for tables, a number of
	// placements for the others. Greater limits give more and smaller tasks. They are
	// those that a listing comes by, or a count, which knows more reasons to give up.
	split(limit int, listing bool)
	// nodeCost is the usual time of a node in nanoseconds; what matters is its
	// ratio to those of other engines.
	nodeCost() float64
	// clone returns an engine for the same problem with a walk of its own.
	clone(wk walk) engine
}

// A prober is an engine whose work can be estimated.
type prober interface {
	engine
	// probe follows one random path down and returns how many nodes there are
	// below the root if every node has as many children as the one on its level of
	// the path: on average the true number; and how many nanoseconds they take,
	// where what matters is again the ratio. The probed nodes count as nodes; one that
	// ends where it began may count none.
	//
	// Source: D. E. Knuth, Estimating the Efficiency of Backtrack Programs, 1975.
	probe(rnd *random) (nodes, time float64)
}

// search searches below a root.
func search(e engine, r *root) *big.Int {
	w := e.base()
	w.rootOption, w.weight = r.option, int64(max(1, len(r.images)))
	e.place(r)
	n := e.sweep()
	e.unplace(r)
	w.record()
	return n
}

// A guess is what probes say of a whole search: its nodes, the nanoseconds it takes, and
// how many probes that is made of; 0 if they were cut short.
type guess struct {
	nodes, time float64
	probes      int
}

// telling is how many probes it takes for a number of nodes to be worth telling to a
// person: those of a single path are off by orders of magnitude, either way.
const telling = 10

// told is the number of nodes, or 0 if too few probes say so.
func (g guess) told() float64 {
	if g.probes < telling {
		return 0
	}
	return g.nodes
}

// estimate guesses the number of nodes of the whole search and the nanoseconds it
// takes, from probes of about the given number of nodes. Where there are
// more roots than that is enough for, those that are probed lie scattered among
// the others and stand for them, so that the time depends on the number of nodes
// alone.
func estimate(e prober, roots []root, probes int64) (g guess) {
	w := e.base()
	before := w.nodes
	rnd := random(1)
	probed := 0
	for ; probed < len(roots) && (probed == 0 || w.nodes-before < probes); probed++ {
		r := &roots[scattered(probed, len(roots))]
		e.place(r)
		share := before + probes*int64(probed+1)/int64(len(roots))
		hereNodes, hereTime, n := 0.0, 0.0, 0
		for n == 0 || w.nodes < share && w.ctx.Err() == nil {
			had := w.nodes
			aNodes, aTime := e.probe(&rnd)
			hereNodes, hereTime, n = hereNodes+aNodes, hereTime+aTime, n+1
			// Every probe costs at least a node. Below a root where nothing is left to
			// try, probes that cost nothing would never add up to the share.
			w.nodes = max(w.nodes, had+1)
		}
		e.unplace(r)
		g.nodes, g.time, g.probes = g.nodes+hereNodes/float64(n), g.time+hereTime/float64(n), g.probes+n
	}
	w.nodes = before
	all := float64(len(roots)) / float64(probed)
	g.nodes, g.time = g.nodes*all, g.time*all
	if w.ctx.Err() != nil {
		g.probes = 0 // it was cut short, and has one probe a root at the worst
	}
	return g
}

// scattered returns the place in a list of n at which one looks at the k-th time,
// so that all are seen once and any first few lie far apart: steps of about the
// golden section, of a length that has no divisor in common with n.
func scattered(k, n int) int {
	step := max(1, int(float64(n)*0.618))
	for gcd(step, n) != 1 {
		step++
	}
	return k * step % n
}

func gcd(a, b int) int {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}
