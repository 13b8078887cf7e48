// Package process makes any SAT solver or model counter that is a program of its
// own usable by the backends: the formula goes to it as a DIMACS file, the answer
// comes back as `s` and `v` lines, in a result file, or as a number.
//
// What is known of programs stands in a table ([Profiles]), to which users add. A
// program that is not in it is run as PROGRAM FILE and must print its answer.
// Every Solve, Models or Count runs the program once, on all clauses so far.
//
// Programs are not trusted. One that hangs is killed together with its children
// when the context ends; one that prints garbage, or without end, that says two
// things at once, that takes more memory than it may, or that dies, is an error;
// and none makes this process use more memory than a model takes. Files are
// removed however a run ends. Package contain says what that rests on.
//
// Source of the conventions: the rules of the SAT competitions and of the model
// counting competitions; N. Eén and N. Sörensson's minisat for the result file.
package process

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"

	"github.com/exactile/exactile/backends/contain"
	"github.com/exactile/exactile/encode/cnf"
)

// A Program is a SAT solver or model counter that was found on this machine.
type Program struct {
	// Path is absolute.
	Path    string
	Profile Profile
	// Memory is how many bytes it may have resident, it and its children together;
	// 0 is any.
	Memory int64
}

// Find returns the program of a name, as the shell would find it, or of a path.
func (p Profiles) Find(name string) (*Program, error) {
	path, err := exec.LookPath(name)
	if err != nil {
		if errors.Is(err, exec.ErrNotFound) || errors.Is(err, os.ErrNotExist) {
			return nil, fmt.Errorf("process: no program %q is installed, nor is there such a file", name)
		}
		return nil, fmt.Errorf("process: program %q cannot be run: %w", name, err)
	}
	path, err = filepath.Abs(path)
	if err != nil {
		return nil, fmt.Errorf("process: %w", err)
	}
	return &Program{Path: path, Profile: p.of(filepath.Base(path))}, nil
}

// New returns an engine without clauses that runs the program.
func (p *Program) New() *Engine { return &Engine{program: p} }

// An Engine is a formula and the program that decides it. It is for one goroutine
// at a time, and an error ends its life: every later Solve repeats it.
type Engine struct {
	program *Program
	formula cnf.Formula
	model   cnf.Assignment
	refuted bool
	err     error
	used    contain.Usage
	effort  effort
	told    effort // how often each figure of effort was told
}

// Add adds the clause that at least one of the literals holds; no literals at
// all make the formula unsatisfiable. It does not keep the slice.
func (e *Engine) Add(clause ...cnf.Lit) {
	for _, l := range clause {
		e.Reserve(l.Var())
	}
	e.formula.Add(clause...)
}

// Reserve makes the variables up to vars part of the formula, in a clause or not:
// one that is in none doubles the number of models.
func (e *Engine) Reserve(vars int) {
	e.formula.AddVars(max(0, vars-e.formula.NumVars()))
}

// Value returns the value of l in the model that Solve found. It is valid from
// then until the next Solve. What the program said nothing of is false.
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

// Used returns what all runs of the program so far have used: their time added up,
// and the largest peak of memory.
func (e *Engine) Used() contain.Usage { return e.used }

// Solve runs the program. When ctx ends it kills the program and its children and
// returns ctx.Err(), within some 100 ms. Other errors say how the program ended and
// what it wrote to its standard error.
func (e *Engine) Solve(ctx context.Context) (sat bool, err error) {
	e.model = cnf.Assignment{}
	if e.ready(ctx) != nil || e.refuted {
		return false, e.err
	}
	if e.program.Profile.Solve == nil {
		return false, e.fail(ctx, errors.New("it counts models, and shows none"))
	}
	said, err := e.solve(ctx)
	if err != nil {
		return false, e.fail(ctx, err)
	}
	e.model = said.model
	e.refuted = said.status == cnf.Unsatisfiable
	return said.status == cnf.Satisfiable, nil
}

// ready returns why the engine cannot be asked, if so.
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
