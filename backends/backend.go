// Package backends runs search engines on cover models and reports the evidence for their results.
//
// A [Backend] lists the solutions of a model: the searchers of package native do, and SAT
// engines by package sat. Package registry finds backends by their names.
//
// On top of any backend: [First] and [Count]; counts by [Groups] and up to symmetry
// ([CountOrbits], [Representatives]); [Run], which checks every listed solution and makes a
// [Report] with a digest of the whole set. For reports: [Sum] adds those of parts,
// [Disagreements] compares those of several backends, and [Difference] names a solution
// that one of two backends has lost.
//
// The package knows nothing of puzzles and their geometry, and never prints.
//
// In this package b is a backend, m a cover model, s a solution and g a symmetry.
package backends

import (
	"context"
	"errors"
	"io"
	"iter"
	"math/big"

	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/native"
)

// A Backend lists the solutions of a model.
type Backend interface {
	// Solutions yields each solution of m once, in any order; each range over it
	// starts a new search. A listing that was cut short ends with one pair (nil,
	// err), where err is ctx.Err() if ctx ended it, within 200 ms; one that ends
	// without an error is complete. The caller owns the solutions. Solutions may be
	// called by several goroutines at once.
	Solutions(ctx context.Context, m *cover.Model) iter.Seq2[cover.Solution, error]
}

// A Counter is a Backend that can count without listing.
type Counter interface {
	Backend
	// Count returns the number of solutions of m; err is ctx.Err() if ctx ended the
	// count, within 200 ms.
	Count(ctx context.Context, m *cover.Model) (*big.Int, error)
}

// A Finder looks for some solutions in another way than by beginning to list them all.
type Finder interface {
	// Find yields most solutions if there are as many, which is 1 or more, and may yield more.
	Find(ctx context.Context, m *cover.Model, most int64) iter.Seq2[cover.Solution, error]
}

// A Grouper counts parts of the solutions without listing them all.
type Grouper interface {
	// Groups counts the solutions of each group, as the function [Groups] does.
	Groups(ctx context.Context, m *cover.Model, g cover.Grouping) ([]cover.Group, error)
	// Marginals returns how many solutions contain each option, as the function does.
	Marginals(ctx context.Context, m *cover.Model) (options []*big.Int, total *big.Int, err error)
	// Rank numbers the solutions, as the function does.
	Rank(ctx context.Context, m *cover.Model) (*native.Ranking, error)
}

// A Formulator encodes models as clauses.
type Formulator interface {
	// EncodingName is the name of the encoding of m, nil for a small model; it is "" if there is
	// none, and then there is no formula.
	EncodingName(m *cover.Model) string
	// Given says which formula of a model engines get.
	Given() Given
	// WriteFormula writes that formula of m as DIMACS text, that of the core where engines get
	// parts of it; nothing if nothing is left to encode.
	WriteFormula(ctx context.Context, m *cover.Model, w io.Writer) error
}

// Given says which formula of a model an engine gets. The core of a model is what is left once all
// that follows without search has been fixed.
type Given string

const (
	GivenParts   Given = "parts of the core"
	GivenCore    Given = "core"
	GivenReduced Given = "export"             // what exactile export writes
	GivenModel   Given = "export --no-reduce" // what it writes with that flag
)

// Exported reports whether exactile export writes the same formula.
func (g Given) Exported() bool { return g == GivenReduced || g == GivenModel }

// A StateDivider searches parts of the solutions, by states, as [native.Searcher] does.
type StateDivider interface {
	// Partition divides a model as [native.Searcher.Partition] does.
	Partition(ctx context.Context, m *cover.Model, list bool, n int) (*native.Partition, native.Advice, error)
	// States returns a maker of backends for the solutions in all the given classes of a
	// partition, which end with [native.ErrBudget] after a number of nodes, 0 for any. They
	// share their setup for a model, as those of [native.Searcher.Parts] do.
	States(p *native.Partition) func(nodes int64, in ...native.Class) Backend
}

// ErrCountsOnly is returned if solutions are requested from a backend that only counts.
var ErrCountsOnly = errors.New("it counts solutions and does not list them")
