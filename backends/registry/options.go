// Package registry finds backends by their names on the command line and in reports
// ([Lookup]): the searchers of package native, SAT engines with their encodings, outside
// programs, and what package auto chooses among them.
//
// A new engine is an adapter and a line in the table of package internal/engines.
package registry

import (
	"github.com/exactile/exactile/backends"
	"github.com/exactile/exactile/backends/adapter"
	"github.com/exactile/exactile/backends/internal/process"
	"github.com/exactile/exactile/backends/sat"
	"github.com/exactile/exactile/internal/contain"
	"github.com/exactile/exactile/native"
)

// Options are the ways in which backends can work. Only LexLeader changes which solutions are
// found, and only Enumerate changes their order. The zero Options are the usual ones.
type Options struct {
	// Workers is how many goroutines a search uses, each with an engine of its own
	// if there are engines; 0 is one.
	Workers int
	// Enumerate is how SAT engines list all solutions. With sat.Whole, NoReduce keeps options that
	// can be in no solution in their formula.
	Enumerate sat.Enumeration
	NoReduce  bool
	// Memory is about how many bytes the tables of a search may take, or outside programs
	// together; 0 is the default of the search for the machine, and three quarters of its memory
	// for programs.
	Memory int64
	// Monitor, if not nil, shows how far the searches have come.
	Monitor *adapter.Monitor
	// NoSymmetry leaves the model's symmetries unused.
	NoSymmetry bool
	// LexLeader makes SAT engines find only one solution of each orbit; see sat.Backend.
	LexLeader bool
	// Native is the search native as far as the caller fixes it, see [native.Searcher.Forced].
	Native native.Searcher
	// Isolate, if not nil, returns the backend that takes the place of a SAT engine which could end
	// the process, panic, or use too much memory: one that searches in another process.
	Isolate func(sat.Backend) backends.Backend
	// Proofs is how the proofs of engines that write them are treated. With
	// sat.InsistOnProofs, Lookup finds only backends that write proofs.
	Proofs sat.Proofs
	// Profiles are the known outside programs; nil are those that are part of exactile.
	Profiles *Profiles
}

// Known returns the outside programs that are known. [Profiles.With] adds others.
func (o Options) Known() Profiles {
	if o.Profiles == nil {
		return process.Builtin()
	}
	return *o.Profiles
}

// meter is for the searchers of package native; nil if no one looks.
func (o Options) meter() *native.Meter {
	if o.Monitor == nil {
		return nil
	}
	return &o.Monitor.Search
}

// childMemory is how many bytes each of the processes of a search may use: its
// share of Memory, or of most of the machine's memory.
func (o Options) childMemory() int64 {
	memory := o.Memory
	if memory <= 0 {
		memory = contain.MachineMemory() / 4 * 3
	}
	return memory / int64(max(1, o.Workers))
}

// Trusts reports whether the answers of engines are accepted without proofs.
func (o Options) Trusts() bool { return o.Proofs == sat.Trust }

type (
	// Profiles are the outside programs that are known, by name.
	Profiles = process.Profiles
	// A Profile is how an outside program is called and what its answers mean.
	Profile = process.Profile
)
