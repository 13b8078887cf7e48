package native

import (
	"math"
	"sync/atomic"

	"github.com/exactile/exactile/native/internal/run"
)

// Stats describes one search. The Stats hook of a searcher gets it at the end of the search, also
// after an error.
type Stats struct {
	// Engine names the search that was chosen: "plain", "fast" or "wide" for
	// tables, "words", "reduced" or "links" for the most constrained item, "frontier" for
	// merging along a recovered order, "layers" for merging cell by cell, "diagram" for
	// keeping the merged states, "beam" for a beam.
	Engine string
	// Slowed names the hook that kept the search from a faster one: "Prune" or
	// "OptionOrder", which need data that the faster one does not keep.
	Slowed string
	// Order is the order in which the cells were scanned, if they were.
	Order string
	// Estimate is how many nodes the search was expected to have without merging; 0
	// if it was too short to estimate, or ended before there were enough probes.
	Estimate float64
	// Merging, if not 0, is about how many seconds a count by merged states would have taken
	// in all. It was given up for a search, since the deadline is sooner.
	Merging float64
	// Nodes is the number of choices of an option that were tried.
	Nodes int64
	// Away is how many bytes of merged states were written to disk for lack of memory.
	Away int64
	// Solutions is the number of solutions found one by one.
	Solutions int64
}

// tell calls a hook, if there is one, with the statistics of a search.
func tell(hook func(Stats), did run.Stats) {
	if hook != nil {
		hook(Stats(did))
	}
}

// ErrBudget is returned by a search that needs more nodes than its budget. The
// number of nodes a search needs is the same on every machine, so a budget,
// unlike a time limit, gives the same result every time.
var ErrBudget = run.ErrBudget

// A Meter shows how far searches have come while they run: all workers of a
// Searcher add to its meter about every millisecond. A Meter may be read at any
// time, and serve several searches. The zero Meter is ready for use.
type Meter struct{ nodes, solutions atomic.Int64 }

// Nodes is the number of choices of an option that were tried. With several workers
// each node at the top of the tree, which all of them pass, counts once. Nodes may
// decrease a little if a count along a recovered order is given up.
func (m *Meter) Nodes() int64 { return m.nodes.Load() }

// Solutions is the number of solutions that were found one by one, at most the largest
// int64. It never exceeds the number of solutions. Those counted by merging equal states
// are added only at the end.
func (m *Meter) Solutions() int64 { return m.solutions.Load() }

// add returns what adds to the meter, nil for none.
func (m *Meter) add() func(nodes, solutions int64) {
	if m == nil {
		return nil
	}
	return func(nodes, solutions int64) {
		m.nodes.Add(nodes)
		for {
			had := m.solutions.Load()
			if m.solutions.CompareAndSwap(had, had+min(solutions, math.MaxInt64-had)) {
				return
			}
		}
	}
}
