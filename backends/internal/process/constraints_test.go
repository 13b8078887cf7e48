//go:build unix

package process_test

import (
	"strings"
	"testing"

	"github.com/exactile/exactile/backends/internal/process"
	"github.com/exactile/exactile/encode/cnf"
)

// constrained is shell for a program that gets constraints, of variables 1 to 3: at most
// one of them holds, 1 or 2 does, and 2 does not.
func constrained(t *testing.T, name, text string) *process.Engine {
	t.Helper()
	e := shellThat(t, name, text, func(p *process.Program) { p.Constraints = true })
	e.AddAtMost([]cnf.Lit{1, 2, 3}, 1)
	e.Add(1, 2)
	e.Add(-2)
	return e
}

// What pseudo-Boolean solvers are given, and what they answer.
func TestConstraints(t *testing.T) {
	const formula = `* #variable= 3 #constraint= 3
-1 x1 -1 x2 -1 x3 >= -1 ;
+1 x1 +1 x2 >= 1 ;
-1 x2 >= 0 ;
`
	for _, c := range []struct {
		name, script string
		sat          bool
		fails        string // part of the error
	}{
		{name: "model", script: "echo c hello; echo s SATISFIABLE; echo v x1 -x2; echo v -x3; exit 10", sat: true},
		{name: "the best model", script: "echo o 0; echo s OPTIMUM FOUND; echo v x1 -x2 -x3; exit 30", sat: true},
		{name: "refuted", script: "echo s UNSATISFIABLE; exit 20"},
		{name: "open variables", script: "echo s SATISFIABLE; echo v x1", sat: true},
		{name: "the formula", script: "case $1 in *.opb) ;; *) exit 1;; esac\nprintf '" +
			strings.ReplaceAll(formula, "\n", `\n`) + `' | cmp -s - "$1" && echo s UNSATISFIABLE`},

		{name: "beyond it", script: "echo s UNSUPPORTED", fails: "no answer"},
		{name: "half a word", script: "echo s OPTIMUM", fails: "want FOUND"},
		{name: "no model", script: "echo s SATISFIABLE; exit 10", fails: "prints none"},
		{name: "too many variables", script: "echo s SATISFIABLE; echo v x1 x4", fails: "2:6: found a number above 3"},
		{name: "numbers and names", script: "echo s SATISFIABLE; echo v x1 2 0", fails: "a model of numbers and of names"},
		{name: "two answers", script: "echo s SATISFIABLE; echo v x1; exit 20", fails: "exit status 20 means UNSATISFIABLE"},
		{name: "death in the model", script: "echo s SATISFIABLE; echo v x1; kill -ABRT $$", fails: "it failed: signal: aborted"},
	} {
		t.Run(c.name, func(t *testing.T) {
			e := constrained(t, "fake-pb", c.script)
			sat, err := e.Solve(t.Context())
			if c.fails != "" {
				if err == nil || !strings.Contains(err.Error(), c.fails) {
					t.Fatalf("Solve = %v, %v, want an error with %q", sat, err, c.fails)
				}
				return
			}
			if sat != c.sat || err != nil {
				t.Fatalf("Solve = %v, %v, want %v", sat, err, c.sat)
			}
			if sat && (!e.Value(1) || e.Value(2) || e.Value(3)) {
				t.Error("Value does not give the model back")
			}
		})
	}
}

// A model that is cut short in a listing is found out, although no 0 is missing.
func TestConstraintListings(t *testing.T) {
	for _, c := range []struct {
		script string
		models int
		fails  string
	}{
		{"echo v x1 -x2 -x3; echo v -x1 x2 -x3; echo s SATISFIABLE; exit 30", 2, ""},
		{"echo s UNSATISFIABLE; exit 20", 0, ""},
		{"echo v x1 -x2 -x3; echo v x1 -x2; exit 30", 1, "model 2 leaves variable 3 open"},
		{"echo v x1 -x2 -x3; echo v -x1 x2 -x3; echo s SATISFIABLE; exit 10", 2, "did not report that there are no others"},
	} {
		e := constrained(t, "clasp", c.script)
		models := 0
		var failed error
		for _, err := range e.Models(t.Context()) {
			if failed = err; err == nil {
				models++
			}
		}
		if models != c.models || (failed == nil) != (c.fails == "") || failed != nil && !strings.Contains(failed.Error(), c.fails) {
			t.Errorf("%s: %d models, %v; want %d, %q", c.script, models, failed, c.models, c.fails)
		}
	}
}

// A program that reads clauses gets no bounds.
func TestClausesTakeNoBounds(t *testing.T) {
	e := shell(t, "fake", "echo s UNSATISFIABLE")
	e.AddAtMost([]cnf.Lit{1, 2}, 1)
	if sat, err := e.Solve(t.Context()); err == nil {
		t.Errorf("Solve = %v, want an error", sat)
	}
}
