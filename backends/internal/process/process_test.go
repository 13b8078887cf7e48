//go:build unix

package process_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/exactile/exactile/backends/internal/process"
)

// shell writes a program in sh and returns its engine.
func shell(t *testing.T, name, text string) *process.Engine {
	t.Helper()
	return shellThat(t, name, text, func(*process.Program) {})
}

// shellThat is shell for a program that is set to work in some way.
func shellThat(t *testing.T, name, text string, set func(*process.Program)) *process.Engine {
	t.Helper()
	if _, err := exec.LookPath("sh"); err != nil {
		t.Skip("fake solvers are written in sh, which is not installed")
	}
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte("#!/bin/sh\n"+text), 0o700); err != nil {
		t.Fatal(err)
	}
	known, err := process.Builtin().With("fake.yaml", []byte("programs: [{name: fake-pb, input: opb, solve: ['{formula}']}]"))
	if err != nil {
		t.Fatal(err)
	}
	program, err := known.Find(path)
	if err != nil {
		t.Fatal(err)
	}
	set(program)
	return process.NewEngine(program)
}

func TestAnswers(t *testing.T) {
	for _, c := range []struct {
		name, program, script string
		sat                   bool
		fails                 string // part of the error
	}{
		{name: "model", script: "echo c hello; echo s SATISFIABLE; echo v 1 -2; echo v -3 0; exit 10", sat: true},
		{name: "refuted", script: "echo s UNSATISFIABLE; exit 20"},
		{name: "exit status 0", script: "echo s SATISFIABLE; echo v 1 -2 -3 0", sat: true},
		{name: "open variables", script: "echo s SATISFIABLE; echo v 1 0; exit 10", sat: true},
		{name: "output after the model", script: "echo s SATISFIABLE; echo v 1 0; echo c bye; exit 10", sat: true},
		{name: "result file", program: "minisat", script: `echo noise; printf 'SAT\n1 -2 -3 0\n' >"$3"; exit 10`, sat: true},
		{name: "result file, refuted", program: "minisat", script: `echo UNSAT >"$3"; exit 20`},
		{name: "the formula", script: `grep -q '^p cnf 3 3$' "$1" && echo s UNSATISFIABLE`},

		{name: "nothing", script: "exit 0", fails: "no answer"},
		{name: "nothing but an exit status", script: "exit 20", fails: "no answer"},
		{name: "no result file", program: "minisat", script: "exit 10", fails: "no answer"},
		{name: "unknown", script: "echo s UNKNOWN", fails: "no answer"},
		{name: "two answers", script: "echo s UNSATISFIABLE; exit 10", fails: "exit status 10 means SATISFIABLE"},
		{name: "two answers, the other way", script: "echo s SATISFIABLE; echo v 1 0; exit 20", fails: "exit status 20 means UNSATISFIABLE"},
		{name: "no model", script: "echo s SATISFIABLE; exit 10", fails: "prints none"},
		{name: "half a model", script: "echo s SATISFIABLE; echo v 1 -2; exit 10", fails: "no 0 at its end"},
		{name: "too many variables", script: "echo s SATISFIABLE; echo v 1 4 0; exit 10", fails: "2:5: found a number above 3"},
		{name: "garbage", script: "echo Segmentation fault; exit 10", fails: "its output:1:1"},
		{name: "failure", script: "echo s SATISFIABLE; echo v 1 0; echo out of cheese >&2; exit 3", fails: "exit status 3; stderr: out of cheese"},
		{name: "death half-way", script: "echo s SATISFIABLE; echo v 1 -2 -3 0; kill -9 $$", fails: "killed"},
		{name: "death after the verdict", script: "echo s SATISFIABLE; kill -SEGV $$", fails: "it failed: signal: segmentation fault"},
		{name: "death in the model", script: "echo s SATISFIABLE; echo v 1 -2; kill -ABRT $$", fails: "it failed: signal: aborted"},
		{name: "death after a model", script: "echo s SATISFIABLE; echo v 1 -2 -3 0; kill -SEGV $$", fails: "it failed: signal: segmentation fault"},
		{name: "death in a wrapper", script: "echo s SATISFIABLE; exit 139", fails: "exit status 139 (segmentation fault, as a shell says it), and its output is not an answer: its output reports a model and prints none"},
		{name: "death in a wrapper, after a model", script: "echo s SATISFIABLE; echo v 1 -2 -3 0; exit 134", fails: "exit status 134 (aborted, as a shell says it)"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if c.program == "" {
				c.program = "fake"
			}
			e := shell(t, c.program, c.script)
			addExample(e)
			sat, err := e.Solve(t.Context())
			if c.fails != "" {
				if err == nil || !strings.Contains(err.Error(), c.fails) {
					t.Fatalf("Solve = %v, %v, want an error with %q", sat, err, c.fails)
				}
				if _, again := e.Solve(t.Context()); again == nil {
					t.Error("a second Solve does not fail")
				}
				return
			}
			if sat != c.sat || err != nil {
				t.Fatalf("Solve = %v, %v, want %v", sat, err, c.sat)
			}
			if sat && (!e.Value(1) || e.Value(2) || e.Value(3) || e.Value(-1) || !e.Value(-2) || !e.Value(-3)) {
				t.Error("Value does not give the model back")
			}
		})
	}
}

func TestFind(t *testing.T) {
	if _, err := process.Builtin().Find("no-such-solver"); err == nil || !strings.Contains(err.Error(), `"no-such-solver"`) {
		t.Errorf("Find = %v, want an error that names the program", err)
	}
	file := filepath.Join(t.TempDir(), "notes.txt")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := process.Builtin().Find(file); err == nil {
		t.Error("Find takes a file that cannot be run")
	}
}
