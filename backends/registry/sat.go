package registry

import (
	"context"
	"fmt"
	"io"
	"slices"

	"github.com/exactile/exactile/backends/internal/engines"
	"github.com/exactile/exactile/backends/internal/isolate"
	"github.com/exactile/exactile/backends/sat"
	"github.com/exactile/exactile/internal/contain"
)

// satBackend returns a backend of SAT engines that works as o says, still without an engine.
func satBackend(name string, o Options) sat.Backend {
	return sat.Backend{
		Name: name, Enumerate: o.Enumerate, NoReduce: o.NoReduce, Workers: o.Workers,
		Monitor: o.Monitor, Proofs: o.Proofs, NoSymmetry: o.NoSymmetry, LexLeader: o.LexLeader,
	}
}

// engineBackend returns satBackend with the source of its engines where they are isolated.
func engineBackend(name string, e engines.Engine, o Options) sat.Backend {
	b := satBackend(name, o)
	b.Open = isolated(e, o)
	return b
}

// isolated returns the source of a search's engines, each in a process of its own, or
// nil if engines are not isolated.
func isolated(
	e engines.Engine, o Options,
) func(context.Context) (func() sat.Engine, func() contain.Usage) {
	if len(o.Isolate) == 0 || e.Lists { // a list would come back model by model
		return nil
	}
	command := append(slices.Clip(o.Isolate), e.Name)
	return func(ctx context.Context) (func() sat.Engine, func() contain.Usage) {
		pool := isolate.NewPool(ctx, e.Name, command, o.childMemory())
		pool.Proves, pool.Unrequested = e.Proves, o.Proofs == sat.Trust
		return func() sat.Engine { return isolate.NewEngine(pool) }, pool.Close
	}
}

// ServeEngine is run by the processes of Options.Isolate: it serves the engine
// of that name in the table on r and w, until r ends.
func ServeEngine(name string, r io.Reader, w io.Writer) error {
	e, ok := engines.Of(name)
	if !ok {
		return fmt.Errorf("no engine is called %q", name)
	}
	return isolate.Serve(func() isolate.Solver { return e.New() }, r, w)
}
