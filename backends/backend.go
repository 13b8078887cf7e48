// Package backends runs search engines on cover models and says how far their
// results can be trusted.
//
// A [Backend] lists the solutions of a model. There are two kinds: the searchers
// of package native, and [SAT], which encodes the model and asks a SAT engine
// for one model after the other; a new engine is an adapter of three methods
// ([Engine]) and a line in the table of names. [Lookup] finds a backend by the
// name it has on the command line and in reports.
//
// On top of any backend, whatever its kind: [First] and [Count]; counts up to
// symmetry ([CountOrbits], [Representatives]); [Run], which checks every listed
// solution and makes a [Report] with a digest of the whole set; and what reports
// are for: [Merge] adds those of shards, [Disagreements] compares those of
// several backends, [Difference] names a solution that one of two has lost.
//
// The package knows nothing of puzzles and their geometry, and never prints.
//
// In this package b is a backend, m a cover model, s a solution, e an engine, f a
// formula and g a symmetry.
package backends

import (
	"context"
	"errors"
	"fmt"
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

// An Observable is a Backend that can tell what its searches cost.
type Observable interface {
	Backend
	// Observed returns a backend that does the same and calls report once at the
	// end of every search, however it ended, from the goroutine that ran it. It is a
	// Counter if and only if the original is.
	Observed(report func(Stats)) Backend
}

// CountingOnly is a Counter that may not be able to list.
type CountingOnly interface {
	Counter
	// CountsOnly reports whether it is not: its Solutions then yields an error that
	// wraps ErrCountsOnly.
	CountsOnly() bool
}

// ErrCountsOnly is that solutions are wanted from a backend that only counts them.
var ErrCountsOnly = errors.New("it counts solutions and does not list them")

// Approximating is a Counter whose counts may be estimates.
type Approximating interface {
	Counter
	// Approximate reports whether they are.
	Approximate() bool
}

// CountsOnly reports whether b can count solutions, but not list them.
func CountsOnly(b Backend) bool {
	c, ok := b.(CountingOnly)
	return ok && c.CountsOnly()
}

// Approximates reports whether counts by b are estimates.
func Approximates(b Backend) bool {
	c, ok := b.(Approximating)
	return ok && c.Approximate()
}

// A Finder is a Backend that finds some solutions in another way than by beginning
// to list them all.
type Finder interface {
	Backend
	// Find is Solutions of which at most so many are wanted, one or more: it yields
	// that many if there are, and may yield more. It may find others than Solutions
	// does first.
	Find(ctx context.Context, m *cover.Model, most int64) iter.Seq2[cover.Solution, error]
}

// Wanted yields the solutions of m of which at most so many are wanted, 0 for all:
// those of Solutions, or where not all are wanted and b is a Finder, of Find. It is
// for the caller to stop.
func Wanted(ctx context.Context, b Backend, m *cover.Model, most int64) iter.Seq2[cover.Solution, error] {
	if f, ok := b.(Finder); ok && most > 0 {
		return f.Find(ctx, m, most)
	}
	return b.Solutions(ctx, m)
}

// First returns a solution of m, the one that b finds first, and whether there is
// any. It has passed m.Check.
func First(ctx context.Context, b Backend, m *cover.Model) (s cover.Solution, ok bool, err error) {
	for s, err := range Checked(m, Wanted(ctx, b, m, 1)) {
		return s, err == nil, err
	}
	return nil, false, nil
}

// Count returns the number of solutions of m: by counting where b can, else by
// listing and checking them all. On an error it returns nil.
func Count(ctx context.Context, b Backend, m *cover.Model) (*big.Int, error) {
	if c, ok := b.(Counter); ok {
		return c.Count(ctx, m)
	}
	n := int64(0)
	for _, err := range Checked(m, b.Solutions(ctx, m)) {
		if err != nil {
			return nil, err
		}
		n++
	}
	return big.NewInt(n), nil
}

// Checked passes on the solutions of m that solutions yields, as long as they
// are solutions: the first that fails m.Check ends the sequence with an error.
func Checked(m *cover.Model, solutions iter.Seq2[cover.Solution, error]) iter.Seq2[cover.Solution, error] {
	return func(yield func(cover.Solution, error) bool) {
		for s, err := range solutions {
			if err == nil {
				if wrong := m.Check(s); wrong != nil {
					s, err = nil, fmt.Errorf("backends: not a solution: %w", wrong)
				}
			}
			if !yield(s, err) || err != nil {
				return
			}
		}
	}
}
