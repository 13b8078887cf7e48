// Package process makes any SAT solver, pseudo-Boolean solver or model counter that
// is an outside program usable by the backends: the formula goes to it as a DIMACS
// or OPB file, the answer comes back as `s` and `v` lines, in a result file, or as a
// number.
//
// Known programs are in a table ([Profiles]), to which users add. A program that
// is not in it is run as PROGRAM FILE and must print its answer. Every Solve,
// Models or Count runs the program once, on all clauses so far.
//
// Programs are not trusted. A program that hangs is killed together with its
// children when the context ends. It is an error if a program prints garbage, or
// without end, or two answers, takes too much memory, or dies; and no program
// makes this process use more memory than a model takes. Files are removed
// however a run ends. Package contain describes the means.
//
// Source of the conventions: the rules of the SAT competitions, of the pseudo-Boolean
// competitions and of the model counting competitions; N. Eén and N. Sörensson's minisat for
// the result file.
package process

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"

	"github.com/exactile/exactile/encode/cnf"
	"github.com/exactile/exactile/encode/export"
	"github.com/exactile/exactile/encode/proof/check/sat"
	"github.com/exactile/exactile/internal/contain"
)

// An Engine is a formula and the program that decides it. It is for one goroutine at a
// time, and an error ends its life: every later Solve returns the same error.
type Engine struct {
	program *Program
	formula cnf.Formula
	bounds  []export.Constraint // in addition to the clauses
	used    contain.Usage       // by all runs so far
	effort  effort              // of all runs so far
	proof   proof               // of the last run for a proof
	refusal string              // see Refusal
	model   cnf.Assignment
	refuted bool
	err     error
}

// NewEngine returns an engine without clauses that runs the program.
func NewEngine(p *Program) *Engine { return &Engine{program: p, effort: unreported} }

// Add adds the clause that at least one of the literals holds; no literals at
// all make the formula unsatisfiable. It does not keep the slice.
func (e *Engine) Add(clause ...cnf.Lit) {
	for _, l := range clause {
		e.Reserve(l.Var())
	}
	e.formula.Add(clause...)
}

// AddAtMost adds that at most k of the literals, which are of distinct variables,
// hold. It does not keep the slice. With a program that reads only clauses, Solve
// returns an error.
func (e *Engine) AddAtMost(lits []cnf.Lit, k int) {
	if !e.program.Constraints {
		if e.err == nil {
			e.err = errors.New("process: at most so many is no clause")
		}
		return
	}
	c := export.Constraint{Lits: make([]cnf.Lit, len(lits)), Bound: len(lits) - k}
	for j, l := range lits {
		e.Reserve(l.Var())
		c.Lits[j] = l.Not()
	}
	e.bounds = append(e.bounds, c)
}

// Reserve makes the variables up to vars part of the formula, in a clause or not:
// a variable in no clause doubles the number of models.
func (e *Engine) Reserve(vars int) {
	e.formula.AddVars(max(0, vars-e.formula.NumVars()))
}

// Value returns the value of l in the model that Solve found. It is valid from
// then until the next Solve. A variable that the program did not name is false.
func (e *Engine) Value(l cnf.Lit) bool {
	if e.model.Open(l) {
		return !l.Positive()
	}
	return e.model.Value(l)
}

// Lists reports whether the program can list all models in one run, and after how
// many it gets slow; 0 is never.
func (e *Engine) Lists() (most int, ok bool) {
	return e.program.Profile.Most, e.program.Profile.List != nil
}

// Used returns what all runs of the program so far have used: the sum of their
// times, and the largest peak of memory.
func (e *Engine) Used() contain.Usage { return e.used }

// ready returns the reason why the engine cannot be queried, if any.
func (e *Engine) ready(ctx context.Context) error {
	if e.err == nil {
		e.err = errors.Join(ctx.Err(), e.formula.Err())
	}
	return e.err
}

// fail ends the life of the engine with an error of a run.
func (e *Engine) fail(ctx context.Context, err error) error {
	if e.err = ctx.Err(); e.err == nil {
		e.err = fmt.Errorf("%s: %w", filepath.Base(e.program.Path), err)
	}
	return e.err
}

// Proves reports whether the program is able to write proofs, which needs arguments in its
// profile. Proofs are of clauses only.
func (e *Engine) Proves() bool {
	return e.program.Profile.Prove != nil && !e.program.Constraints
}

// Refusal returns why Solve runs the program without a proof although it is to write proofs:
// it has refused to be run for one, or this system does not remove a file in use. It is ""
// otherwise.
func (e *Engine) Refusal() string { return e.refusal }

// Proof returns the program's proof of the last Solve that returned false. The error is the reason
// why there is no whole proof, and is sat.ErrTooLarge for one above ProofBytes.
func (e *Engine) Proof() (sat.Format, io.Reader, error) {
	text, err := e.proof.text()
	return e.program.Profile.Proof, text, err
}

// Close removes the last proof. The engine may be used again.
func (e *Engine) Close() error {
	p := e.proof
	e.proof = proof{}
	return p.close()
}

// Effort returns what the program has reported of its work in all runs so far; a
// number is -1 if it reports nothing.
func (e *Engine) Effort() (conflicts, decisions, propagations int64) {
	return e.effort[0], e.effort[1], e.effort[2]
}
