package run

import "github.com/exactile/exactile/native/internal/problem"

// Settings are the limits of a search and the choices made for it beforehand: a
// Searcher as plain data.
type Settings struct {
	MaxNodes int64 // 0: no budget
	Memory   int64 // as given; 0: as much as is right
	Workers  int   // at least 1
	Progress func(done float64)
	Meter    func(nodes, solutions int64) // nil: no meter
	Prune    func(chosen, covered []int) bool

	NoSymmetry bool // leave the symmetries of the model unused

	Forced string // the search to use, if it suits the problem
	Merge  int    // -1: never merge equal states
	Shards int    // the least number of partitions of a layer of merged states; 0: the default
	Ahead  int    // options that a listing may be ahead of its reader; 0: the default
	Levels Levels // of the rules that prune
}

// Levels are how far the rules that prune go, by their names: -1 is off, a number above 0
// is the level, and 0, also for rules not listed, is the default.
type Levels map[string]int

// Roots are those that a search of a problem starts from.
func (s *Settings) Roots(p *problem.Problem) []problem.Root {
	if s.NoSymmetry {
		return problem.TrivialRoot
	}
	return p.Roots()
}

// Single reports whether the search is not split into tasks: with a budget it
// never is, since which worker spends the budget must not depend on chance.
func (s *Settings) Single() bool {
	return s.MaxNodes > 0 || s.Workers < 2 && s.Progress == nil
}
