package table

import "github.com/exactile/exactile/native/internal/run"

// A Rule knows of states that lead nowhere, whatever else is known of them. It is a value
// of [Rules], and nothing but that list knows it: when it is asked, how it is switched off
// and what tests it follow from there. It prunes in one of three ways, or in several.
type Rule struct {
	// Name is what switches call the rule.
	Name string
	// Levels is how far the rule can go: 1 if it is on or off, and no more.
	Levels int
	// worth is how far the rule pays in a search that is expected to be so long; nil: it
	// always does.
	worth func(e Expected) int

	// demands, if not nil, become part of the lookahead tables of every board, and take no
	// time in the search.
	demands demands
	// sharpen, if not nil, takes placements out of the lookahead tables of a fastBoard.
	sharpen func(b *fastBoard, level int)
	// ask, if not nil, returns what is asked of states on the way, nil where the rule says
	// nothing about a window.
	ask func(w *Window, level int) asker
}

// Expected is what a search is likely to be, as far as rules want to know it.
type Expected struct {
	Time    float64 // nanoseconds
	Options int
	// Remembers says that it is a listing which remembers completions: it searches
	// little more than the top of the tree.
	Remembers bool
}

// An asker is asked whether states lead nowhere, wherever a count passes one of some cells.
// A listing does not ask it.
type asker interface {
	// stops are those cells, in order. A state is asked about if its first empty cell is
	// one of them, or the first after one.
	stops() []int
	hopeless(open []uint64, st State) bool
}

// chosen is the level that a rule has from the start: the one that it is switched to, or
// 1 if it always pays.
func (r *Rule) chosen(levels run.Levels) int {
	level := levels[r.Name]
	if level == 0 && r.worth == nil {
		return r.Levels
	}
	return max(0, min(level, r.Levels))
}

// expected is the level that a rule comes to have because of what is expected.
func (r *Rule) expected(levels run.Levels, e Expected) int {
	if levels[r.Name] != 0 || r.worth == nil {
		return 0
	}
	return r.worth(e)
}

// An asking is an asker with the cell, after each cell, at which it is asked next; the end
// of the board if it is not.
type asking struct {
	asker
	next []int32
}

func newAsking(w *Window, a asker) asking {
	next := make([]int32, w.N+1)
	stops, at := a.stops(), int32(w.N)
	for c := w.N; c >= 0; c-- {
		next[c] = at
		if n := len(stops); n > 0 && stops[n-1] == c {
			at, stops = int32(c), stops[:n-1]
		}
	}
	return asking{a, next}
}
