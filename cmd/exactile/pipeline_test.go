package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/exactile/exactile/cmd/exactile/internal/cli"
	"github.com/exactile/exactile/internal/thorough"
)

// exactile runs the command in this process and returns what it printed.
func exactile(t *testing.T, want int, stdin string, args ...string) string {
	t.Helper()
	var stdout, stderr bytes.Buffer
	if got := run(t.Context(), args, strings.NewReader(stdin), &stdout, &stderr); got != want {
		t.Fatalf("exactile %s: exit status %d, want %d: %s%s", strings.Join(args, " "), got, want, stdout.String(), stderr.String())
	}
	return stdout.String()
}

// A satSolver reads a formula and prints an answer.
type satSolver struct {
	program string
	args    []string // before the formula
	file    bool     // the answer goes to a file behind the formula
	slow    bool     // it takes half a minute for the pentominoes
}

// answers exports a puzzle, has the solver solve it, and returns the file of its answer.
func (s satSolver) answers(t *testing.T, puzzle string, export ...string) string {
	t.Helper()
	dir := t.TempDir()
	formula, answer := filepath.Join(dir, "p.cnf"), filepath.Join(dir, "p.out")
	exactile(t, cli.Done, "", append([]string{"export", puzzle, "-o", formula}, export...)...)
	args := append(slices.Clone(s.args), formula)
	if s.file {
		args = append(args, answer)
	}
	// Solvers exit with 10 and 20; what they say is what counts.
	output, err := exec.CommandContext(t.Context(), s.program, args...).Output()
	if _, exited := err.(*exec.ExitError); err != nil && !exited {
		t.Fatal(err)
	}
	if !s.file {
		if err := os.WriteFile(answer, output, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return answer
}

// Every SAT solver reads the output of export; decode draws its answer and check accepts it:
// with a solution, and without one.
func TestPipelines(t *testing.T) {
	t.Parallel()
	for _, solver := range []satSolver{
		{program: "minisat", args: []string{"-verb=0"}, file: true},
		{program: "cadical", args: []string{"-q"}},
		{program: "picosat", slow: true},
		{program: "cryptominisat5", args: []string{"--verb=0"}},
		{program: "clasp", args: []string{"--verbose=0"}},
		{program: "kissat", args: []string{"-q"}},
	} {
		t.Run(solver.program, func(t *testing.T) {
			if testing.Short() && solver.program != "cadical" {
				t.Skip("one solver is enough for a short run")
			}
			if _, err := exec.LookPath(solver.program); err != nil {
				t.Skipf("%s is not on the PATH", solver.program)
			}
			for _, test := range []struct {
				puzzle string
				export []string
				code   int
			}{
				{"pentominoes:6x10", nil, cli.Done},
				{"pentominoes:6x10", []string{"--encoding", "sequential", "--free-aux"}, cli.Done},
				{"cilada:7", []string{"--encoding", "pairwise", "--no-reduce"}, cli.Done},
				{"dominoes:8x8", nil, cli.Done},
				{"dominoes:5x5", nil, cli.NoSolution},
			} {
				if (solver.slow || !thorough.Asked() && solver.program != "minisat" || testing.Short()) && test.puzzle == "pentominoes:6x10" {
					continue
				}
				drawing := exactile(t, test.code, "", "decode", test.puzzle, solver.answers(t, test.puzzle, test.export...))
				if test.code == cli.Done {
					exactile(t, cli.Done, drawing, "check", test.puzzle, "-")
				} else if !strings.HasPrefix(drawing, "no solution, says the solver; ") {
					t.Errorf("%s: decode draws %q, want no solution", test.puzzle, drawing)
				}
			}
		})
	}
}
