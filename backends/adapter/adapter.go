// Package adapter is for those who write a backend: what it may be able to do beyond listing, and
// how it shows how far it has come. Who only uses backends needs package backends alone, whose
// functions find out what a backend can do.
//
// Beside the interfaces here, a backend that only counts says so by a method CountsOnly, and one
// whose counts may be estimates by a method Approximate; see [backends.CountsOnly] and
// [backends.Approximate].
//
// In this package b is a backend, m a cover model and s a solution.
package adapter

import (
	"context"
	"io"
	"iter"
	"math/big"

	"github.com/exactile/exactile/backends"
	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/native"
)

// A Finder looks for some solutions in another way than by beginning to list them all.
type Finder interface {
	// Find yields most solutions if there are as many, which is 1 or more, and may yield more.
	Find(ctx context.Context, m *cover.Model, most int64) iter.Seq2[cover.Solution, error]
}

// A Grouper counts parts of the solutions without listing them all.
type Grouper interface {
	// Groups counts the solutions of each group, as [backends.Groups] does.
	Groups(ctx context.Context, m *cover.Model, g cover.Grouping) ([]cover.Group, error)
	// Marginals returns how many solutions contain each option, as the function of that name does.
	Marginals(ctx context.Context, m *cover.Model) (options []*big.Int, total *big.Int, err error)
	// Rank numbers the solutions, as the function of that name does.
	Rank(ctx context.Context, m *cover.Model) (*native.Ranking, error)
}

// An Observable backend reports what its searches cost.
type Observable interface {
	// Observed returns the same backend, which calls report once at the end of every search,
	// however it ended, from the goroutine that ran it.
	Observed(report func(backends.Stats)) backends.Backend
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
