// Package gini makes the CDCL solver github.com/go-air/gini usable as an engine
// of the backends: three methods, and the rules that the library leaves to its
// callers.
//
// The rules, each of which was found by breaking it:
//
//   - Solve and Test must never be called again once the clauses themselves have
//     been found unsatisfiable: they answer at random, and may end the whole
//     process through log.Fatalf.
//   - Value panics for a variable the solver has never seen, and means nothing
//     once a clause has been added.
//   - Try leaves its deadline behind, so that a later Solve gives up at once. It
//     is not used here; see [Engine.Solve] for what is.
//
// Source: S. Cotton, Gini, https://github.com/go-air/gini.
package gini

import (
	"context"
	"errors"

	"github.com/exactile/exactile/encode/cnf"
	"github.com/go-air/gini"
	"github.com/go-air/gini/inter"
	"github.com/go-air/gini/z"
)

// An Engine is one gini solver with its clauses. It answers the same questions in the same
// order with the same models on every machine. It is for one goroutine at a time, and an
// error ends its life: every later Solve returns the same error.
type Engine struct {
	solver *gini.Gini
	// control can stop a running Solve.
	control inter.Solve
	refuted bool // the clauses cannot be satisfied
	err     error
}

// New returns an engine without clauses.
func New() *Engine {
	e := &Engine{solver: gini.New()}
	// Only a solve in the background gives access to the solver's controls. Without
	// clauses it is over at once, and the controls work for all later solves.
	e.control = e.solver.GoSolve()
	e.control.Wait()
	return e
}

// Add adds the clause that at least one of the literals holds; no literals at
// all make the formula unsatisfiable. It does not keep the slice.
func (e *Engine) Add(clause ...cnf.Lit) {
	for _, l := range clause {
		e.solver.Add(lit(l))
	}
	e.solver.Add(z.LitNull)
}

// Solve reports whether the clauses can be satisfied. It returns ctx.Err() within
// milliseconds after ctx ends, and nothing is left behind then.
func (e *Engine) Solve(ctx context.Context) (sat bool, err error) {
	if e.err == nil {
		e.err = ctx.Err()
	}
	if e.err != nil || e.refuted {
		return false, e.err
	}
	stopped := make(chan struct{})
	stop := context.AfterFunc(ctx, func() {
		defer close(stopped)
		e.control.Stop()
	})
	result := e.solver.Solve()
	if !stop() {
		// Stop has told the solver to end, or is about to, and then waits for the
		// result of a background solve. An empty clause makes such a solve that ends
		// at once, whatever state the solver is in.
		e.solver.Add(z.LitNull)
		e.solver.GoSolve()
		<-stopped
		e.err = ctx.Err()
		return false, e.err
	}
	if result == 0 {
		e.err = errors.New("gini: gave up without an answer")
	}
	e.refuted = result == -1
	return result == 1, e.err
}

// Value returns the value of l in the model that Solve found. It is valid from
// then until the next Add. A variable in no clause is false.
func (e *Engine) Value(l cnf.Lit) bool {
	if l.Var() > int(e.solver.MaxVar()) {
		return !l.Positive()
	}
	return e.solver.Value(lit(l))
}

func lit(l cnf.Lit) z.Lit { return z.Dimacs2Lit(int(l)) }
