package engine

import (
	"context"
	"iter"
	"math/big"

	"github.com/exactile/exactile/backends"
	"github.com/exactile/exactile/encode/argument"
	"github.com/exactile/exactile/encode/cover"
)

// Argued answers in place of a backend for a model that an argument refutes.
type Argued struct{ Argument *argument.Argument }

// ArguedName is its name as an engine.
const ArguedName = "argument"

// Abilities is the result of [backends.AbilitiesOf].
func (a Argued) Abilities() backends.Abilities {
	return backends.Abilities{
		Observable: true,
		Count: func(ctx context.Context, _ *cover.Model) (*big.Int, error) {
			a.report(ctx)
			return new(big.Int), ctx.Err()
		},
	}
}

// Solutions yields none.
func (a Argued) Solutions(ctx context.Context, _ *cover.Model) iter.Seq2[cover.Solution, error] {
	return func(func(cover.Solution, error) bool) { a.report(ctx) }
}

func (a Argued) report(ctx context.Context) {
	backends.Observer(ctx)(backends.Stats{Engine: ArguedName, Argument: a.Argument.Text})
}
