package sat

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math"

	"github.com/exactile/exactile/backends"
	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/internal/await"
	"github.com/exactile/exactile/native"
)

// seen is a set of solutions.
type seen map[[16]byte]struct{}

// errEnough ends a listing whose receiver has enough.
var errEnough = errors.New("no more solutions are wanted")

// A setup is what the listings of all parts of a model share.
type setup struct {
	Backend              // with a monitor
	model   *cover.Model // the whole, as given: solutions are checked against it
	sym     [][]int      // symmetries of model that save work, nil for none
}

// enumerator lists solutions of parts of a model. It is for one goroutine.
type enumerator struct {
	setup
	yield func(cover.Solution) bool
	// images are the symmetries that give the solutions that a found one stands for, nil
	// for itself alone.
	images [][]int
	stats  backends.Stats
	found  int64 // solutions yielded
}

// spent reports whether the budget is spent.
func (e *enumerator) spent() bool {
	return e.budget > 0 && e.found+e.stats.Conflicts.N > e.budget
}

// charge adds the cost of an engine that is no longer needed, and closes it.
func (e *enumerator) charge(engine Engine) {
	before := e.stats.Conflicts.N
	charge(&e.stats, engine)
	e.Monitor.Add(0, e.stats.Conflicts.N-before)
}

// block yields the solutions of c except those in known, blocking them one by one.
// If there are more than limit it stops there and returns all that are known by
// then; otherwise it returns nil.
func (e *enumerator) block(ctx context.Context, c core, known seen, limit int) (seen, error) {
	f, err := await.Value(ctx, func() (*formula, error) {
		f, err := newFormula(c.model, e.Encoding)
		if err == nil && e.Leaders {
			c.lead(f, e.model.Sym, e.Encoding.FreeAux)
			err = f.Err()
		}
		return f, err
	})
	if err != nil {
		return nil, err
	}
	engine := e.New()
	defer e.charge(engine)
	if err := f.load(ctx, engine); err != nil {
		return nil, err
	}
	if lister, ok := engine.(ListingEngine); ok && !e.Blocking && !e.Encoding.FreeAux {
		if most, lists := lister.Lists(); lists {
			return e.listed(ctx, c, f, lister, known, e.listingLimit(limit, most))
		}
	}
	found := make(seen)
	_, proves := e.proves(engine)
	for {
		sat, err := engine.Solve(ctx)
		switch {
		case err != nil:
			return nil, err
		case !sat:
			return nil, e.nothingLeft(ctx, engine, f)
		}
		if e.full(found, limit) {
			maps.Copy(found, known)
			return found, nil
		}
		part := f.Decode(engine.Value)
		clause := f.Block(part)
		if err := e.take(c.solution(part), found, known); err != nil {
			return nil, err
		}
		engine.Add(clause...)
		if proves {
			f.Add(clause...)
		}
	}
}

// full reports whether limit solutions were found, counting a solution and its images as
// one.
func (e *enumerator) full(found seen, limit int) bool {
	return len(found)/max(1, len(e.images)) >= limit
}

// listingLimit is the limit for an engine that lists up to most models well, 0 for
// any number; limit is that for an engine that is queried repeatedly.
func (e *enumerator) listingLimit(limit, most int) int {
	switch {
	case limit == math.MaxInt || e.grain > 0:
		return limit // there is nothing to split, or a test sets the limit
	case most == 0:
		return math.MaxInt
	}
	return most
}

// listed is block for an engine that lists: it yields what the engine yields.
// The formula has one model a solution: a repeated one is an error here, too.
func (e *enumerator) listed(
	ctx context.Context, c core, f *formula, engine ListingEngine, known seen, limit int,
) (seen, error) {
	engine.Reserve(f.NumVars())
	found := make(seen)
	_, proves := e.proves(engine)
	for value, err := range engine.Models(ctx) {
		if err != nil {
			return nil, err
		}
		if e.full(found, limit) {
			maps.Copy(found, known)
			return found, nil
		}
		part := f.Decode(value)
		if err := e.take(c.solution(part), found, known); err != nil {
			return nil, err
		}
		if proves {
			f.Add(f.Block(part)...)
		}
	}
	if !proves {
		return nil, e.nothingLeft(ctx, engine, f)
	}
	return nil, e.listedAll(ctx, f)
}

// take yields the solution of an engine's model, unless it is known. It checks
// that the solution is one and was not found before: a clause has excluded it
// since, or the engine lists each model once.
func (e *enumerator) take(s cover.Solution, found, known seen) error {
	if err := e.model.Check(s); err != nil {
		return fmt.Errorf("the engine's model is no solution: %w", err)
	}
	id := s.Key()
	if _, repeated := found[id]; repeated {
		return errors.New("the engine repeats a solution: it finds it twice")
	}
	return e.give(s, found, known)
}

// give yields a solution and those that it stands for, except those that are known, and
// adds them to found.
func (e *enumerator) give(s cover.Solution, found, known seen) error {
	for k := range max(1, len(e.images)) {
		given := s
		if k > 0 { // the first one is the identity
			given = image(s, e.images[k])
			if err := e.model.Check(given); err != nil {
				return fmt.Errorf("internal error: symmetry %d: %w", k, err)
			}
		}
		id := given.Key()
		if found[id] = struct{}{}; len(known) > 0 {
			if _, old := known[id]; old {
				continue
			}
		}
		if e.found++; e.spent() {
			return native.ErrBudget
		}
		if !e.yield(given) {
			return errEnough
		}
	}
	return nil
}

// only yields the solution of a core with nothing left to decide.
func (e *enumerator) only(c core, known seen) error {
	s := c.solution(nil)
	if err := e.model.Check(s); err != nil {
		return fmt.Errorf("internal error: %w", err)
	}
	return e.give(s, make(seen), known)
}
