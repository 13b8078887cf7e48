// Package sat lists and counts the solutions of a cover model by SAT engines: it encodes
// the model and queries an engine for one model of the clauses after the other.
//
// [Backend] is the only loop of this kind; a new engine is an adapter of three methods
// ([Engine]). [Counter] queries an engine that counts models instead. Package registry
// finds both by their names.
//
// In this package b is a backend, m a cover model, c a core, s a solution, e an
// enumerator, f a formula.
package sat

import (
	"github.com/exactile/exactile/backends"
	"github.com/exactile/exactile/backends/adapter"
	"github.com/exactile/exactile/encode"
)

// Backend lists solutions by querying an engine for a model of the encoded
// cover, excluding it by a clause, and querying again until none is left. It is
// the only such loop: engines differ in their adapters alone.
//
// How much of the model the engine gets, and in how many parts, is its Enumerate. Answers of the
// engine are not trusted: each solution is checked against the original model, and a
// repeated one is an error, so that an engine that ignores clauses is detected
// instead of running for ever. An engine that stops too early is detected if it
// proves its answer ([ProvingEngine]), otherwise only by a comparison of backends.
//
// Solutions come in the same order every time, for any number of workers, if the
// engine is deterministic.
type Backend struct {
	// Name is the backend's name in the registry, for errors.
	Name string
	// New makes an engine without clauses.
	New func() Engine
	// Encoding encodes the bounds as clauses. The zero Encoding passes them to
	// the engine directly, which must then be a CardinalityEngine.
	Encoding encode.Encoding
	// Large replaces Encoding for models of more than some thousand options; the zero Encoding
	// replaces none.
	Large encode.Encoding
	// Lists is set if the engines have a method Show(shown int) that makes Models project on the
	// first variables. They list the formula of the model as it is, unless Enumerate is Cubes,
	// where the model is split once at most, by its symmetries, or Whole.
	Lists bool
	// ListsAlone is set if the engines list models themselves, without queries for one after the
	// other ([ListingEngine]). The model is then split into larger parts.
	ListsAlone bool
	// Enumerate is how all solutions are listed.
	Enumerate Enumeration
	// NoReduce keeps options that can be in no solution in the formula of Whole, as
	// exactile export --no-reduce does.
	NoReduce bool
	// NoSymmetry leaves the symmetries of models unused. Otherwise only solutions with one
	// option of each orbit are searched for, for the item with the fewest orbits, and their
	// images are listed after them. Only Cubes use symmetries.
	NoSymmetry bool
	// LexLeader adds clauses to every formula that keep one solution of each orbit under the
	// symmetries of the model, the one that [backends.Representatives] keeps, so that no
	// other is found.
	LexLeader bool
	// Proofs is how the proofs of engines that write them are treated.
	Proofs Proofs
	// Workers is how many engines run at once, on parts of the model; 0 is one.
	Workers int
	// Monitor, if not nil, shows how far searches have come.
	Monitor *adapter.Monitor
	// Open, if not nil, is called at the start of each search: newEngine then
	// replaces New, and end is called when the search is over.
	Open func() (newEngine func() Engine, end func())

	grain  int                  // for tests: the limits of a cube
	budget int64                // of conflicts and solutions; 0: none
	report func(backends.Stats) // may be nil
}

// Within returns a backend that uses one engine at a time, and ends with [native.ErrBudget] once
// it has taken more conflicts and solutions than most.
func (b Backend) Within(most int64) backends.Backend {
	b.budget, b.Workers, b.Enumerate = most, 1, Auto
	return b
}

// Enumeration is how SAT engines list all solutions.
type Enumeration int

const (
	// Auto is Cubes, except for engines that list by a search of their own: they get the formula
	// of the model as it is, so that no fault of a reduction can lose a solution.
	Auto Enumeration = iota
	// Cubes splits the core of the model into parts until a part is small or has few solutions.
	// Each part has an engine of its own: the time of blocking grows faster than the number of
	// solutions.
	Cubes
	// Blocking gives the core of the model to one engine.
	Blocking
	// Whole gives one engine the formula that exactile export writes of the model. Nothing else is
	// done before or beside the loop: no core, no parts, no symmetry.
	Whole
)

// given says which formula engines get: lists is set if they list by a search of their own.
func (e Enumeration) given(lists, noReduce bool) adapter.Given {
	switch {
	case lists && e != Cubes && e != Whole, e == Whole && noReduce:
		return adapter.GivenModel
	case e == Whole:
		return adapter.GivenReduced
	case e == Blocking:
		return adapter.GivenCore
	}
	return adapter.GivenParts
}

// Given is a method of [adapter.Formulator].
func (b Backend) Given() adapter.Given { return b.Enumerate.given(b.Lists, b.NoReduce) }

// Proofs is how the proofs of engines that write them are treated.
type Proofs int

const (
	// CheckProofs checks the proofs of engines that are able to write them. A proof that
	// does not show what it should, or that cannot be checked, is an error. The answers of
	// other engines are accepted without one.
	CheckProofs Proofs = iota
	// Trust requests no proofs: all answers are accepted without one.
	Trust
	// InsistOnProofs is CheckProofs, but accepts no answer without a proof.
	InsistOnProofs
)
