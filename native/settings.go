package native

// settings are what a search is to keep to, and what is chosen for it beforehand: a
// Searcher as plain data.
type settings struct {
	maxNodes int64 // 0: no budget
	memory   int64 // as given; 0: as much as is right
	workers  int   // at least 1
	progress func(done float64)
	meter    *Meter
	prune    func(*Partial) bool

	engine  string // the engine to use, if it can
	spacing int    // merge every so many cells; -1: never
	shards  int    // all workers fill every layer of merged states, in so many shards (2, 4, 8...); 0: as is right
	islands int    // 1 to look at islands at every cell; -1: never
	endings int    // remember how so many last cells are filled; -1: none
	ahead   int    // list so many options ahead of who reads; 0: as many as is right
	pockets int    // in how many bytes to look for pockets at once; -1: never
	dead    int    // -1 to let placements leave dead cells
}

// single reports whether no search is cut into tasks: with a budget none is,
// since who spends that must not depend on chance.
func (s *settings) single() bool {
	return s.maxNodes > 0 || s.workers < 2 && s.progress == nil
}
