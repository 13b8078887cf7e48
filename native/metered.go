package native

// A sighting is what a meter has seen of one walk.
type sighting struct {
	nodes int64
	found uint64
}

// showTo lets a meter see what the walk does from now on.
func (s *walk) showTo(add func(nodes, solutions int64)) { s.meter, s.metered = add, sighting{s.nodes, s.found} }

// showNodesTo lets a meter see what the walk does from now on, but for its solutions:
// where states are merged, each stands for as many as there are ways to its state.
func (s *walk) showNodesTo(add func(nodes, solutions int64)) {
	s.showTo(add)
	s.weight = 0
}

// record adds to the walk's meter what the walk did since it last did so. It
// must be called before another root is placed, since a solution stands for as
// many as the root has images.
func (s *walk) record() {
	if s.meter == nil {
		return
	}
	s.meter(s.nodes-s.metered.nodes, int64(s.found-s.metered.found)*s.weight)
	s.metered = sighting{s.nodes, s.found}
}
