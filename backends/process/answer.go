package process

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"slices"
	"syscall"

	"github.com/exactile/exactile/encode/cnf"
)

// An answer is what a program said when it was asked for one model.
type answer struct {
	status cnf.Status
	model  cnf.Assignment
}

// solve asks for one model.
func (e *Engine) solve(ctx context.Context) (a answer, err error) {
	p := &e.program.Profile
	inFile := p.Model == modelResult
	err = e.run(ctx, p.Solve, cnf.Notes{}, func(output *limit) (err error) {
		if !inFile {
			if a, err = e.parse(output, "its output"); err != nil {
				return err
			}
		}
		_, err = io.Copy(io.Discard, output) // what comes after the answer
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

func (e *Engine) limits() cnf.Limits { return cnf.Limits{Vars: max(e.formula.NumVars(), 1)} }

// judge puts together what a program said and how it ended. Both must say the
// same; exit status 0 says nothing, and then the program must have said something.
// Statuses that the profile does not know are failures.
func (p *Profile) judge(said cnf.Status, code int) error {
	status := cnf.Unknown
	switch {
	case code == 0:
		status = said
	case slices.Contains(p.Satisfiable, code):
		status = cnf.Satisfiable
	case slices.Contains(p.Unsatisfiable, code):
		status = cnf.Unsatisfiable
	default:
		return fmt.Errorf("it failed: exit status %d%s", code, shellSignal(code))
	}
	switch {
	case said == cnf.Unknown:
		return fmt.Errorf("it ended with exit status %d and no answer", code)
	case said != status:
		return fmt.Errorf("it says %v, but its exit status %d says %v", said, code, status)
	}
	return nil
}

// shellSignal says which signal an exit status stands for, as a shell has it whose
// program was ended by one; "" for none.
func shellSignal(code int) string {
	const base, most = 128, 31
	if code <= base || code > base+most {
		return ""
	}
	return fmt.Sprintf(" (%v, as a shell says it)", syscall.Signal(code-base))
}

// errEnough ends the reading of models that nobody wants.
var errEnough = errors.New("no more models are wanted")

// Models yields all models of the clauses in one run of the program, as functions
// that give the value of a literal; each is valid until the next. A listing that
// ends without an error is complete: the program has said so. One that was cut
// short ends with one pair (nil, err), as for Solve. It is an error if the program
// leaves a variable open, since that would be several models. The program's
// profile must say that it can list.
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
	return e.run(ctx, p.List, cnf.Notes{}, func(output *limit) (err error) {
		said, err = cnf.ParseAnswer(output, "its output", e.limits(), func(model cnf.Assignment) error {
			output.again()
			for v := 1; v <= e.formula.NumVars(); v++ {
				if model.Open(cnf.Lit(v)) {
					return fmt.Errorf("model %d leaves variable %d open", said.Models+1, v)
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
		return fmt.Errorf("it ended after %d models with exit status %d, and did not say that there are no others", said.Models, code)
	})
}
