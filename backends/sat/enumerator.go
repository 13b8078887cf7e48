package sat

import (
	"context"
	"errors"
	"fmt"

	"github.com/exactile/exactile/backends"
	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/native"
)

// errEnough ends a listing whose receiver has enough.
var errEnough = errors.New("no further solutions are needed")

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

// give gives an engine the clauses of f, and counts it.
func (e *enumerator) give(ctx context.Context, f *formula, engine Engine) error {
	e.stats.AddFormula(f.NumVars(), f.Size().Clauses)
	return f.load(ctx, engine)
}

// charge adds the cost of an engine that is no longer needed, and closes it.
func (e *enumerator) charge(engine Engine) {
	before := e.stats.Conflicts.N
	charge(&e.stats, engine)
	e.Monitor.Add(0, e.stats.Conflicts.N-before)
}

// check checks that what an engine's model stands for is a solution, and was not found before: a
// clause has excluded it since, or the engine lists each model once.
func (e *enumerator) check(s cover.Solution, found distinctSolutions) error {
	if err := e.model.Check(s); err != nil {
		return fmt.Errorf("the engine's model is no solution: %w", err)
	}
	if len(found) == 0 {
		return nil
	}
	if _, repeated := found[s.Key()]; repeated {
		return errors.New("the engine repeats a solution: it finds it twice")
	}
	return nil
}

// send yields a solution and those that it stands for, except those that are known, and
// adds them to found, unless that is nil.
func (e *enumerator) send(s cover.Solution, found, known distinctSolutions) error {
	for k := range max(1, len(e.images)) {
		given := s
		if k > 0 { // the first one is the identity
			given = s.Image(e.images[k])
			if err := e.model.Check(given); err != nil {
				return fmt.Errorf("internal error: symmetry %d: %w", k, err)
			}
		}
		if found != nil {
			id := given.Key()
			found[id] = struct{}{}
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

// finish yields the solution of a core with nothing left to decide.
func (e *enumerator) finish(c subproblem, known distinctSolutions) error {
	s := c.solution(nil)
	if err := e.model.Check(s); err != nil {
		return fmt.Errorf("internal error: %w", err)
	}
	return e.send(s, make(distinctSolutions), known)
}
