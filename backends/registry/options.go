// Package registry finds backends by the names that they have on the command line and in
// reports ([Lookup]): the searchers of package native, SAT engines with their encodings,
// outside programs, and the portfolio that races some of them.
//
// A new engine is an adapter and a line in the table of engines.
package registry

import (
	"github.com/exactile/exactile/backends"
	"github.com/exactile/exactile/backends/process"
	"github.com/exactile/exactile/backends/sat"
	"github.com/exactile/exactile/internal/contain"
	"github.com/exactile/exactile/native"
)

// Options say how backends work, where they have a choice; none of them but Leaders changes
// what is found, and only Blocking changes in which order. The zero Options are
// the usual ones.
type Options struct {
	// Workers is how many goroutines, each with an engine of its own where there are
	// engines, a search uses; 0 is one.
	Workers int
	// Blocking has SAT engines list all solutions of the whole model, without splitting it.
	Blocking bool
	// Memory is about how many bytes the tables of a search may take, or the processes
	// of isolated engines and outside programs together; 0 is what the search thinks
	// right for the machine, and three quarters of its memory for processes.
	Memory int64
	// Monitor, if not nil, shows how far the searches have come.
	Monitor *backends.Monitor
	// NoSymmetry lets searches make no use of the model's symmetries.
	NoSymmetry bool
	// Leaders has SAT engines find one solution of each orbit alone; see sat.Backend.
	Leaders bool
	// Native is what the search of that name does not choose by itself.
	Native native.Choice
	// Isolate, if not empty, is a program and its arguments that run ServeEngine with
	// the name of an engine, which comes last: SAT engines then run in such processes.
	// One that ends its process, panics, or uses too much memory is an error then,
	// and nothing worse.
	Isolate []string
	// Proofs says what becomes of the proofs of engines that write them. With
	// sat.InsistOnProofs, Lookup knows only backends that do.
	Proofs sat.Proofs
	// Profiles are the outside programs that are known; nil is process.Builtin.
	Profiles *process.Profiles
}

// profiles returns the outside programs that are known.
func (o Options) profiles() process.Profiles {
	if o.Profiles == nil {
		return process.Builtin()
	}
	return *o.Profiles
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
