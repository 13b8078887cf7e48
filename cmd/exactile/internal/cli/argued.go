package cli

import (
	"context"
	"iter"
	"math/big"
	"time"

	"github.com/exactile/exactile/backends"
	"github.com/exactile/exactile/backends/registry"
	"github.com/exactile/exactile/encode/argument"
	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/encode/puzzle"
)

// ArgumentBackend answers in place of a backend for a model that an argument refutes.
type ArgumentBackend struct {
	Argument *argument.Argument
	report   func(backends.Stats) // may be nil
}

// ArgumentEngine is its name as an engine.
const ArgumentEngine = "argument"

// Observed implements [backends.Observable].
func (a ArgumentBackend) Observed(report func(backends.Stats)) backends.Backend {
	return ArgumentBackend{a.Argument, report}
}

// Count implements [backends.Counter].
func (a ArgumentBackend) Count(ctx context.Context, _ *cover.Model) (*big.Int, error) {
	a.end()
	return new(big.Int), ctx.Err()
}

// Solutions yields none.
func (a ArgumentBackend) Solutions(context.Context, *cover.Model) iter.Seq2[cover.Solution, error] {
	return func(func(cover.Solution, error) bool) { a.end() }
}

// argumentDelay is how long a search continues alone.
const argumentDelay = 50 * time.Millisecond

// SearchWithArgument calls search and, if it is not over at once, looks for an argument that the model of t
// has no solution. If it finds one, it ends the search and returns the argument.
func SearchWithArgument(ctx context.Context, t *puzzle.Tiling, search func(context.Context)) *argument.Argument {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	var found *argument.Argument
	ended := make(chan struct{})
	timer := time.AfterFunc(argumentDelay, func() {
		defer close(ended)
		// The only error is that of ctx.
		if found, _ = argument.Find(ctx, t.Model, t.Colourings()...); found != nil {
			cancel()
		}
	})
	search(ctx)
	cancel()
	if !timer.Stop() {
		<-ended
	}
	return found
}

func (a ArgumentBackend) end() {
	if a.report != nil {
		a.report(backends.Stats{Engine: ArgumentEngine, Argument: a.Argument.Text})
	}
}

// FormulaName is a formula's name as an engine.
const FormulaName = "formula"

// fewItems is the size of models that a search counts as fast as a formula.
const fewItems = 128

// A FormulaCounter counts by a formula the models to which one applies, and all others by the
// backend.
type FormulaCounter struct {
	backends.Backend
	report func(backends.Stats) // may be nil
}

// Observed implements [backends.Observable].
func (f FormulaCounter) Observed(report func(backends.Stats)) backends.Backend {
	return FormulaCounter{backends.Observed(f.Backend, report), report}
}

// Count implements [backends.Counter].
func (f FormulaCounter) Count(ctx context.Context, m *cover.Model) (*big.Int, error) {
	if len(m.Items) > fewItems {
		if n, ok, err := registry.CountByFormula(ctx, m); ok {
			if f.report != nil {
				f.report(backends.Stats{Engine: FormulaName, Formula: true})
			}
			return n, err
		}
	}
	return backends.Count(ctx, f.Backend, m)
}
