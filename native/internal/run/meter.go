package run

// A sighting is what a meter has seen of one walk.
type sighting struct {
	nodes int64
	found uint64
}

// ShowTo lets a meter see what the walk does from now on.
func (s *Search) ShowTo(add func(nodes, solutions int64)) {
	s.Meter, s.metered = add, sighting{s.Nodes, s.Found}
}

// ShowNodesTo lets a meter see what the walk does from now on, but for its solutions:
// where states are merged, each stands for as many as there are ways to its state.
func (s *Search) ShowNodesTo(add func(nodes, solutions int64)) {
	s.ShowTo(add)
	s.weight = 0
}

// Record adds to the walk's meter what the walk did since it last did so. It
// must be called before another root is placed, since a solution stands for as
// many as the root has images.
func (s *Search) Record() {
	if s.Meter == nil {
		return
	}
	s.Meter(s.Nodes-s.metered.nodes, int64(s.Found-s.metered.found)*s.weight)
	s.metered = sighting{s.Nodes, s.Found}
}
