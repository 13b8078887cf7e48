package cnf

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// solvers are the commands of the programs that the formats are tried on. The formula is the last
// argument; a second file receives the answer.
var solvers = []struct {
	name    string
	args    []string
	file    bool     // the answer is in a file
	listing []string // arguments to list all models, if it can
}{
	{name: "minisat", file: true},
	{name: "cadical", args: []string{"-q"}},
	{name: "picosat", listing: []string{"--all"}},
	{name: "cryptominisat5", args: []string{"--verb", "0"}, listing: []string{"--verb", "0", "--maxsol", "1000"}},
	{name: "clasp", listing: []string{"-n", "0"}},
	{name: "kissat", args: []string{"-q"}},
	{name: "glucose", args: []string{"-model"}},
}

// TestSolversReadAndAreRead writes formulas that are easy to get wrong, lets every installed
// program solve them, and reads the answers.
func TestSolversReadAndAreRead(t *testing.T) {
	notes := Notes{Comments: slices.Values([]string{"p cnf 9 9", "", "piece (0,0) (1,0)"}), Show: []Lit{1, 2}}
	cases := []struct {
		name   string
		vars   int
		add    [][]Lit
		notes  Notes
		models int
	}{
		{"nothing", 0, nil, Notes{}, 1},
		{"nothing to show", 0, nil, Notes{Show: []Lit{}}, 1},
		{"variables without clauses", 3, nil, Notes{Comments: notes.Comments}, 8},
		{"the empty clause alone", 0, [][]Lit{{}}, Notes{}, 0},
		{"the empty clause among others", 2, [][]Lit{{1, 2}, {}, {-1}}, notes, 0},
		{"contradicting units", 2, [][]Lit{{1}, {-1}}, notes, 0},
		{"a variable that occurs nowhere, last", 3, [][]Lit{{1, 2}}, Notes{Comments: notes.Comments}, 6},
		{"comments and show", 3, [][]Lit{{1, 2}, {-1, 3}, {-2, 3}}, notes, 3},
	}
	for _, solver := range solvers {
		t.Run(solver.name, func(t *testing.T) {
			path, err := exec.LookPath(solver.name)
			if err != nil {
				t.Skipf("%s is not installed", solver.name)
			}
			folder := t.TempDir() // not named after the case: clasp takes no path with a comma
			for k, c := range cases {
				t.Run(c.name, func(t *testing.T) {
					var f Formula
					f.AddVars(c.vars)
					for _, clause := range c.add {
						f.Add(clause...)
					}
					var text bytes.Buffer
					if err := f.WriteDIMACS(&text, c.notes); err != nil {
						t.Fatal(err)
					}
					input := filepath.Join(folder, fmt.Sprint(k, ".cnf"))
					if err := os.WriteFile(input, text.Bytes(), 0o600); err != nil {
						t.Fatal(err)
					}
					args := append(slices.Clone(solver.args), input)
					if solver.file {
						args = append(args, input+".out")
					}
					out, _ := exec.Command(path, args...).Output() // the exit status is the answer
					if solver.file {
						if out, err = os.ReadFile(input + ".out"); err != nil {
							t.Fatal(err)
						}
					}
					limits := Limits{Vars: max(1, c.vars)}
					model, answer, err := ParseFirst(bytes.NewReader(out), solver.name, limits)
					want := Answer{Status: Satisfiable, Models: 1}
					if c.models == 0 {
						want = Answer{Status: Unsatisfiable, Complete: true}
					}
					if err != nil || answer != want {
						t.Fatalf("answer %+v, %v:\n%s", answer, err, out)
					}
					if answer.Models > 0 {
						if err := model.Check(&f); err != nil {
							t.Errorf("%v:\n%s", err, out)
						}
					}
					if solver.listing == nil || c.vars == 0 {
						return // programs differ when there is nothing to list
					}
					out, _ = exec.Command(path, append(slices.Clone(solver.listing), input)...).Output()
					seen := make(map[string]bool)
					answer, err = ParseAnswer(bytes.NewReader(out), solver.name, limits, func(a Assignment) error {
						seen[literals(a)] = true
						return a.Check(&f)
					})
					if err != nil || len(seen) != c.models || answer.Models != c.models {
						t.Errorf("%d models, %d different, %v:\n%s", answer.Models, len(seen), err, strings.TrimSpace(string(out)))
					}
				})
			}
		})
	}
}
