package run

import "math"

// A metering shows a meter what one search does.
type metering struct {
	add func(nodes, solutions int64) // of the meter; nil: none
	// solutions that each solution below the present root stands for
	weight int64
	nodes  int64 // shown so far
	found  int64
}

// show shows what is new since the last time.
func (m *metering) show(nodes, found int64) {
	if m.add == nil {
		return
	}
	m.add(nodes-m.nodes, weighted(found-m.found, m.weight))
	m.nodes, m.found = nodes, found
}

// weighted is n times a weight, at most math.MaxInt64.
func weighted(n, weight int64) int64 {
	if weight > 0 && n > math.MaxInt64/weight {
		return math.MaxInt64
	}
	return n * weight
}
