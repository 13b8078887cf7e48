package table

import "github.com/exactile/exactile/native/internal/run"

// A Rule recognizes states without solutions. It is a value of [Rules], the list that determines
// when a rule is tested, how it is switched off and how tests cover it. A rule prunes by one or
// several of demands, tune and newTest.
type Rule struct {
	// Name names the rule in switches.
	Name string
	// Levels is the highest level of the rule: 1 if the rule is only on or off.
	Levels int
	// worth is the level at which the rule pays in a search as expected; nil if the rule
	// always pays.
	worth func(e Expected) int

	// demands, if not nil, become part of the lookahead tables of every board, and take no
	// time in the search.
	demands demands
	// tune, if not nil, takes placements out of the lookahead tables of a fastBoard.
	tune func(b *fastBoard, level int)
	// newTest, if not nil, returns the test of states on the way, nil if the rule does not apply
	// to the window.
	newTest func(w *Window) stateTest
}

// Expected describes the expected search, for rules.
type Expected struct {
	Time    float64 // nanoseconds
	Options int
}

// A stateTest tests whether states have no solutions, each time a count passes its cell. Listings
// do not use it.
type stateTest interface {
	// testCell is this cell. A state is tested if the cell lies after the first empty cell of its
	// parent and at or before its own.
	testCell() int
	hopeless(open []uint64, st State) bool
}

// chosen is the level of a rule from the start: the level set by the caller, or the highest
// if none is set and the rule always pays.
func (r *Rule) chosen(levels run.Levels) int {
	level := levels[r.Name]
	if level == 0 && r.worth == nil {
		return r.Levels
	}
	return max(0, min(level, r.Levels))
}

// expected is the level that a rule gets from the expected search, 0 if chosen decides it.
func (r *Rule) expected(levels run.Levels, e Expected) int {
	if levels[r.Name] != 0 || r.worth == nil {
		return 0
	}
	return r.worth(e)
}
