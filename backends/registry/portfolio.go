package registry

import (
	"context"
	"errors"
	"iter"

	"github.com/exactile/exactile/backends"
	"github.com/exactile/exactile/backends/internal/portfolio"
	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/native"
)

// Announced returns b. If b is a portfolio, racing is called with the names of the members
// when a race begins, and won, if not nil, with the name of the member that has won, or of
// the search before the race, before any solution comes.
func Announced(
	b backends.Backend, racing func(members []string), won func(name string),
) backends.Backend {
	if p, ok := b.(portfolio.Backend); ok {
		p.Racing, p.Won = racing, won
		return p
	}
	return b
}

// Portfolio returns the backend that is called portfolio. Its fields may be changed before
// its first use: to omit the trial, or members.
//
// Native and gini come first because most puzzles suit one of them. The beam and the
// hunter use other prices and orders than before the race, for the largest boards.
// Counting finds at once that some boards cannot be filled, where nothing else does. And
// gophersat, with another encoding, makes another search.
func Portfolio(o Options) portfolio.Backend {
	one := o
	one.Workers = 1 // each member has a core, and others have the rest
	quiet := one
	quiet.Monitor = nil // it must show only one search
	return portfolio.Backend{
		Native: fast(o),
		Hunter: hunter(o, 0),
		Beam:   beam(o, 0),
		Members: []portfolio.Member{
			{Name: "native", Backend: fast(one)},
			{Name: "gini", Backend: defaultEngine("gini", quiet), Favourite: true},
			{Name: "native/beam", Backend: beam(quiet, 1), FindsOnly: true, Applies: native.Beam{}.Applies},
			{Name: "native/hunter", Backend: hunter(quiet, 1), FindsOnly: true},
			{Name: "native by counting", Backend: countRefuter{fast(quiet)}, Tables: true},
			{Name: "gophersat", Backend: defaultEngine("gophersat", quiet)},
		},
	}
}

// defaultEngine returns the backend of an engine of the table with its usual encoding.
func defaultEngine(name string, o Options) backends.Backend {
	e, _ := engineOf(name)
	b, err := e.backend(name, "", o)
	if err != nil {
		panic(err) // the names above are in the tables
	}
	return b
}

// A countRefuter counts, and can show only that there is no solution.
type countRefuter struct{ counter backends.Backend }

// Observed implements [backends.Observable].
func (r countRefuter) Observed(report func(backends.Stats)) backends.Backend {
	return countRefuter{backends.Observed(r.counter, report)}
}

var errNotRefuted = errors.New("there are solutions, but a count does not say which")

func (r countRefuter) Solutions(ctx context.Context, m *cover.Model) iter.Seq2[cover.Solution, error] {
	return func(yield func(cover.Solution, error) bool) {
		n, err := backends.Count(ctx, r.counter, m)
		if err == nil && n.Sign() > 0 {
			err = errNotRefuted
		}
		if err != nil {
			yield(nil, err)
		}
	}
}
