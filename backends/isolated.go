package backends

import (
	"context"
	"fmt"
	"io"
	"slices"

	"github.com/exactile/exactile/backends/contain"
	"github.com/exactile/exactile/backends/isolate"
)

// engineSource makes the engines of one search.
type engineSource interface {
	// engine returns an engine without clauses; Close, if it has that, gives back what
	// it holds.
	engine() Engine
	// end ends the search and returns what its processes used.
	end() contain.Usage
}

// isolated is a source of engines that run in processes of their own.
type isolated struct {
	pool   *isolate.Pool
	silent bool // its engines count no conflicts
}

func (s isolated) engine() Engine {
	e := s.pool.Engine()
	e.Silent = s.silent
	return e
}

func (s isolated) end() contain.Usage { return s.pool.Close() }

// isolation returns how a search opens its source for the engine of that name, or
// nil if engines are not to be isolated.
func (o Options) isolation(engine string) func(context.Context) engineSource {
	if len(o.Isolate) == 0 {
		return nil
	}
	command := append(slices.Clip(o.Isolate), engine)
	silent := slices.ContainsFunc(engines, func(e engineEntry) bool {
		_, counts := e.new().(conflicted)
		return e.name == engine && !counts
	})
	return func(ctx context.Context) engineSource {
		return isolated{isolate.NewPool(ctx, engine, command, o.childMemory()), silent}
	}
}

// childMemory is how many bytes each of the processes of a search may use: of
// those that it may have together, or of most of the machine's memory, its part.
func (o Options) childMemory() int64 {
	memory := o.Memory
	if memory <= 0 {
		memory = contain.MachineMemory() / 4 * 3
	}
	return memory / int64(max(1, o.Workers))
}

// search is run with the engines that its backend asks for.
func (e *enumerator) search(ctx context.Context, look func(*enumerator, context.Context, core) error) error {
	if e.open == nil {
		return e.run(ctx, look)
	}
	source := e.open(ctx)
	defer func() { e.stats.used(source.end()) }()
	e.New = source.engine
	return e.run(ctx, look)
}

// ServeEngine is what a process runs that Options.Isolate names: it serves the
// engine of that name in the table on r and w, until r ends.
func ServeEngine(name string, r io.Reader, w io.Writer) error {
	for _, e := range engines {
		if e.name == name {
			return isolate.Serve(name, func() isolate.Solver { return e.new() }, r, w)
		}
	}
	return fmt.Errorf("no engine is called %q", name)
}
