// Package backends runs search engines on cover models and reports the evidence for their results.
//
// A [Backend] lists the solutions of a model: the searchers of package native do, and SAT
// engines by package sat. Package registry finds backends by their names, package auto decides what
// runs when none is named, and package adapter is for those who write one.
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
	"iter"
	"math/big"

	"github.com/exactile/exactile/encode/cover"
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

// ErrCountsOnly is returned if solutions are requested from a backend that only counts.
var ErrCountsOnly = errors.New("it counts solutions and does not list them")
