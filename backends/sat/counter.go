package sat

import (
	"context"
	"fmt"
	"io"
	"iter"
	"math/big"

	"github.com/exactile/exactile/backends"
	"github.com/exactile/exactile/backends/adapter"
	"github.com/exactile/exactile/encode"
	"github.com/exactile/exactile/encode/cnf"
	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/internal/await"
)

// A CountingEngine counts the models of its clauses.
type CountingEngine interface {
	// Add is the method of Engine.
	Add(clause ...cnf.Lit)
	// Reserve makes the variables up to vars part of the formula, in a clause or not:
	// a variable in no clause doubles the count.
	Reserve(vars int)
	// Count returns how many models there are, projected on the variables of show,
	// which are positive literals. An engine without projection may ignore show.
	Count(ctx context.Context, show []cnf.Lit) (*big.Int, error)
}

// Counter counts solutions as the models of the encoded cover. It lists none,
// so none is checked: its counts are as reliable as its engine.
//
// The formula has one model a solution, with and without projection: an encoding
// that leaves auxiliary variables free is an error.
type Counter struct {
	// Name is the backend's name in the registry, for errors.
	Name string
	// New makes an engine without clauses.
	New func() CountingEngine
	// Encoding encodes the bounds as clauses.
	Encoding encode.Encoding
	// Enumerate is Whole for the formula that exactile export writes, with NoReduce as for Backend.
	// Otherwise the engine gets the core.
	Enumerate Enumeration
	NoReduce  bool
	// Estimates is set if counts are estimates.
	Estimates bool

	report func(backends.Stats) // may be nil
}

// CountsOnly returns true.
func (c Counter) CountsOnly() bool { return true }

// Approximate reports whether counts are estimates.
func (c Counter) Approximate() bool { return c.Estimates }

// Observed implements [adapter.Observable].
func (c Counter) Observed(report func(backends.Stats)) backends.Backend {
	c.report = report
	return c
}

// EncodingName is a method of [adapter.Formulator].
func (c Counter) EncodingName(*cover.Model) string { return c.Encoding.Name }

// WriteFormula is a method of [adapter.Formulator].
func (c Counter) WriteFormula(ctx context.Context, m *cover.Model, w io.Writer) error {
	return writeFormula(ctx, c.Encoding, c.Given(), m, w)
}

// Given is a method of [adapter.Formulator].
func (c Counter) Given() adapter.Given {
	if c.Enumerate == Whole {
		return Whole.given(false, c.NoReduce)
	}
	return adapter.GivenCore
}

// Solutions yields an error: a counter has no solutions to show.
func (c Counter) Solutions(context.Context, *cover.Model) iter.Seq2[cover.Solution, error] {
	return func(yield func(cover.Solution, error) bool) {
		yield(nil, fmt.Errorf("%s: %w", c.Name, backends.ErrCountsOnly))
	}
}

// Count implements [backends.Counter].
func (c Counter) Count(ctx context.Context, m *cover.Model) (*big.Int, error) {
	stats := backends.Stats{Searched: true} // what is fixed before the engine is queried
	if c.report != nil {
		defer func() { c.report(stats) }()
	}
	n, err := c.count(ctx, m, &stats)
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case err != nil:
		return nil, fmt.Errorf("%s: %w", c.Name, err)
	}
	return n, nil
}

func (c Counter) count(
	ctx context.Context, m *cover.Model, stats *backends.Stats,
) (*big.Int, error) {
	if c.Encoding.FreeAux {
		return nil, fmt.Errorf("encoding %s leaves variables free, which a counter would count",
			c.Encoding.Name)
	}
	p, err := await.Value(ctx, func() (subproblem, error) {
		return subproblemOf(m, c.Given()), nil
	})
	switch {
	case err != nil:
		return nil, err
	case p.impossible:
		return new(big.Int), nil
	case len(p.model.Options) == 0 && !p.exported:
		return big.NewInt(1), nil
	}
	f, err := await.Value(ctx, func() (*formula, error) { return newFormula(p.model, c.Encoding) })
	if err != nil {
		return nil, err
	}
	stats.AddFormula(f.NumVars(), f.Size().Clauses)
	engine := c.New()
	stats.Trusted = true
	defer charge(stats, engine)
	if err := f.load(ctx, engine); err != nil {
		return nil, err
	}
	show := make([]cnf.Lit, f.NumOptions())
	for o := range show {
		show[o] = cnf.Lit(o + 1)
	}
	return engine.Count(ctx, show)
}
