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

	"github.com/exactile/exactile/cmd/exactile/internal/network"
	"github.com/exactile/exactile/cmd/exactile/internal/verbs"
	"github.com/exactile/exactile/internal/contain"
	"github.com/exactile/exactile/internal/testkit"
	"github.com/exactile/exactile/internal/testkit/fakesolver"
	"github.com/rogpeppe/go-internal/testscript"
)

func TestMain(m *testing.M) {
	contain.Watch() // before this binary takes itself for another program
	testkit.CollectSeldom()
	testscript.Main(testkit.Counted{Tests: m}, programs)
}

// programs are the programs for scripts and tests, by name.
var programs = map[string]func(){
	"exactile":      main,
	"exactile-nats": func() { os.Exit(another()) },
	"forgetful":     func() { os.Exit(fakesolver.Run("forgets")) },
	"hang":          func() { os.Exit(fakesolver.Run("hangs")) },
	"once":          func() { os.Exit(once()) },
	"starved":       func() { os.Exit(starved()) },
	"tally": func() {
		time.Sleep(time.Second / 4) // a shorter run's memory is not seen on a busy machine
		os.Exit(fakesolver.Run("counts all"))
	},
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
		Setup: func(e *testscript.Env) error { // inputs of other people's work, and our puzzles
			field, err := filepath.Abs(filepath.Join("testdata", "field"))
			e.Setenv("FIELD", field)
			e.Setenv("PUZZLES", filepath.Join(field, "..", "..", "..", "..", "testdata"))
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

// once is a SAT solver that finds a solution and makes the file that EXACTILE_ONCE names; if
// that file exists, it prints nothing for an hour.
func once() int {
	marker := os.Getenv("EXACTILE_ONCE")
	if _, err := os.Stat(marker); err == nil {
		time.Sleep(time.Hour)
	}
	code := fakesolver.Run("solves")
	if code == 10 {
		if err := os.WriteFile(marker, nil, 0o600); err != nil {
			fmt.Fprintln(os.Stderr, err)
			return 1
		}
	}
	return code
}

// starved is a SAT solver on a busy machine: for each moment that it works it waits for two. On a
// machine that is busy itself it gets a fraction of that, which must stay above the twentieth from
// which on it would hardly run at all.
func starved() int {
	for range 60 {
		for before := contain.CPU(); contain.CPU()-before < 10*time.Millisecond; {
		}
		time.Sleep(20 * time.Millisecond)
	}
	return fakesolver.Run("solves")
}
