// Package auto decides what runs when nobody names a backend.
//
// The decision is one table, steps: what is tried, for which tasks and models, within which budget,
// and what evidence its answer is. The steps are tried in their order until one has the answer. Who
// says why there is no solution, beside a backend that was named, asks [Why].
//
// In this package b is a backend, m a model, s a session and t a task.
package auto

import (
	"github.com/exactile/exactile/backends"
	"github.com/exactile/exactile/backends/adapter"
	"github.com/exactile/exactile/backends/internal/portfolio"
	"github.com/exactile/exactile/encode/argument"
	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/native"
)

// A Backend answers as the command does where no backend is named. The zero Backend is ready for
// use, and knows no geometry.
//
// A number, or a list by Groups, Marginals and Rank, comes from an argument, from a formula, or
// from a search by native to its end: it never rests on the word of a SAT engine. Solutions come
// from native within budgets of nodes, and then from a race of native's searches with SAT engines,
// since the puzzle decides which of them is fast, by factors of thousands either way: search fills
// boards with many pieces where SAT engines fail, SAT engines find contradictions and dense
// packings where search fails, and counting sees at once that a board cannot be filled because of
// its parity.
//
// What is settled before the race is settled in the same way every time. Which member wins the
// race, and with it which solution is found first, depends on the machine and on chance. The winner
// alone lists further solutions if they are requested.
type Backend struct {
	// Colourings are what arguments know of the geometry: those of a puzzle are its
	// Tiling.Colourings.
	Colourings []argument.Colouring
	// Reason, if not empty, are the words for an argument that is found at once, in the terms of
	// the puzzle.
	Reason string
	// Compared, if not nil, is a model for which AtOnce has returned Argument.
	Compared *cover.Model
	Argument *argument.Argument

	// Native, Hunter and Beam are how native's searches work. Their budgets before a race are those
	// of the steps.
	Native native.Searcher
	Hunter native.Hunter
	Beam   native.Beam
	// Engine returns the SAT engine of a name for a race; nil: as it usually works, with one
	// worker.
	Engine func(name string) backends.Backend

	// Alone leaves the race out: native searches to the end, as it does for counts.
	Alone bool
	// RaceCounts has members race for counts, too, after native's budget.
	RaceCounts bool
	// NoTrial begins with the race.
	NoTrial bool

	// Racing, if not nil, is called with the names of the members when a race begins.
	Racing func(members []string)
	// Won, if not nil, is called with the name of what has the answer, before any solution comes:
	// a backend, "argument" or "formula".
	Won func(name string)

	observer func(backends.Stats)
	members  []member // nil: the usual ones
	together int      // how many members a race begins with; 0: the usual number
}

// Observed implements [adapter.Observable].
func (b Backend) Observed(report func(backends.Stats)) backends.Backend {
	b.observer = report
	return b
}

var _ interface {
	backends.Counter
	adapter.Finder
	adapter.Grouper
	adapter.Observable
} = Backend{}

// A member takes part in a race where it is of use.
type member struct {
	portfolio.Member
	// findsOnly is set if the member is left out when all solutions, or their number, are
	// requested: it may find the first at once and still take very long for all.
	findsOnly bool
	// tables is set if the member is left out when native has searched without tables.
	tables bool
	// applies, if not nil, reports whether the member takes part for a model.
	applies func(m *cover.Model) bool
}
