package native

import (
	"math"
	"sync/atomic"
)

// A Meter shows how far searches have come while they run: one that is handed to
// a Searcher is added to about every millisecond, by all of its workers. It may
// be read at any time, and serve several searches. The zero Meter is ready for
// use.
type Meter struct{ nodes, solutions atomic.Int64 }

// Nodes is the number of choices of an option that were tried. With several
// workers those at the top of the tree, which all of them pass, count once each. It may
// go back a little where a count along a recovered order is given up.
func (m *Meter) Nodes() int64 { return m.nodes.Load() }

// Solutions is the number of solutions that were found one by one: never more
// than there are, and at most what an int64 can say. Those counted by merging equal states are
// not among them until the end.
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
