package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/exactile/exactile/backends/registry"
	"github.com/exactile/exactile/backends/sat"
	"github.com/exactile/exactile/cmd/exactile/internal/network"
	"github.com/exactile/exactile/cmd/exactile/internal/verbs"
	"github.com/exactile/exactile/encode/cnf"
	"github.com/exactile/exactile/internal/contain"
	"github.com/exactile/exactile/internal/dimacs"
	"github.com/exactile/exactile/internal/thorough"
)

func TestMain(m *testing.M) {
	contain.Watch() // before this binary takes itself for another program
	thorough.CollectSeldom()
	testscript.Main(m, programs)
}

// programs are the programs for scripts and tests, by name.
var programs = map[string]func(){
	"exactile":      main,
	"exactile-nats": func() { os.Exit(another()) },
	"forgetful":     func() { os.Exit(forgetful()) },
	"hang":          func() { time.Sleep(time.Hour) },
	"once":          func() { os.Exit(once()) },
	"starved":       func() { os.Exit(starved()) },
	"tally":         func() { os.Exit(tally()) },
}

// run runs a command line in this process, without a network.
func run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	connect := func() (network.Network, error) { return nil, errors.New("tests have no network") }
	return verbs.Run(ctx, connect, args, stdin, stdout, stderr)
}

// another takes the place of exactile-nats: it prints its arguments and its input, and fails.
func another() int {
	words, err := json.Marshal(os.Args[1:])
	fmt.Printf("%s ", words)
	_, copied := io.Copy(os.Stdout, os.Stdin)
	if err = errors.Join(err, copied); err != nil {
		fmt.Fprintln(os.Stderr, err)
	}
	fmt.Fprintln(os.Stderr, "fails")
	return 7
}

// TestScripts runs the command as a user does, with one script for each verb.
func TestScripts(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob(filepath.Join("testdata", "script", "*.txtar"))
	if err != nil || len(files) < 10 {
		t.Fatalf("%d scripts, %v", len(files), err)
	}
	if testing.Short() {
		// Every command is a process of its own, which the race detector makes slow
		// to start: those that search with several goroutines are enough for it.
		files = slices.DeleteFunc(files, func(file string) bool {
			name := strings.TrimSuffix(filepath.Base(file), ".txtar")
			return !slices.Contains([]string{"branch", "certify", "checkpoint", "compare", "count", "outside", "portfolio", "solve", "verify"}, name)
		})
	}
	// What starts many programs, or waits for one that hangs, begins first: in the end none of
	// them runs alone.
	slow := []string{"compare", "outside", "study", "published", "verify", "completeness", "cluster"}
	isSlow := func(file string) bool {
		return slices.Contains(slow, strings.TrimSuffix(filepath.Base(file), ".txtar"))
	}
	rest := slices.DeleteFunc(slices.Clone(files), isSlow)
	files = append(slices.DeleteFunc(files, func(file string) bool { return !isSlow(file) }), rest...)
	testscript.Run(t, testscript.Params{
		Files:               files,
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Setup: func(e *testscript.Env) error { // inputs of other people's work
			field, err := filepath.Abs(filepath.Join("testdata", "field"))
			e.Setenv("FIELD", field)
			return err
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){"status": endsWith},
		Condition: func(condition string) (bool, error) {
			if condition == "full" { // a device on which every write fails
				_, err := os.Stat("/dev/full")
				return err == nil, nil
			}
			return false, fmt.Errorf("unknown condition %q", condition)
		},
	})
}

// endsWith is the command "status N program arguments..." of scripts: the program must end
// with N, which "exec" does not tell from other failures.
func endsWith(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: status N program [arguments...]")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	got := 0
	err = ts.Exec(args[1], args[2:]...)
	if failure, ok := errors.AsType[*exec.ExitError](err); ok {
		got = failure.ExitCode()
	} else {
		ts.Check(err)
	}
	if got != want {
		ts.Fatalf("%s ended with the status %d, want %d", args[1], got, want)
	}
}

// formulaArgument reads the formula in the file that is a program's last argument.
func formulaArgument() (*cnf.Formula, error) {
	file, err := os.Open(os.Args[len(os.Args)-1])
	if err != nil {
		return nil, err
	}
	defer file.Close()
	formula, _, err := dimacs.Read(file)
	return formula, err
}

// tally is a model counter that knows nothing of projections.
func tally() int {
	if len(os.Args) == 2 && os.Args[1] == "--version" {
		fmt.Println("c tally, version 1.2")
		return 0
	}
	formula, err := formulaArgument()
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	e := newSolver()
	for clause := range formula.Clauses() {
		e.Add(clause...)
	}
	for n := 0; ; n++ {
		sat, err := e.Solve(context.Background())
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			return 1
		}
		if !sat {
			fmt.Printf("c s exact arb int %d\n", n)
			return 0
		}
		var block []cnf.Lit
		for v := 1; v <= formula.NumVars(); v++ {
			l := cnf.Lit(v)
			if e.Value(l) {
				l = l.Not()
			}
			block = append(block, l)
		}
		e.Add(block...)
	}
}

// forgetful is a SAT solver that never makes variable 1 true: it loses the solutions with
// placement 1.
func forgetful() int {
	formula, err := formulaArgument()
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	e := newSolver()
	for clause := range formula.Clauses() {
		e.Add(clause...)
	}
	e.Add(-1)
	return answer(e, formula.NumVars())
}

// once is a SAT solver that finds a solution and makes the file that EXACTILE_ONCE names; if
// that file exists, it prints nothing for an hour.
func once() int {
	marker := os.Getenv("EXACTILE_ONCE")
	if _, err := os.Stat(marker); err == nil {
		time.Sleep(time.Hour)
	}
	formula, err := formulaArgument()
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	e := newSolver()
	for clause := range formula.Clauses() {
		e.Add(clause...)
	}
	code := answer(e, formula.NumVars())
	if code == 10 {
		if err := os.WriteFile(marker, nil, 0o600); err != nil {
			fmt.Fprintln(os.Stderr, err)
			return 1
		}
	}
	return code
}

// starved is a SAT solver on a busy machine: for each moment that it works it waits
// for four.
func starved() int {
	formula, err := formulaArgument()
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	e := newSolver()
	for clause := range formula.Clauses() {
		e.Add(clause...)
	}
	for range 50 {
		for before := contain.CPU(); contain.CPU()-before < 10*time.Millisecond; {
		}
		time.Sleep(40 * time.Millisecond)
	}
	return answer(e, formula.NumVars())
}

// newSolver returns an engine for the fake programs of the tests.
func newSolver() sat.Engine {
	b, err := registry.Lookup("gini", registry.Options{})
	if err != nil {
		panic(err)
	}
	return b.(sat.Backend).New()
}

// answer prints what an engine finds as SAT solvers do and returns their exit
// status.
func answer(e sat.Engine, variables int) int {
	sat, err := e.Solve(context.Background())
	switch {
	case err != nil:
		fmt.Fprintln(os.Stderr, err)
		return 1
	case !sat:
		fmt.Println("s UNSATISFIABLE")
		return 20
	}
	fmt.Print("s SATISFIABLE\nv")
	for v := 1; v <= variables; v++ {
		l := cnf.Lit(v)
		if !e.Value(l) {
			l = -l
		}
		fmt.Printf(" %d", l)
	}
	fmt.Println(" 0")
	return 10
}
