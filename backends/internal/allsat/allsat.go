// Package allsat lists the models of clauses, each once, projected on shown variables: a
// backtracking search of our own that knows nothing but the clauses. It learns none, and adds none
// against the models that it has found, so its memory does not grow with their number.
//
// After a conflict or a model, the last guess is negated: it is false in all that is left of
// the search below the guess before it. So no model comes twice, and none is left out. Shown
// variables are guessed before all others, and after a model the guesses of the others are undone
// together: a projection comes once, however many models it has.
//
// A guess is a literal of the clause that has the fewest open literals, among those of positive
// shown literals alone. In the formula of a cover, these say that an item is covered, so that is
// the rule to branch on the item with the fewest options (D. E. Knuth, TAOCP 4B, 7.2.2.1), for
// every encoding.
//
// Sources: M. Gebser, B. Kaufmann, A. Neumann, T. Schaub, Solution Enumeration for Projected
// Boolean Search Problems, CPAIOR 2009; O. Grumberg, A. Schuster, A. Yadgar, Memory Efficient
// All-Solutions SAT Solver, FMCAD 2004 (no blocking clauses). Clauses have counters and no watched
// literals, since the choice of a guess needs the number of open literals.
package allsat

import (
	"context"
	"iter"

	"github.com/exactile/exactile/encode/cnf"
)

// An Engine holds clauses. It is for one goroutine.
type Engine struct {
	formula
	search                  *search // that Models runs
	model                   []bool  // that Solve has found, by variable
	decisions, propagations int64
}

// New returns an engine without clauses.
func New() *Engine { return new(Engine) }

// Add adds the clause that at least one of the literals holds; no literals make the formula
// unsatisfiable. It does not keep the slice.
func (e *Engine) Add(clause ...cnf.Lit) {
	for _, l := range clause {
		e.Reserve(l.Var())
	}
	e.refuted = e.refuted || len(clause) == 0
	e.lits = append(e.lits, clause...)
	e.ends = append(e.ends, len(e.lits))
}

// Reserve makes the variables up to vars part of the formula, in a clause or not.
func (e *Engine) Reserve(vars int) { e.vars = max(e.vars, vars) }

// Show makes Models project on the variables up to shown; without it, on all.
func (e *Engine) Show(shown int) { e.shown = shown }

// Lists reports that the engine lists any number of models well.
func (e *Engine) Lists() (most int, ok bool) { return 0, true }

// Effort returns how many guesses the searches made on shown variables, and how many literals
// followed from all guesses; conflicts would say nothing new. All encodings that propagate fully
// have the same guesses: an encoding with more propagates less.
func (e *Engine) Effort() (conflicts, decisions, propagations int64) {
	return -1, e.decisions, e.propagations
}

// Models yields each model once, as a function that gives the value of a literal and is valid until
// the next; of the models that differ only in hidden variables, one. A listing that ends without an
// error is complete; if ctx ends it, it ends with one pair (nil, ctx.Err()).
func (e *Engine) Models(ctx context.Context) iter.Seq2[func(cnf.Lit) bool, error] {
	return func(yield func(func(cnf.Lit) bool, error) bool) {
		if ctx.Err() != nil {
			yield(nil, ctx.Err())
			return
		}
		if e.refuted {
			return
		}
		s := newSearch(&e.formula)
		e.search = s
		defer func() {
			e.decisions += s.decisions
			e.propagations += s.propagations
		}()
		if err := s.run(ctx, func() bool { return yield(s.holds, nil) }); err != nil {
			yield(nil, err)
		}
	}
}

// Held appends the shown variables that hold in the model that Models yields, in order.
func (e *Engine) Held(to []int) []int {
	value := e.search.value
	for v := range e.search.shown {
		if value[2*v] > 0 {
			to = append(to, v+1)
		}
	}
	return to
}

// Solve reports whether there is a model.
func (e *Engine) Solve(ctx context.Context) (sat bool, err error) {
	e.model = nil
	for holds, err := range e.Models(ctx) {
		if err != nil {
			return false, err
		}
		for v := range e.vars {
			e.model = append(e.model, holds(cnf.Lit(v+1)))
		}
		return true, nil
	}
	return false, nil
}

// Value reports whether l holds in the model that Solve has found.
func (e *Engine) Value(l cnf.Lit) bool {
	holds := l.Var() <= len(e.model) && e.model[l.Var()-1]
	return holds == l.Positive()
}
