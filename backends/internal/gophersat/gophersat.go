// Package gophersat makes the CDCL solver github.com/crillab/gophersat usable as
// an engine of the backends, with clauses and with the solver's own cardinality
// constraints.
//
// What the library (v1.4.0) lacks, and how this package deals with it:
//
//   - It cannot be interrupted. See [Engine.Solve] for how this is done anyway.
//   - All its solvers share one buffer for the clause being learned, so that two
//     that run at once corrupt each other. Engines of this package take turns:
//     one runs at a time in a process.
//   - Its CountModels and Enumerate count too many models, and Model panics when
//     there is none. Neither is used: models are blocked one by one by the caller.
//   - Its parser of cardinality constraints drops a constraint with a literal that
//     is already known to be true, even if others must be true, too; its GtEq and
//     LtEq change the caller's slices. Neither is used: constraints are appended to
//     a solver that knows no value yet, and clauses follow.
//   - Variables that appear after the solver was made are unknown to some of its
//     parts. Then the solver is made again.
//
// Source: F. Delorme, Gophersat, https://github.com/crillab/gophersat.
package gophersat

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/crillab/gophersat/solver"
	"github.com/exactile/exactile/encode/cnf"
	"github.com/exactile/exactile/encode/proof/check/sat"
)

// An Engine is one gophersat solver with its clauses. It answers the same
// questions in the same order with the same models on every machine. It is for
// one goroutine at a time, and an error ends its life: every later Solve
// returns the same error.
type Engine struct {
	problem
	solver               *solver.Solver // nil until Solve, and whenever it must be made anew
	known                int            // variables of solver
	conflicts, decisions int64          // of solvers that were made anew since
	model                []bool         // of the last Solve; variable v at v-1
	refuted              bool
	proof                []byte // the clauses learned so far
	lost                 bool   // they were too many
	err                  error
}

// A problem is what a solver is made of.
type problem struct {
	clauses cnf.Formula
	bounds  []bound
}

// A bound means that at least min of lits hold, 1 < min < len(lits).
type bound struct {
	lits []cnf.Lit
	min  int
}

// New returns an engine without clauses.
func New() *Engine { return new(Engine) }

// maxVar is the highest variable whose literals fit the solver's 32 bits.
const maxVar = 1 << 29

// reserve makes sure that the problem knows the variables of lits.
func (e *Engine) reserve(lits []cnf.Lit) bool {
	if e.err != nil {
		return false // a solver left behind may still be reading the clauses
	}
	for _, l := range lits {
		if l.Var() > maxVar {
			e.fail(fmt.Errorf("gophersat: variable %d is above %d", l.Var(), maxVar))
			return false
		}
		if more := l.Var() - e.clauses.NumVars(); more > 0 {
			e.clauses.AddVars(more)
		}
	}
	return true
}

// fail ends the life of the engine.
func (e *Engine) fail(err error) {
	e.err = err
	e.solver, e.model = nil, nil
}

// Add adds the clause that at least one of the literals holds; no literals at
// all make the formula unsatisfiable. It does not keep the slice.
func (e *Engine) Add(clause ...cnf.Lit) {
	if !e.reserve(clause) {
		return
	}
	lits, tautology := distinct(clause)
	if tautology {
		return
	}
	e.clauses.Add(lits...)
	switch {
	case len(lits) == 0:
		e.refuted = true
	case e.solver != nil && e.clauses.NumVars() > e.known:
		e.discard()
	case e.solver != nil:
		defer func() {
			if p := recover(); p != nil {
				e.fail(panicked(p))
			}
		}()
		e.solver.AppendClause(solver.NewClause(convert(lits)))
	}
}

// AddAtMost adds that at most k of the literals, which are of distinct
// variables, hold. It does not keep the slice.
func (e *Engine) AddAtMost(lits []cnf.Lit, k int) {
	negated := make([]cnf.Lit, len(lits))
	for j, l := range lits {
		negated[j] = l.Not()
	}
	switch atLeast := len(lits) - k; {
	case atLeast <= 0:
	case atLeast > len(lits):
		e.Add()
	case atLeast == len(lits):
		for _, l := range negated {
			e.Add(l)
		}
	case atLeast == 1:
		e.Add(negated...)
	case e.reserve(lits):
		e.bounds = append(e.bounds, bound{negated, atLeast})
		e.discard()
	}
}

// discard drops the solver, which is made again when it is needed next.
func (e *Engine) discard() {
	e.conflicts, e.decisions, _ = e.Effort()
	e.solver, e.known = nil, 0
}

// build makes the solver. It reads only the problem.
func (p *problem) build() *solver.Solver {
	if len(p.bounds) == 0 {
		clauses := make([][]int, 0, p.clauses.NumClauses())
		for clause := range p.clauses.Clauses() {
			ints := make([]int, len(clause))
			for j, l := range clause {
				ints[j] = int(l)
			}
			clauses = append(clauses, ints)
		}
		return solver.New(solver.ParseSliceNb(clauses, p.clauses.NumVars()))
	}
	s := solver.New(solver.ParseSliceNb(nil, p.clauses.NumVars()))
	for _, b := range p.bounds {
		s.AppendClause(solver.NewCardClause(convert(b.lits), b.min))
	}
	for clause := range p.clauses.Clauses() {
		s.AppendClause(solver.NewClause(convert(clause)))
	}
	return s
}

// Value returns the value of l in the model that Solve found. It is valid from
// then until the next Solve. A variable in no clause is false.
func (e *Engine) Value(l cnf.Lit) bool {
	value := l.Var() <= len(e.model) && e.model[l.Var()-1]
	return value == l.Positive()
}

// Effort returns the conflicts and decisions of the solver so far, without those of a
// Solve that ended in an error; it counts no propagations.
func (e *Engine) Effort() (conflicts, decisions, propagations int64) {
	if e.solver == nil {
		return e.conflicts, e.decisions, -1
	}
	st := &e.solver.Stats
	return e.conflicts + int64(st.NbConflicts), e.decisions + int64(st.NbDecisions), -1
}

// Solve reports whether the clauses can be satisfied. It returns ctx.Err() at
// once when ctx ends.
//
// The library has no way to stop a solver. But it reports every clause it learns
// on a channel, and sending on a closed channel is a panic: so closing the
// channel ends the solver at the next clause that it learns, most often within a
// millisecond. Until then one goroutine is left behind, and the next Solve of any
// Engine waits for it (or for its own context). On formulas of pentominoes and
// dominoes in the product encoding that took 13 ms at most; while the solver is
// still being built from many clauses, up to a second for the 895077 of the
// pairwise encoding of 8x8. That is why this engine runs in a process of its own
// only on request. Reporting costs some ten microseconds a conflict. In a program
// built with the race detector, which reports a send on a channel being closed as
// a race, the goroutine runs on until it has its answer.
func (e *Engine) Solve(ctx context.Context) (sat bool, err error) {
	e.model = nil
	if e.err == nil {
		e.err = errors.Join(ctx.Err(), e.clauses.Err())
	}
	if e.err != nil || e.refuted {
		return false, e.err
	}
	answer, err := e.run(ctx)
	if err != nil {
		e.fail(err)
		return false, e.err
	}
	e.solver, e.known = answer.solver, e.clauses.NumVars()
	switch answer.status {
	case solver.Sat:
		e.model = e.solver.Model()
		return true, nil
	case solver.Unsat:
		e.refuted = true
	default:
		e.fail(fmt.Errorf("gophersat: gave up with status %v", answer.status))
	}
	return false, e.err
}

// turn is held by the one solver that runs: the library cannot run two at once.
var turn = make(chan struct{}, 1)

// learnedAhead is how many learned clauses a solver may be ahead of run, so that
// they need not wait for each other at each clause.
const learnedAhead = 64

// An outcome is how a run ended: with the status, or with a panic.
type outcome struct {
	solver *solver.Solver
	status solver.Status
	panic  any
}

// run runs the solver in a goroutine of its own until it has an answer or ctx
// ends. In the second case neither the solver nor the problem may be touched
// again.
func (e *Engine) run(ctx context.Context) (outcome, error) {
	select {
	case turn <- struct{}{}:
	case <-ctx.Done():
		return outcome{}, ctx.Err()
	}
	learned := make(chan string, learnedAhead)
	done := make(chan outcome, 1)
	go func(s *solver.Solver) {
		o := outcome{solver: s}
		defer func() {
			o.panic = recover()
			<-turn
			done <- o
		}()
		if o.solver == nil {
			o.solver = e.build()
		}
		o.solver.Certified, o.solver.CertChan = true, learned
		o.status = o.solver.Solve()
	}(e.solver)
	for {
		select {
		case clause := <-learned:
			e.keep(clause)
		case o := <-done:
			for len(learned) > 0 {
				e.keep(<-learned)
			}
			if o.panic != nil {
				return outcome{}, panicked(o.panic)
			}
			return o, nil
		case <-ctx.Done():
			abandon(learned, done)
			return outcome{}, ctx.Err()
		}
	}
}

// maxProof is how many bytes of learned clauses are kept.
const maxProof = 1 << 28

// keep appends a learned clause to the proof.
func (e *Engine) keep(clause string) {
	if e.lost = e.lost || len(e.proof)+len(clause) > maxProof; e.lost {
		e.proof = nil
		return
	}
	e.proof = append(append(e.proof, clause...), '\n')
}

// Proves reports whether the engine can prove that nothing satisfies its clauses. It
// cannot if it has bounds: from these it learns constraints that are no clauses.
func (e *Engine) Proves() bool { return len(e.bounds) == 0 }

// Proof returns the clauses learned so far, each of which follows from those before it,
// once Solve has returned false.
func (e *Engine) Proof() (sat.Format, io.Reader, error) {
	if e.lost {
		return "", nil, sat.ErrTooLarge
	}
	return sat.DRAT, bytes.NewReader(e.proof), nil
}

func panicked(value any) error { return fmt.Errorf("gophersat: the solver panicked: %v", value) }

// distinct returns the literals without repeats, in their order, and whether
// there is a literal and its negation among them.
func distinct(lits []cnf.Lit) (once []cnf.Lit, tautology bool) {
	sorted := slices.Clone(lits)
	slices.Sort(sorted)
	for _, l := range sorted {
		if l > 0 {
			break
		}
		if _, both := slices.BinarySearch(sorted, l.Not()); both {
			return nil, true
		}
	}
	if len(slices.Compact(sorted)) == len(lits) {
		return lits, false
	}
	for _, l := range lits {
		if !slices.Contains(once, l) {
			once = append(once, l)
		}
	}
	return once, false
}

// convert returns new literals of the solver, which it owns from then on.
func convert(lits []cnf.Lit) []solver.Lit {
	converted := make([]solver.Lit, len(lits))
	for j, l := range lits {
		converted[j] = solver.IntToLit(int32(l))
	}
	return converted
}
