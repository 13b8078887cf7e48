// Package backends runs search engines on cover models and says how far their
// results can be trusted.
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

// Abilities is what a backend can do beside listing all solutions. A nil function is
// something that the backend cannot do.
type Abilities struct {
	// Count is the method of a [Counter].
	Count func(ctx context.Context, m *cover.Model) (*big.Int, error)
	// Find looks for some solutions in another way than by beginning to list them all.
	// No more than most, which is 1 or more, are needed: Find yields that many if
	// there are, and may yield more.
	Find func(ctx context.Context, m *cover.Model, most int64) iter.Seq2[cover.Solution, error]
	// Groups counts the solutions of each group, as [Groups] does, without listing them all.
	Groups func(ctx context.Context, m *cover.Model, g cover.Grouping) ([]cover.Group, error)
	// Marginals returns how many solutions contain each option, as [Marginals] does.
	Marginals func(ctx context.Context, m *cover.Model) (options []*big.Int, total *big.Int, err error)
	// Rank numbers the solutions, as [Rank] does.
	Rank func(ctx context.Context, m *cover.Model) (*native.Ranking, error)
	// WriteFormula writes the formula of m as DIMACS text, after what follows without search has
	// been fixed, and before the model is split; nothing if nothing is left to encode.
	WriteFormula func(ctx context.Context, m *cover.Model, w io.Writer) error
	// Partition divides a model by states, as [native.Searcher.Partition] does.
	Partition func(ctx context.Context, m *cover.Model, list bool, n int) (*native.Partition, native.Advice, error)
	// States returns a maker of backends of the same kind for the solutions in all the
	// given classes of a partition, with a number of nodes, 0 for any, after which they end
	// with [native.ErrBudget]. These backends share their setup for a model, as those of
	// [native.Searcher.Parts] do.
	States func(p *native.Partition) func(nodes int64, in ...native.Class) Backend
	// Budget returns a backend that ends with [native.ErrBudget] once it has taken more
	// conflicts and solutions than most.
	Budget func(most int64) Backend
	// Encoding is the name of the encoding that makes the formula, "" if there is none.
	Encoding string
	// Observable is set if the backend reports the cost of its searches to an [Observer].
	Observable bool
	// CountsOnly is set if Solutions yields only an error, which wraps
	// [ErrCountsOnly].
	CountsOnly bool
	// Approximate is set if Count may return an estimate.
	Approximate bool
}

// ErrCountsOnly is returned if a backend that only counts is asked for solutions.
var ErrCountsOnly = errors.New("it counts solutions and does not list them")
