package run

import "github.com/exactile/exactile/native/internal/problem"

// Settings are what a search is to keep to, and what is chosen for it beforehand: a
// Searcher as plain data.
type Settings struct {
	MaxNodes int64 // 0: no budget
	Memory   int64 // as given; 0: as much as is right
	Workers  int   // at least 1
	Progress func(done float64)
	Meter    func(nodes, solutions int64) // nil: nobody looks
	Prune    func(*Partial) bool

	NoSymmetry bool // leave the symmetries of the model unused

	Engine      string // the engine to use, if it can
	Merge       int    // -1: never merge equal states
	Shards      int    // the least number of partitions of a layer of merged states; 0: as is right
	Completions int    // remember how so many last cells are filled; -1: none
	Ahead       int    // list so many options ahead of who reads; 0: as many as is right
	Levels      Levels // of the rules that prune
}

// Levels says how far rules that prune go, by their names: -1 is off, a number above 0 so
// far, and 0, for those that are not there, as far as is right.
type Levels map[string]int

// Roots are those that a search of a problem starts from.
func (s *Settings) Roots(p *problem.Problem) []problem.Root {
	if s.NoSymmetry {
		return problem.TrivialRoot
	}
	return p.Roots()
}

// Single reports whether no search is cut into tasks: with a budget none is,
// since who spends that must not depend on chance.
func (s *Settings) Single() bool {
	return s.MaxNodes > 0 || s.Workers < 2 && s.Progress == nil
}
