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

// Backend lists solutions by querying an engine for a model of the encoded
// cover, excluding it by a clause, and querying again until none is left. It is
// the only such loop: engines differ in their adapters alone.
//
// What follows without search is fixed before anything is encoded. Answers of the
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
	// Blocking makes one engine list all solutions of the whole model. Otherwise the model
	// is split into parts until a part is small or has few solutions, and each part has an
	// engine of its own: the time of blocking grows faster than the number of solutions.
	Blocking bool
	// NoSymmetry leaves the symmetries of models unused. Otherwise only solutions with one
	// option of each orbit are searched for, for the item with the fewest orbits, and their
	// images are listed after them. Blocking does not use symmetries.
	NoSymmetry bool
	// Leaders adds clauses to every formula that keep one solution of each orbit under the
	// symmetries of the model, the one that [backends.Representatives] keeps, so that no
	// other is found.
	Leaders bool
	// Proofs is how the proofs of engines that write them are treated.
	Proofs Proofs
	// Workers is how many engines run at once, on parts of the model; 0 is one.
	Workers int
	// Monitor, if not nil, shows how far searches have come.
	Monitor *backends.Monitor
	// Open, if not nil, is called at the start of each search: newEngine then
	// replaces New, and end is called when the search is over.
	Open func(context.Context) (newEngine func() Engine, end func() contain.Usage)

	grain  int     // for tests: the limits of a cube
	within classes // nil: all solutions
	budget int64   // of conflicts and solutions; 0: none
}

// Abilities returns the result of [backends.AbilitiesOf].
func (b Backend) Abilities() backends.Abilities {
	a := encoded(b.Encoding)
	a.Find, a.Observable = b.find, true
	a.Cubes = func(budget int64, in ...native.Class) backends.Backend { return b.Within(budget, in...) }
	return a
}

// Within returns a backend for the solutions in all the given classes of paths of cubes:
// the cubes of a cut k are those after k+2 choices. It uses one engine at a time, and
// gives up with [native.ErrBudget] once it has taken more conflicts and solutions than the
// budget, if that is not 0.
func (b Backend) Within(budget int64, in ...native.Class) Backend {
	b.within, b.budget, b.Workers, b.Blocking = in, budget, 1, false
	return b
}

// Solutions implements Backend. If ctx ends while a large model is being
// prepared, a goroutine that finishes the preparation is left behind.
func (b Backend) Solutions(ctx context.Context, m *cover.Model) iter.Seq2[cover.Solution, error] {
	return b.solutions(ctx, m, false)
}

// find yields solutions, of which no more than most are needed.
func (b Backend) find(
	ctx context.Context, m *cover.Model, most int64,
) iter.Seq2[cover.Solution, error] {
	return b.solutions(ctx, m, most == 1 && b.within == nil)
}

// wholeOptions is the number of options from which on a single solution is searched in the
// whole model and not in one cube after the other. On boards of pentominoes, many of each
// kind, both take as long at about this size; with three times as many options cubes take
// three times as long, and with ten times as many, twenty.
const wholeOptions = 3000

// solutions yields the solutions of m; single is set if one may be enough.
func (b Backend) solutions(
	ctx context.Context, m *cover.Model, single bool,
) iter.Seq2[cover.Solution, error] {
	return func(yield func(cover.Solution, error) bool) {
		l := &enumerator{setup: setup{Backend: b, model: m}}
		// The classes do not respect symmetries.
		if !b.Leaders && !b.NoSymmetry && b.within == nil {
			l.sym = m.Sym
		}
		if l.Monitor == nil {
			l.Monitor = new(backends.Monitor) // that is not read
		}
		l.Monitor.SetDone(0)
		enough := false
		l.yield = func(s cover.Solution) bool {
			l.Monitor.Add(1, 0)
			enough = !yield(s, nil)
			return !enough
		}
		l.stats.Searched = true // what is fixed before an engine is queried
		err := l.search(ctx, single)
		backends.Observer(ctx)(l.stats)
		switch {
		case err == nil, enough: // the receiver has enough: no error
		case ctx.Err() != nil:
			yield(nil, ctx.Err())
		default:
			yield(nil, fmt.Errorf("%s: %w", b.Name, err))
		}
	}
}

// search prepares the model and searches for solutions of its core, unless there are none.
func (e *enumerator) search(ctx context.Context, single bool) error {
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
