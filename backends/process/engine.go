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
	"iter"
	"math/big"
	"os"
	"path/filepath"
	"slices"

	"github.com/exactile/exactile/encode/cnf"
	"github.com/exactile/exactile/encode/export"
	"github.com/exactile/exactile/encode/proof/check"
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
	model   cnf.Assignment
	refuted bool
	err     error
}

// NewEngine returns an engine without clauses that runs the program.
func NewEngine(p *Program) *Engine { return &Engine{program: p, effort: untold} }

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

// Solve runs the program. When ctx ends it kills the program and its children and
// returns ctx.Err(), within some 100 ms. Other errors tell how the program ended
// and what it wrote to its standard error.
func (e *Engine) Solve(ctx context.Context) (sat bool, err error) {
	e.model = cnf.Assignment{}
	if err := e.Close(); err != nil && e.err == nil {
		e.err = err
	}
	if e.ready(ctx) != nil || e.refuted {
		return false, e.err
	}
	if e.program.Profile.Solve == nil {
		return false, e.fail(ctx, errors.New("it counts models, and shows none"))
	}
	said, err := e.solve(ctx)
	if said.status != cnf.Unsatisfiable {
		err = errors.Join(err, e.Close())
	}
	if err != nil {
		return false, e.fail(ctx, err)
	}
	e.model = said.model
	e.refuted = said.status == cnf.Unsatisfiable
	return said.status == cnf.Satisfiable, nil
}

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

// Proves reports whether the program is run for proofs, which needs arguments in its
// profile. Proofs are of clauses only.
func (e *Engine) Proves() bool {
	return canSpool && e.program.Prove && e.program.Profile.Prove != nil && !e.program.Constraints
}

// Proof returns the program's proof of the last Solve that returned false. The error is
// check.ErrTooLarge if the proof could not be kept.
func (e *Engine) Proof() (check.Format, io.Reader, error) {
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

// An answer is the answer of a program when it was run for one model.
type answer struct {
	status cnf.Status
	model  cnf.Assignment
}

// solve runs the program for one model.
func (e *Engine) solve(ctx context.Context) (a answer, err error) {
	p := &e.program.Profile
	inFile := p.Model == modelResult
	args := p.Solve
	if e.Proves() {
		args = p.Prove
	}
	err = e.run(ctx, args, cnf.Notes{}, func(output *limit) (err error) {
		if !inFile {
			if a, err = e.parse(output, "its output"); err != nil {
				return err
			}
		}
		_, err = io.Copy(io.Discard, output) // the text after the answer
		return err
	}, func(code int, f files) (err error) {
		if inFile {
			if a, err = e.parseFile(f.result); err != nil {
				return err
			}
		}
		return p.judge(a.status, code)
	})
	return a, err
}

func (e *Engine) parseFile(path string) (answer, error) {
	file, err := os.Open(path)
	if errors.Is(err, os.ErrNotExist) {
		return answer{}, nil
	}
	if err != nil {
		return answer{}, err
	}
	defer file.Close()
	return e.parse(e.limit(file), "its result file")
}

func (e *Engine) parse(r io.Reader, name string) (answer, error) {
	model, said, err := cnf.ParseFirst(r, name, e.limits())
	if err == nil && said.Status == cnf.Satisfiable && said.Models == 0 && e.formula.NumVars() > 0 {
		err = fmt.Errorf("%s says that there is a model, and shows none", name)
	}
	return answer{said.Status, model}, err
}

// errEnough ends the reading of models when the receiver has enough.
var errEnough = errors.New("no more models are wanted")

// Models yields all models of the clauses in one run of the program, as functions
// that give the value of a literal; each is valid until the next. A listing that
// ends without an error is complete: the program has reported so. One that was cut
// short ends with one pair (nil, err), as for Solve. It is an error if the program
// leaves a variable open, since that would be several models. The profile must
// have arguments for a list.
func (e *Engine) Models(ctx context.Context) iter.Seq2[func(cnf.Lit) bool, error] {
	return func(yield func(func(cnf.Lit) bool, error) bool) {
		if e.ready(ctx) == nil && !e.refuted {
			if err := e.list(ctx, yield); err != nil && !errors.Is(err, errEnough) {
				_ = e.fail(ctx, err)
			}
		}
		if e.err != nil {
			yield(nil, e.err)
		}
	}
}

func (e *Engine) list(ctx context.Context, yield func(func(cnf.Lit) bool, error) bool) error {
	p := &e.program.Profile
	if p.List == nil {
		return errors.New("it does not list models, as far as its profile says")
	}
	var said cnf.Answer
	models := 0
	return e.run(ctx, p.List, cnf.Notes{}, func(output *limit) (err error) {
		said, err = cnf.ParseAnswer(output, "its output", e.limits(), func(model cnf.Assignment) error {
			output.again()
			models++
			for v := 1; v <= e.formula.NumVars(); v++ {
				if model.Open(cnf.Lit(v)) {
					return fmt.Errorf("model %d leaves variable %d open", models, v)
				}
			}
			if ctx.Err() != nil || !yield(model.Value, nil) {
				return errEnough
			}
			return nil
		})
		return err
	}, func(code int, _ files) error {
		if said.Complete || slices.Contains(p.Complete, code) {
			// It may end with either status: there were models, or there are no more.
			if code == 0 || slices.Contains(p.Satisfiable, code) || slices.Contains(p.Unsatisfiable, code) {
				if said.Status != cnf.Unknown {
					return nil
				}
			}
		}
		if err := p.judge(said.Status, code); err != nil {
			return err
		}
		return fmt.Errorf("it ended after %d models with exit status %d, and did not say that there are no others",
			said.Models, code)
	})
}

// Count runs the program as a model counter and returns the number of models of
// the clauses. A program that honours `c p show` lines counts them projected on
// the variables of show; for all others every variable outside show must be a
// function of those in it, or the count is too large.
//
// The program may print the number as `s mc N`, `c s exact arb int N`, `s N` or as
// a line of its own, and more than once if it is the same each time. Errors are as
// for Solve. The profile must have arguments for a count, and tells whether the
// number is an estimate.
func (e *Engine) Count(ctx context.Context, show []cnf.Lit) (*big.Int, error) {
	if err := e.ready(ctx); err != nil {
		return nil, err
	}
	p := &e.program.Profile
	if p.Count == nil {
		return nil, e.fail(ctx, errors.New("it does not count, as far as its profile says"))
	}
	var notes cnf.Notes
	if p.Projects { // constraints have only variables to be shown
		notes.Show = show
	}
	var said tally
	err := e.run(ctx, p.Count, notes, func(output *limit) error { return said.read(output) }, func(code int, _ files) error {
		return said.judge(p, code)
	})
	if err != nil {
		return nil, e.fail(ctx, err)
	}
	return said.count, nil
}
