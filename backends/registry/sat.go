package registry

import (
	"github.com/exactile/exactile/backends"
	"github.com/exactile/exactile/backends/internal/engines"
	"github.com/exactile/exactile/backends/sat"
)

// satBackend returns a backend of SAT engines that works as o says, still without an engine.
func satBackend(name string, o Options) sat.Backend {
	return sat.Backend{
		Name: name, Enumerate: o.Enumerate, NoReduce: o.NoReduce, Workers: o.Workers,
		Monitor: o.Monitor, Proofs: o.Proofs, NoSymmetry: o.NoSymmetry, LexLeader: o.LexLeader,
	}
}

// engineBackend returns the backend of an engine with an encoding, "" for its default, or what
// takes its place.
func engineBackend(
	name string, e engines.Row, encoding string, o Options,
) (backends.Backend, error) {
	b, err := e.Backend(satBackend(name, o), encoding)
	if err != nil {
		return nil, err
	}
	if o.Isolate != nil && !e.Lists { // allsat is ours, and lists faster than another process sends
		return o.Isolate(b), nil
	}
	return b, nil
}
