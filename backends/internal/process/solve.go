package process

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"math/big"
	"os"
	"slices"

	"github.com/exactile/exactile/encode/cnf"
)

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
		return false, e.fail(ctx, errors.New("it counts models and prints none"))
	}
	said, err := e.answer(ctx)
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

// An answer is the answer of a program when it was run for one model.
type answer struct {
	status cnf.Status
	model  cnf.Assignment
}

// answer runs the program for one model or a proof. If it ends without an answer and without a
// word of a proof, it may not know the arguments for proofs: builds of one program differ in
// that. It is then run without them, from now on.
func (e *Engine) answer(ctx context.Context) (a answer, err error) {
	p := &e.program.Profile
	switch {
	case !e.program.Prove || !e.Proves() || e.refusal != "":
		return e.solve(ctx, p.Solve)
	case !canProve:
		e.refusal = "this system does not remove a file in use, which proofs need"
		return e.solve(ctx, p.Solve)
	}
	a, err = e.solve(ctx, p.Prove)
	var refused *refusedArguments
	if ctx.Err() != nil || a.status != cnf.Unknown || !errors.As(err, &refused) ||
		!e.proof.isEmpty() {
		return a, err
	}
	if err = e.Close(); err == nil {
		a, err = e.solve(ctx, p.Solve)
	}
	if err == nil {
		e.refusal = fmt.Sprintf("it refuses the arguments for a proof: %v", refused)
	}
	return a, err
}

// solve runs the program with these arguments for one model.
func (e *Engine) solve(ctx context.Context, args []string) (a answer, err error) {
	p := &e.program.Profile
	inFile := p.Model == modelResult
	err = e.run(ctx, args, cnf.Comments{}, func(output *limit) (err error) {
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
		return p.checkExit(a.status, code)
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
	model, said, err := cnf.ParseFirst(r, name, e.vars())
	if err == nil && said.Status == cnf.Satisfiable && said.Models == 0 && e.formula.NumVars() > 0 {
		err = fmt.Errorf("%s reports a model and prints none", name)
	}
	return answer{said.Status, model}, err
}

// Models yields all models of the clauses in one run of the program, as functions
// that give the value of a literal; each is valid until the next. A listing that
// ends without an error is complete: the program has reported so. One that was cut
// short ends with one pair (nil, err), as for Solve. It is an error if the program
// leaves a variable open, since that would be several models. The profile must
// have arguments for a list.
func (e *Engine) Models(ctx context.Context) iter.Seq2[func(cnf.Lit) bool, error] {
	return func(yield func(func(cnf.Lit) bool, error) bool) {
		if e.ready(ctx) == nil && !e.refuted {
			if err := e.list(ctx, yield); err != nil && !errors.Is(err, errStop) {
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
		return errors.New("by its profile it does not list models")
	}
	var said cnf.Answer
	models := 0
	return e.run(ctx, p.List, cnf.Comments{}, func(output *limit) (err error) {
		said, err = cnf.ParseAnswer(output, "its output", e.vars(), e.vars(),
			func(model cnf.Assignment) error {
				output.reset()
				models++
				for v := 1; v <= e.formula.NumVars(); v++ {
					if model.Open(cnf.Lit(v)) {
						return fmt.Errorf("model %d leaves variable %d open", models, v)
					}
				}
				if ctx.Err() != nil || !yield(model.Value, nil) {
					return errStop
				}
				return nil
			})
		return err
	}, func(code int, _ files) error {
		if said.Complete || slices.Contains(p.Complete, code) {
			// It may end with either status: there were models, or there are no more.
			if code == 0 || slices.Contains(p.Satisfiable, code) ||
				slices.Contains(p.Unsatisfiable, code) {
				if said.Status != cnf.Unknown {
					return nil
				}
			}
		}
		if err := p.checkExit(said.Status, code); err != nil {
			return err
		}
		return fmt.Errorf("it ended after %d models with exit status %d, and did not report "+
			"that there are no others",
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
		return nil, e.fail(ctx, errors.New("by its profile it does not count"))
	}
	var notes cnf.Comments
	if p.Projects { // constraints have only variables to be shown
		notes.Show = show
	}
	var said countOutput
	err := e.run(ctx, p.Count, notes, func(output *limit) error { return said.read(output) },
		func(code int, _ files) error {
			return said.check(p, code)
		})
	if err != nil {
		return nil, e.fail(ctx, err)
	}
	return said.count, nil
}
