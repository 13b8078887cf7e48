package run

import "math"

// A metering shows a meter what one search does.
type metering struct {
	add    func(nodes, solutions int64) // to the meter; nil: nobody looks
	weight int64                        // how many solutions one below the present root stands for
	nodes  int64                        // that were shown
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

// weighted is n times a weight, or as much as can be said.
func weighted(n, weight int64) int64 {
	if weight > 0 && n > math.MaxInt64/weight {
		return math.MaxInt64
	}
	return n * weight
}
