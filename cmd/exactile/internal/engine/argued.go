package engine

import (
	"context"
	"iter"
	"math/big"
	"time"

	"github.com/exactile/exactile/backends"
	"github.com/exactile/exactile/encode/argument"
	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/encode/puzzle"
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

// argueAfter is how long a search goes on alone.
const argueAfter = 50 * time.Millisecond

// Arguing calls search and, if it is not over at once, looks for an argument that the model of t
// has no solution. If it finds one, it ends the search and returns the argument.
func Arguing(ctx context.Context, t *puzzle.Tiling, search func(context.Context)) *argument.Argument {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	var found *argument.Argument
	ended := make(chan struct{})
	timer := time.AfterFunc(argueAfter, func() {
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

func (a Argued) report(ctx context.Context) {
	backends.Observer(ctx)(backends.Stats{Engine: ArguedName, Argument: a.Argument.Text})
}
