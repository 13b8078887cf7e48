// Package sat lists and counts the solutions of a cover model by SAT engines: it encodes
// the model and asks an engine for one model of the clauses after the other.
//
// [Backend] is the only loop of this kind; a new engine is an adapter of three methods
// ([Engine]). [Counter] asks an engine that counts models instead. Package registry knows
// both by their names.
//
// In this package b is a backend, m a cover model, c a core, s a solution, e an
// enumerator, f a formula.
package sat

import (
	"context"
	"fmt"
	"iter"
	"math"

	"github.com/exactile/exactile/backends"
	"github.com/exactile/exactile/encode"
	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/internal/await"
	"github.com/exactile/exactile/internal/contain"
	"github.com/exactile/exactile/native"
)

// Backend lists solutions by asking an engine for a model of the encoded cover,
// excluding it by a clause, and asking again until there is none left. It is the
// only such loop: engines differ in their adapters alone.
//
// What is decided without search is decided before anything is encoded. What the
// engine answers is not trusted: each solution is checked against the model as it
// was given, and one that was listed before is an error, so that an engine that
// ignores clauses is found out instead of running for ever. An engine that stops too
// early is found out if it proves what it says ([ProvingEngine]); of another only
// comparing backends tells.
//
// Solutions come in the same order every time, whatever the number of workers, if
// the engine is deterministic.
type Backend struct {
	// Name is what errors call the backend, its name in the registry.
	Name string
	// New makes an engine without clauses.
	New func() Engine
	// Encoding makes clauses of the bounds. The zero Encoding hands them to the
	// engine as they are; it must then be a CardinalityEngine.
	Encoding encode.Encoding
	// Blocking has one engine list all solutions of the whole model. Otherwise the model
	// is split into parts until a part is small or has few solutions, and each part has an
	// engine of its own: the time of blocking grows faster than the number of solutions.
	Blocking bool
	// NoSymmetry leaves the symmetries of models unused. Otherwise only solutions with one
	// option of each orbit are looked for, of the item of which that leaves least, and their
	// images listed after them. Blocking uses none.
	NoSymmetry bool
	// Leaders adds clauses to every formula that leave one solution of each orbit under the
	// symmetries of the model, the one that [backends.Representatives] keeps, so that no
	// other is found.
	Leaders bool
	// Proofs says what becomes of the proofs of engines that write them.
	Proofs Proofs
	// Workers is how many engines run at once, on parts of the model; 0 is one.
	Workers int
	// Monitor, if not nil, shows how far searches have come.
	Monitor *backends.Monitor
	// Open, if not nil, is called at the start of each search: the function that it
	// returns then takes the place of New, and end is called when the search is over.
	Open func(context.Context) (newEngine func() Engine, end func() contain.Usage)

	grain  int     // for tests: the limits of a cube
	within classes // nil: all solutions
	budget int64   // of conflicts and solutions; 0: none
}

// Abilities says what [backends.AbilitiesOf] returns.
func (b Backend) Abilities() backends.Abilities {
	a := encoded(b.Encoding)
	a.Find, a.Observable = b.find, true
	a.Cubes = func(budget int64, in ...native.Class) backends.Backend { return b.Within(budget, in...) }
	return a
}

// Within returns a backend for the solutions that are in all of some classes, told by the
// paths of cubes: a cut k is those that k+2 choices lead to. It works with one engine at a
// time, and gives up with [native.ErrBudget] once that takes more conflicts and solutions
// than the budget, if that is not 0.
func (b Backend) Within(budget int64, in ...native.Class) Backend {
	b.within, b.budget, b.Workers, b.Blocking = in, budget, 1, false
	return b
}

// Solutions implements Backend. If ctx ends while a large model is being
// prepared, a goroutine that finishes that is left behind.
func (b Backend) Solutions(ctx context.Context, m *cover.Model) iter.Seq2[cover.Solution, error] {
	return b.solutions(ctx, m, false)
}

// find yields solutions of which at most so many are wanted.
func (b Backend) find(
	ctx context.Context, m *cover.Model, most int64,
) iter.Seq2[cover.Solution, error] {
	return b.solutions(ctx, m, most == 1 && b.within == nil)
}

// wholeOptions is from how many options on a single solution is sought in the
// whole model and not in one cube after the other. On boards of pentominoes,
// many of each kind, both take as long at about this size; with three times as
// many options cubes take three times as long, and with ten times as many, twenty.
const wholeOptions = 3000

// solutions yields the solutions of m, of which a single one may be enough.
func (b Backend) solutions(
	ctx context.Context, m *cover.Model, single bool,
) iter.Seq2[cover.Solution, error] {
	return func(yield func(cover.Solution, error) bool) {
		l := &splitter{enumerator{setup: setup{Backend: b, model: m}}}
		// What classes are told by knows no symmetry.
		if !b.Leaders && !b.NoSymmetry && b.within == nil {
			l.sym = m.Sym
		}
		if l.Monitor == nil {
			l.Monitor = new(backends.Monitor) // that nobody looks at
		}
		l.Monitor.SetDone(0)
		enough := false
		l.yield = func(s cover.Solution) bool {
			l.Monitor.Add(1, 0)
			enough = !yield(s, nil)
			return !enough
		}
		l.stats.Searched = true // what is decided before an engine is asked
		err := l.search(ctx, single)
		backends.Observer(ctx)(l.stats)
		switch {
		case err == nil, enough: // nothing but the receiver's own word says that it is enough
		case ctx.Err() != nil:
			yield(nil, ctx.Err())
		default:
			yield(nil, fmt.Errorf("%s: %w", b.Name, err))
		}
	}
}

// search prepares the model and looks for solutions of its core, if there may be any.
func (e *splitter) search(ctx context.Context, single bool) error {
	if e.Open != nil {
		engine, end := e.Open(ctx)
		defer func() { used(&e.stats, end()) }()
		e.New = engine
	}
	p, err := await.Value(ctx, func() (prepared, error) { return prepare(e.model, e.Encoding) })
	if err != nil || p.impossible {
		return err
	}
	e.stats.Variables, e.stats.Clauses = p.size.Vars, p.size.Clauses
	if len(p.model.Options) == 0 {
		if !e.within.have(nil, true) {
			return nil
		}
		return e.only(p.core, nil)
	}
	if e.Blocking || single && len(p.model.Options) > wholeOptions {
		_, err := e.block(ctx, p.core, nil, math.MaxInt)
		return err
	}
	return e.cubes(ctx, p.core, max(1, e.Workers))
}
