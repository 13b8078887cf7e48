package run

// Settings are what a search is to keep to, and what is chosen for it beforehand: a
// Searcher as plain data.
type Settings struct {
	MaxNodes int64 // 0: no budget
	Memory   int64 // as given; 0: as much as is right
	Workers  int   // at least 1
	Progress func(done float64)
	Meter    func(nodes, solutions int64) // nil: nobody looks
	Prune    func(*Partial) bool

	Engine      string // the engine to use, if it can
	Spacing     int    // merge every so many cells; -1: never
	Shards      int    // all workers fill every layer of merged states, in so many shards (2, 4, 8...); 0: as is right
	Components  int    // 1 to ask at every cell whether some component of empty cells has a size that no pieces add up to; -1: never
	Completions int    // remember how so many last cells are filled; -1: none
	Ahead       int    // list so many options ahead of who reads; 0: as many as is right
	Enclosed    int    // in how many bytes of the window to look for enclosed cells; -1: never
	Stranded    int    // -1 to let placements leave dead cells
}

// Single reports whether no search is cut into tasks: with a budget none is,
// since who spends that must not depend on chance.
func (s *Settings) Single() bool {
	return s.MaxNodes > 0 || s.Workers < 2 && s.Progress == nil
}
