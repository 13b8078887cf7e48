package native

import "sync/atomic"

// A Meter shows how far searches have come while they run: one that is handed to
// a Searcher is added to about every millisecond, by all of its workers. It may
// be read at any time, and serve several searches. The zero Meter is ready for
// use.
type Meter struct{ nodes, solutions atomic.Int64 }

// Nodes is the number of choices of an option that were tried. With several
// workers those at the top of the tree, which all of them pass, count once each. It may
// go back a little where merged states outgrow their memory: then some of the work is
// done again in another way.
func (m *Meter) Nodes() int64 { return m.nodes.Load() }

// Solutions is the number of solutions that were found one by one: never more
// than there are. Those counted by merging equal states are not among them until
// the end.
func (m *Meter) Solutions() int64 { return m.solutions.Load() }

// meterNodes lets a meter see what the walk does from now on, but for its solutions:
// each stands for as many as there are ways to the state that it was found below.
func (s *walk) meterNodes(m *Meter) {
	s.meter, s.weight = m, 0
	s.metered.nodes, s.metered.found = s.nodes, s.found
}

// record adds to the walk's meter what the walk did since it last did so. It
// must be called before another root is placed, since a solution stands for as
// many as the root has images.
func (s *walk) record() {
	if s.meter == nil {
		return
	}
	s.meter.nodes.Add(s.nodes - s.metered.nodes)
	s.meter.solutions.Add(int64(s.found-s.metered.found) * s.weight)
	s.metered.nodes, s.metered.found = s.nodes, s.found
}
