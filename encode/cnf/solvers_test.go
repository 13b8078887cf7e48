package cnf

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// A solver is the command of a program that the formats are tried on. The formula is the last
// argument; a second file receives the answer.
type solver struct {
	name    string
	args    []string
	file    bool     // the answer is in a file
	listing []string // arguments to list all models, if it can
}

var solvers = []solver{
	{name: "minisat", file: true},
	{name: "cadical", args: []string{"-q"}},
	{name: "picosat", listing: []string{"--all"}},
	{name: "cryptominisat5", args: []string{"--verb", "0"}, listing: []string{"--verb", "0", "--maxsol", "1000"}},
	{name: "clasp", listing: []string{"-n", "0"}},
	{name: "kissat", args: []string{"-q"}},
	{name: "glucose", args: []string{"-model"}},
}

// written is a formula that is easy to get wrong, as text, and how many models it has.
type written struct {
	name   string
	vars   int
	add    [][]Lit
	notes  Comments
	models int
}

// formula returns the formula and its text.
func (c written) formula(t *testing.T) (*Formula, []byte) {
	t.Helper()
	var f Formula
	f.AddVars(c.vars)
	for _, clause := range c.add {
		f.Add(clause...)
	}
	var text bytes.Buffer
	if err := f.WriteDIMACS(&text, c.notes); err != nil {
		t.Fatal(err)
	}
	return &f, text.Bytes()
}

// TestSolversReadAndAreRead writes formulas that are easy to get wrong, lets every installed
// program solve them, and reads the answers.
func TestSolversReadAndAreRead(t *testing.T) {
	notes := Comments{Lines: slices.Values([]string{"p cnf 9 9", "", "piece (0,0) (1,0)"}), Show: []Lit{1, 2}}
	cases := []written{
		{"nothing", 0, nil, Comments{}, 1},
		{"nothing to show", 0, nil, Comments{Show: []Lit{}}, 1},
		{"variables without clauses", 3, nil, Comments{Lines: notes.Lines}, 8},
		{"the empty clause alone", 0, [][]Lit{{}}, Comments{}, 0},
		{"the empty clause among others", 2, [][]Lit{{1, 2}, {}, {-1}}, notes, 0},
		{"contradicting units", 2, [][]Lit{{1}, {-1}}, notes, 0},
		{"a variable that occurs nowhere, last", 3, [][]Lit{{1, 2}}, Comments{Lines: notes.Lines}, 6},
		{"comments and show", 3, [][]Lit{{1, 2}, {-1, 3}, {-2, 3}}, notes, 3},
	}
	for _, solver := range solvers {
		t.Run(solver.name, func(t *testing.T) {
			if _, err := exec.LookPath(solver.name); err != nil {
				t.Skipf("%s is not installed", solver.name)
			}
			folder := t.TempDir() // not named after the case: clasp takes no path with a comma
			for k, c := range cases {
				t.Run(c.name, func(t *testing.T) {
					f, text := c.formula(t)
					input := filepath.Join(folder, fmt.Sprint(k, ".cnf"))
					if err := os.WriteFile(input, text, 0o600); err != nil {
						t.Fatal(err)
					}
					solver.finds(t, f, input, c.models > 0)
					if c.vars > 0 { // programs differ when there is nothing to list
						solver.lists(t, f, input, c.models)
					}
				})
			}
		})
	}
}

// finds has the program solve a formula, whose text is in a file, and checks its answer.
func (s solver) finds(t *testing.T, f *Formula, input string, satisfiable bool) {
	t.Helper()
	args := append(slices.Clone(s.args), input)
	if s.file {
		args = append(args, input+".out")
	}
	out, _ := exec.Command(s.name, args...).Output() // the exit status is the answer
	if s.file {
		var err error
		if out, err = os.ReadFile(input + ".out"); err != nil {
			t.Fatal(err)
		}
	}
	want := Answer{Status: Unsatisfiable, Complete: true}
	if satisfiable {
		want = Answer{Status: Satisfiable, Models: 1}
	}
	model, answer, err := ParseFirst(bytes.NewReader(out), s.name, max(1, f.NumVars()))
	if err != nil || answer != want {
		t.Fatalf("the answer is %+v, %v; want %+v:\n%s", answer, err, want, out)
	}
	if satisfiable {
		if !holds(f, model) {
			t.Errorf("what is read is no model:\n%s", out)
		}
	}
}

// holds reports whether a makes a literal of every clause of f true.
func holds(f *Formula, a Assignment) bool {
	for clause := range f.Clauses() {
		if !slices.ContainsFunc(clause, a.Value) {
			return false
		}
	}
	return true
}

// lists has the program list the models of a formula, if it can, and checks each of them and
// their number.
func (s solver) lists(t *testing.T, f *Formula, input string, want int) {
	t.Helper()
	if s.listing == nil {
		return
	}
	out, _ := exec.Command(s.name, append(slices.Clone(s.listing), input)...).Output()
	seen := make(map[string]bool)
	answer, err := ParseAnswer(bytes.NewReader(out), s.name, f.NumVars(), f.NumVars(), func(a Assignment) error {
		seen[literals(a)] = true
		if !holds(f, a) {
			return errors.New("what is listed is no model")
		}
		return nil
	})
	if err != nil || len(seen) != want || answer.Models != want {
		t.Errorf("%d models, %d different, %v; want %d:\n%s", answer.Models, len(seen), err, want, strings.TrimSpace(string(out)))
	}
}
