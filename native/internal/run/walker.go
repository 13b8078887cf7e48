package run

import (
	"math/big"

	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/native/internal/problem"
)

// A Walker is one way to search one problem. It is used by one goroutine.
type Walker interface {
	Base() *Search
	// Stats describes the walker and what a search by it did; nodes is the estimate.
	Stats(nodes float64, did *Search) Stats
	// Place puts the root's option on the board, and Unplace takes it off.
	Place(r *problem.Root)
	Unplace(r *problem.Root)
	// Sweep searches everything below the placed root, and returns the number of
	// solutions that this search has counted there.
	Sweep() *big.Int
	// Split makes Sweep meet tasks at a limit: a cell for tables, a number of
	// placements for the others. Greater limits give more and smaller tasks. A count
	// may meet others than a listing, since it prunes more.
	Split(limit int, listing bool)
	// NodeCost is the usual time of a node in nanoseconds; what matters is its
	// ratio to those of others.
	NodeCost() float64
	// Clone returns a walker for the same problem with a search of its own.
	Clone(wk Search) Walker
	// Probe follows one random path down. It returns the number of nodes below the
	// root if every node had as many children as the node of the path on its level,
	// which is the true number on average, and their time in nanoseconds, where again
	// the ratio matters. The probed nodes count as nodes; a probe that ends where it
	// began may count none.
	//
	// Source: D. E. Knuth, Estimating the Efficiency of Backtrack Programs, 1975.
	Probe(rnd *problem.Random) (nodes, time float64)
}

// SearchBelow searches below a root.
func SearchBelow(e Walker, r *problem.Root) *big.Int {
	w := e.Base()
	w.rootOption, w.meter.weight = r.Option, int64(max(1, len(r.Images)))
	e.Place(r)
	n := e.Sweep()
	e.Unplace(r)
	w.Record()
	return n
}

// SearchAll searches below the roots until it is stopped, visits the solutions unless visit is
// nil, and returns the weighted count.
func SearchAll(
	e Walker, p *problem.Problem, roots []problem.Root, visit func(cover.Solution) bool,
) *big.Int {
	total := new(big.Int)
	w := e.Base()
	var l *Lister
	if visit != nil {
		l = NewLister(p, visit)
	}
	for r := range roots {
		if l != nil {
			l.Below(&roots[r])
			l.Serve(w)
		}
		total.Add(total, roots[r].Weighted(SearchBelow(e, &roots[r])))
		if w.Stopped {
			break
		}
	}
	return total
}

// A Guess is the estimate that probes give of a whole search: its nodes, its
// nanoseconds, and the number of probes it is made of, 0 if they were cut short.
type Guess struct {
	Nodes, Time float64
	Probes      int
}

// minProbes is how many probes make a number of nodes worth showing to a person: the
// estimate of a single path is off by orders of magnitude, either way.
const minProbes = 1000

// Reported is the number of nodes, or 0 if it is from too few probes.
func (g Guess) Reported() float64 {
	if g.Probes < minProbes {
		return 0
	}
	return g.Nodes
}

// Estimate guesses the number of nodes of the whole search and the nanoseconds it
// takes, from probes of about the given number of nodes. If that is too few to
// probe every root, the probed roots are scattered among the others and stand for
// them, so that the time depends on the number of nodes alone.
func Estimate(e Walker, roots []problem.Root, probes int64) (g Guess) {
	w := e.Base()
	before := w.Nodes
	rnd := problem.Random(1)
	probed, step := 0, cover.Stride(len(roots))
	for ; probed < len(roots) && (probed == 0 || w.Nodes-before < probes); probed++ {
		r := &roots[probed*step%len(roots)]
		e.Place(r)
		share := before + probes*int64(probed+1)/int64(len(roots))
		hereNodes, hereTime, n := 0.0, 0.0, 0
		for n == 0 || w.Nodes < share && w.Ctx.Err() == nil {
			had := w.Nodes
			aNodes, aTime := e.Probe(&rnd)
			hereNodes, hereTime, n = hereNodes+aNodes, hereTime+aTime, n+1
			// Every probe costs at least a node: below a root with nothing left to
			// try, probes that cost nothing would never add up to the share.
			w.Nodes = max(w.Nodes, had+1)
		}
		e.Unplace(r)
		g.Nodes, g.Time = g.Nodes+hereNodes/float64(n), g.Time+hereTime/float64(n)
		g.Probes += n
	}
	w.Nodes = before
	all := float64(len(roots)) / float64(probed)
	g.Nodes, g.Time = g.Nodes*all, g.Time*all
	if w.Ctx.Err() != nil {
		g.Probes = 0 // cut short: there may be only one probe a root
	}
	return g
}
