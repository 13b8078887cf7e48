package native

import (
	"math"
	"sync/atomic"
)

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
