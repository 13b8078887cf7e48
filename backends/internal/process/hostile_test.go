//go:build unix

package process_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/exactile/exactile/backends/internal/process"
	"github.com/exactile/exactile/encode/cnf"
)

// Whatever a program does, Solve ends soon after the deadline at the latest, with
// an error or the truth, in bounded memory, and leaves no file and no process.
func TestHostilePrograms(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("what is promised here is promised on Linux")
	}
	temp := t.TempDir()
	t.Setenv("TMPDIR", temp)
	t.Cleanup(func() { // once all are done
		if left, _ := filepath.Glob(filepath.Join(temp, "exactile-*")); len(left) > 0 {
			t.Errorf("files are left: %v", left)
		}
	})
	for _, c := range []struct {
		name        string
		constraints bool   // it is given those
		fails       string // part of the error; "" is the deadline
	}{
		{name: "hangs"},
		{name: "ignores SIGTERM"},
		{name: "dies half-way", fails: "no 0 at its end"},
		{name: "prints garbage", fails: "its output:1:1"},
		{name: "prints a gigabyte", fails: "far more than an answer"},
		{name: "leaves a child", fails: "left a child"},
		{name: "escapes", fails: "left a child"},
		{name: "grows", fails: "its limit is 64M"},
		{name: "dies half-way, with names", constraints: true, fails: "it failed: signal: killed"},
	} {
		t.Run(fmt.Sprintf("%s, constraints: %t", c.name, c.constraints), func(t *testing.T) {
			t.Parallel()
			p := program(t, "fake", c.name)
			p.Constraints = c.constraints
			if c.name == "grows" {
				skipUnderRace(t)
				p.Memory = 64 << 20
			}
			e := process.NewEngine(p)
			addExample(e)
			// Only what hangs is given a deadline that it meets.
			deadline := 5 * time.Minute
			if c.fails == "" {
				deadline = 300 * time.Millisecond
			}
			ctx, cancel := context.WithTimeout(t.Context(), deadline)
			defer cancel()
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			sat, err := e.Solve(ctx)
			runtime.ReadMemStats(&after)
			if held := int64(after.HeapInuse) - int64(before.HeapInuse); held > 16<<20 {
				t.Errorf("Solve took %d bytes", held)
			}
			switch {
			case c.fails == "" && !errors.Is(err, context.DeadlineExceeded):
				t.Errorf("Solve = %v, %v, want the deadline", sat, err)
			case c.fails != "" && (err == nil || !strings.Contains(err.Error(), c.fails) || !strings.HasPrefix(err.Error(), "fake: ")):
				t.Errorf("Solve = %v, %v, want an error of fake with %q", sat, err, c.fails)
			}
			if c.name == "leaves a child" {
				pid, err := os.ReadFile(filepath.Join(filepath.Dir(p.Path), childFile))
				if err != nil || runs(string(pid)) {
					t.Errorf("its child %s still runs (%v)", pid, err)
				}
			}
		})
	}
}

// skipUnderRace skips a test of memory where the race detector may be on, which
// takes much more than the program.
func skipUnderRace(t *testing.T) {
	t.Helper()
	if testing.Short() {
		t.Skip("the race detector has memory of its own")
	}
}

// runs reports whether a process is there and has not ended.
func runs(pid string) bool {
	for range 1000 {
		text, err := os.ReadFile("/proc/" + pid + "/stat")
		if err != nil || strings.Contains(string(text), ") Z ") {
			return false
		}
		time.Sleep(10 * time.Millisecond)
	}
	return true
}

// The usage of a program is what the system reports.
func TestUsage(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("memory is looked at on Linux")
	}
	skipUnderRace(t)
	p := program(t, "fake", "burns")
	e := process.NewEngine(p)
	addExample(e)
	if sat, err := e.Solve(t.Context()); !sat || err != nil {
		t.Fatalf("Solve = %v, %v", sat, err)
	}
	used := e.Used()
	// An answer is an answer, however near the limit the program came.
	p.Memory = used.Memory / 100 * 107
	near := process.NewEngine(p)
	addExample(near)
	if sat, err := near.Solve(t.Context()); !sat || err != nil {
		t.Errorf("Solve with %d of %d bytes = %v, %v", used.Memory, p.Memory, sat, err)
	}
	if used.CPU < 300*time.Millisecond || used.CPU > 3*time.Second {
		t.Errorf("it used %v of CPU time, and burnt 300 ms", used.CPU)
	}
	if used.Memory < 100<<20 || used.Memory > 150<<20 {
		t.Errorf("it used %d bytes, and filled 100 MB", used.Memory)
	}
}

// Listings: complete ones, ones that are cut short in every way, and one whose
// receiver has enough.
func TestModels(t *testing.T) {
	t.Parallel()
	const two = `v 1 -2 -3 0\nv 1 2 -3 0\n`
	for _, c := range []struct {
		name, program, say string
		models             int
		fails              string
	}{
		{name: "all", program: "clasp", say: `30:` + two + `s SATISFIABLE\n`, models: 2},
		{name: "none", program: "clasp", say: `20:s UNSATISFIABLE\n`},
		{name: "all, as it says itself", program: "picosat", say: `20:s SATISFIABLE\n` + two + `s SOLUTIONS 2\n`, models: 2},
		{name: "none, as it says itself", program: "picosat", say: `20:s SOLUTIONS 0\n`},
		{name: "some", program: "clasp", say: `10:` + two + `s SATISFIABLE\n`, models: 2, fails: "did not report that there are no others"},
		{name: "stopped", program: "clasp", say: `1:` + two, models: 2, fails: "exit status 1"},
		{name: "nothing", program: "clasp", say: `30:`, fails: "no answer"},
		{name: "says one thing and does another", program: "picosat", say: `20:` + two + `s SATISFIABLE\n`, models: 2, fails: "its exit status 20 means UNSATISFIABLE"},
		{name: "miscounts", program: "picosat", say: `20:s SATISFIABLE\n` + two + `s SOLUTIONS 3\n`, models: 2, fails: "3 models announced"},
		{name: "leaves a variable open", program: "clasp", say: `30:v 1 -3 0\ns SATISFIABLE\n`, fails: "leaves variable 2 open"},
		{name: "half a model", program: "clasp", say: `30:v 1 -2 -3 0\nv 1 2`, models: 1, fails: "no 0 at its end"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			e := process.NewEngine(program(t, c.program, c.say))
			e.Add(1, 2)
			e.Reserve(3)
			if most, ok := e.Lists(); !ok || most > 0 != (c.program == "picosat") {
				t.Fatalf("Lists = %d, %v", most, ok)
			}
			models := 0
			var failed error
			for value, err := range e.Models(t.Context()) {
				if err != nil {
					failed = err
					break
				}
				if !value(1) || value(3) {
					t.Error("a model is not what the program printed")
				}
				models++
			}
			if models != c.models {
				t.Errorf("%d models, want %d", models, c.models)
			}
			if (failed == nil) != (c.fails == "") || failed != nil && !strings.Contains(failed.Error(), c.fails) {
				t.Errorf("the error is %v, want %q", failed, c.fails)
			}
		})
	}
	t.Run("one is enough", func(t *testing.T) {
		t.Parallel()
		e := process.NewEngine(program(t, "clasp", "30:"+strings.Repeat(`v 1 -2 -3 0\n`, 1000)+`s SATISFIABLE\n`))
		e.Reserve(3)
		for range e.Models(t.Context()) {
			break
		}
		if sat, err := e.Solve(t.Context()); err == nil && !sat {
			t.Error("the engine takes the end of the listing for an answer")
		}
	})
	t.Run("hangs", func(t *testing.T) {
		t.Parallel()
		e := process.NewEngine(program(t, "clasp", "hangs"))
		e.Reserve(3)
		ctx, cancel := context.WithTimeout(t.Context(), 200*time.Millisecond)
		defer cancel()
		for _, err := range e.Models(ctx) {
			if !errors.Is(err, context.DeadlineExceeded) {
				t.Errorf("the error is %v, want the deadline", err)
			}
		}
	})
}

// Counters, in all ways of saying a number and of saying none.
func TestParseCount(t *testing.T) {
	t.Parallel()
	huge := strings.Repeat("9", 400)
	for _, c := range []struct {
		name, say string
		want      string
		fails     string
	}{
		{name: "s mc", say: `0:c hello\ns SATISFIABLE\ns mc 12988816\n`, want: "12988816"},
		{name: "competition", say: `10:s SATISFIABLE\nc s type mc\nc s log10-estimate 7.1\nc s exact arb int 12\n`, want: "12"},
		{name: "d4", say: `0:c [COUNTER]\ns 4\n`, want: "4"},
		{name: "bare", say: `0:# solutions\n131\n# END\n`, want: "131"},
		{name: "twice the same", say: `0:s mc 7\nc s exact arb int 7\n`, want: "7"},
		{name: "carriage returns", say: "0:s mc 7\r\n", want: "7"},
		{name: "huge", say: "0:s mc " + huge, want: huge},
		{name: "none", say: `20:s UNSATISFIABLE\nc s exact arb int 0\n`, want: "0"},
		{name: "ganak, projected", say: `0:s SATISFIABLE\nc s type pmc\nc s log10-estimate 1.55630\nc s exact arb int 36\nc s pac guarantees epsilon: 0 delta: 0\n`, want: "36"},
		{name: "sharpSAT-TD", say: `0:c o Preprocessed. 0.01s Vars: 20 Clauses: 64 Free vars: 0\nc o Solved in 1.02 seconds.\ns SATISFIABLE\nc s type mc\nc s log10-estimate 1.556302500767287\nc s exact arb int 36\n`, want: "36"},
		{name: "approxmc", say: `0:c ind 1 2 3 0\nc [appmc] Number of solutions is: 48*2**3\ns SATISFIABLE\ns mc 384\n`, want: "384"},
		{name: "the second d4, none", say: `0:s UNSATISFIABLE\nc s type mc\nc s log10-estimate -inf\nc s exact quadruple int 0\n`, want: "0"},
		{name: "none, in words", say: `20:s UNSATISFIABLE\n`, want: "0"},

		{name: "an estimate", say: `0:s SATISFIABLE\nc s type mc\nc s approx arb int 37\n`, fails: "prints an estimate"},
		{name: "silent", say: `0:`, fails: "without a count"},
		{name: "comments", say: `0:c 12\nthe answer is 12\n`, fails: "without a count"},
		{name: "two counts", say: `0:s mc 7\ns mc 8\n`, fails: "two counts, 7 and 8"},
		{name: "two answers", say: `0:s UNSATISFIABLE\ns mc 8\n`, fails: "prints UNSATISFIABLE and counts 8"},
		{name: "two answers, the other way", say: `0:s SATISFIABLE\ns mc 0\n`, fails: "prints SATISFIABLE and counts 0"},
		{name: "two statuses", say: `0:s SATISFIABLE\ns UNSATISFIABLE\n`, fails: "SATISFIABLE and UNSATISFIABLE"},
		{name: "against its exit status", say: `20:s mc 8\n`, fails: "its exit status 20 means UNSATISFIABLE"},
		{name: "failure", say: `1:s mc 8\n`, fails: "exit status 1"},
		{name: "below zero", say: `0:s mc -8\n`, fails: "without a count"},
		{name: "a fraction", say: `0:s mc 8.5\n`, fails: "without a count"},
		{name: "a line too long for any count", say: "0:s mc " + strings.Repeat("9", 1<<20), fails: "without a count"},
	} {
		t.Run(c.name, func(t *testing.T) {
			code, said, _ := strings.Cut(c.say, ":")
			status, err := strconv.Atoi(code)
			if err != nil {
				t.Fatal(err)
			}
			n, err := process.ParseCount(strings.ReplaceAll(said, `\n`, "\n"), status)
			if c.fails != "" {
				if err == nil || !strings.Contains(err.Error(), c.fails) {
					t.Fatalf("ParseCount = %v, %v, want an error with %q", n, err, c.fails)
				}
				return
			}
			if err != nil || n.String() != c.want {
				t.Errorf("ParseCount = %v, %v, want %s", n, err, c.want)
			}
		})
	}
}

func TestCount(t *testing.T) {
	t.Parallel()
	for say, want := range map[string]string{"0:s mc 1": "1", "10:s SATISFIABLE": ""} {
		e := process.NewEngine(program(t, "ganak", say))
		addExample(e)
		if n, err := e.Count(t.Context(), []cnf.Lit{1}); (err == nil) != (want != "") || err == nil && n.String() != want {
			t.Errorf("Count = %v, %v, want %q", n, err, want)
		}
	}
}

// A program that cannot count is not run for a count, and one that counts shows no model.
func TestProfilesAreObeyed(t *testing.T) {
	t.Parallel()
	solver, counter := process.NewEngine(program(t, "minisat", "hangs")), process.NewEngine(program(t, "ganak", "hangs"))
	if _, err := solver.Count(t.Context(), nil); err == nil || !strings.Contains(err.Error(), "does not count") {
		t.Errorf("Count by a solver: %v", err)
	}
	if _, err := counter.Solve(t.Context()); err == nil || !strings.Contains(err.Error(), "prints none") {
		t.Errorf("Solve by a counter: %v", err)
	}
	for _, err := range process.NewEngine(program(t, "minisat", "hangs")).Models(t.Context()) {
		if err == nil || !strings.Contains(err.Error(), "does not list") {
			t.Errorf("Models of a program that cannot list: %v", err)
		}
	}
}

func TestVersion(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		program, say string
		want         string
		fails        bool
	}{
		{"clasp", "version", "9.9.9", false},
		{"cadical", `0:2.1.3\n`, "2.1.3", false},
		{"cadical", `0:usage: cadical\n`, "", true},
		{"minisat", "hangs", "", false}, // has no such question
		{"clasp", "hangs", "", true},
		{"clasp", "prints a gigabyte", "", true},
		{"clasp", "dies half-way", "", true},
	} {
		t.Run(c.program+" "+strconv.Quote(c.say), func(t *testing.T) {
			t.Parallel()
			ctx, cancel := t.Context(), context.CancelFunc(func() {})
			if c.say == "hangs" {
				ctx, cancel = context.WithTimeout(ctx, 200*time.Millisecond)
			}
			defer cancel()
			got, err := program(t, c.program, c.say).Version(ctx)
			if got != c.want || (err != nil) != c.fails {
				t.Errorf("Version = %q, %v, want %q", got, err, c.want)
			}
		})
	}
}
