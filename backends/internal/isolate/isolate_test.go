package isolate_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"os"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/exactile/exactile/backends/internal/gini"
	"github.com/exactile/exactile/backends/internal/gophersat"
	"github.com/exactile/exactile/backends/internal/isolate"
	"github.com/exactile/exactile/encode/cnf"
	"github.com/exactile/exactile/internal/contain"
	"go.uber.org/goleak"
)

// serveFlag makes this test binary a server of the engine that follows it.
const serveFlag = "-serve-engine"

func TestMain(m *testing.M) {
	contain.Watch()
	if len(os.Args) == 3 && os.Args[1] == serveFlag {
		os.Exit(serve(os.Args[2]))
	}
	goleak.VerifyTestMain(m)
}

func serve(name string) int {
	newSolver := func() isolate.Solver { return &broken{way: name} }
	switch name {
	case "gini":
		newSolver = func() isolate.Solver { return gini.New() }
	case "gophersat":
		newSolver = func() isolate.Solver { return gophersat.New() }
	case "is no engine":
		fmt.Println("usage: something else")
		return 0
	case "prints without end":
		for {
			if _, err := os.Stdout.WriteString(strings.Repeat("x", 1<<16)); err != nil {
				return 1
			}
		}
	case "does not read":
		time.Sleep(time.Hour)
	case "closes its output":
		_ = os.Stdout.Close()
		time.Sleep(time.Hour)
	case "closes its input":
		_ = os.Stdin.Close()
		time.Sleep(time.Hour)
	}
	if say, ok := strings.CutPrefix(name, "says "); ok {
		fmt.Print(say)
		_, _ = io.Copy(io.Discard, os.Stdin)
		return 0
	}
	if model, ok := strings.CutPrefix(name, "has a model with "); ok {
		_ = json.NewEncoder(os.Stdout).Encode(isolate.AnswerWith(model))
		_, _ = io.Copy(io.Discard, os.Stdin)
		return 0
	}
	if err := isolate.Serve(newSolver, os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return 0
}

// broken is a solver that does something bad when it is queried.
type broken struct{ way string }

func (*broken) Add(...cnf.Lit) {}

func (*broken) Value(cnf.Lit) bool { return false }

func (b *broken) Solve(ctx context.Context) (bool, error) {
	switch b.way {
	case "ends the process":
		log.Fatal("the library has had enough")
	case "panics":
		panic("index out of range")
	case "exits in silence":
		os.Exit(0)
	case "hangs":
		select {} // whatever ctx says
	case "grows":
		var held [][]byte
		for {
			page := make([]byte, 1<<20)
			for k := 0; k < len(page); k += 4096 {
				page[k] = 1
			}
			held = append(held, page)
			runtime.KeepAlive(held)
		}
	case "fails":
		return false, errors.New("gave\nup")
	case "fails at length":
		return false, errors.New(strings.Repeat("no ", 1<<16))
	}
	return false, nil
}

// newPool returns a pool of servers of that name, closed at the end of the test.
func newPool(t *testing.T, ctx context.Context, name string, memory int64) *isolate.Pool {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	p := isolate.NewPool(ctx, name, []string{self, serveFlag, name}, memory)
	t.Cleanup(func() { p.Close() })
	return p
}

func TestEngines(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"gini", "gophersat"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := newPool(t, t.Context(), name, 0)
			for range 3 { // the process serves one engine after the other
				serves(t, p)
			}
			if n := p.Started(); n != 1 {
				t.Errorf("%d processes were started, want one", n)
			}
			if used := p.Close(); used.CPU <= 0 {
				t.Errorf("the process used %+v, want some CPU time", used)
			}
		})
	}
	t.Run("cardinality", func(t *testing.T) {
		e := isolate.NewEngine(newPool(t, t.Context(), "gophersat", 0))
		e.AddAtMost([]cnf.Lit{1, 2, 3}, 1)
		e.Add(1, 2)
		e.Add(3)
		if sat, err := e.Solve(t.Context()); sat || err != nil {
			t.Errorf("Solve = %v, %v, want false", sat, err)
		}
	})
	t.Run("what an engine does not have", func(t *testing.T) {
		p := newPool(t, t.Context(), "gini", 0)
		e := isolate.NewEngine(p)
		e.AddAtMost([]cnf.Lit{1, 2, 3}, 1)
		if _, err := e.Solve(t.Context()); err == nil || !strings.Contains(err.Error(), "no cardinality constraints") {
			t.Errorf("Solve: %v, want an error of cardinality constraints", err)
		}
	})
	t.Run("side by side", func(t *testing.T) {
		p := newPool(t, t.Context(), "gophersat", 0)
		var all sync.WaitGroup
		for k := range 3 {
			all.Go(func() {
				e := isolate.NewEngine(p)
				defer e.Close()
				e.Add(cnf.Lit(k + 1))
				if sat, err := e.Solve(t.Context()); !sat || err != nil || !e.Value(cnf.Lit(k+1)) {
					t.Errorf("Solve = %v, %v, Value(%d) = %v, want true and true", sat, err, k+1, e.Value(cnf.Lit(k+1)))
				}
			})
		}
		all.Wait()
	})
}

// serves adds clauses to an engine of the pool until nothing is left, queries it in between,
// and closes it.
func serves(t *testing.T, p *isolate.Pool) {
	t.Helper()
	e := isolate.NewEngine(p)
	e.Add(1, 2)
	e.Add(-2)
	e.Add(-3, 2)
	solves(t, e, map[cnf.Lit]bool{1: true, 2: false, -1: false, 3: false, 4: false, -4: true})
	e.Add(-1, 4)
	solves(t, e, map[cnf.Lit]bool{4: true})
	e.Add(-4)
	for range 2 {
		if sat, err := e.Solve(t.Context()); sat || err != nil {
			t.Fatalf("Solve = %v, %v, want false", sat, err)
		}
	}
	if err := e.Close(); err != nil {
		t.Fatal(err)
	}
	if sat, err := e.Solve(t.Context()); err == nil {
		t.Errorf("Solve of an engine that was closed = %v, want an error", sat)
	}
}

// solves has the engine find a model with the values.
func solves(t *testing.T, e *isolate.Engine, values map[cnf.Lit]bool) {
	t.Helper()
	if sat, err := e.Solve(t.Context()); !sat || err != nil {
		t.Fatalf("Solve = %v, %v, want true", sat, err)
	}
	for l, want := range values {
		if got := e.Value(l); got != want {
			t.Fatalf("Value(%d) = %v, want %v", l, got, want)
		}
	}
}

// Whatever an engine does is an error that names it, in time, and nothing stays
// behind (TestMain looks for goroutines).
func TestBrokenEngines(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, fails string }{
		{"ends the process", "exit status 1; stderr: "},
		{"panics", "exit status 2; stderr: panic: index out of range"},
		{"exits in silence", "its process failed: unexpected EOF"},
		{"grows", "it used "},
		{"fails", "isolated: gave up"},
		{"fails at length", "isolated: no no no"},
		{"closes its output", "it closed its output"},
		{"closes its input", "it closed its input"},
		{"is no engine", "its process failed: "}, // it may have ended before it is asked
		{"prints without end", "its answer is malformed"},
		{"does not read", ""},
		{"hangs", ""},
		{`says {"Model":"A`, ""}, // half of something, and waits
		{"says nothing sensible", "its answer is malformed"},
		{"has a model with 0", "its model has 0 bytes, want 1"},
		{"has a model with 2", "its model has 2 bytes, want 1"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			memory := int64(0)
			if c.name == "grows" {
				if runtime.GOOS != "linux" || testing.Short() {
					t.Skip("memory is limited on Linux; the race detector, which short tests may run with, has its own")
				}
				memory = 96 << 20
			}
			const patient = 5 * time.Minute
			deadline := patient
			if c.fails == "" {
				deadline = 300 * time.Millisecond
			}
			ctx, cancel := context.WithTimeout(t.Context(), deadline)
			defer cancel()
			p := newPool(t, ctx, c.name, memory)
			if strings.HasPrefix(c.name, "closes ") {
				p.Hurry()
			}
			e := isolate.NewEngine(p)
			defer e.Close()
			e.Add(1, 2, 3)
			if c.name == "closes its input" {
				for range 1 << 17 { // or what is asked is in the pipe by then
					e.Add(1, 2, 3)
				}
			}
			sat, err := e.Solve(ctx)
			switch {
			case deadline < patient && !errors.Is(err, context.DeadlineExceeded):
				t.Errorf("Solve = %v, %v, want the deadline", sat, err)
			case deadline == patient && (err == nil || !strings.Contains(err.Error(), c.fails) || !strings.HasPrefix(err.Error(), c.name+", isolated: ")):
				t.Errorf("Solve = %v, %v, want an error of %s with %q", sat, err, c.name, c.fails)
			}
			if _, again := e.Solve(t.Context()); again == nil {
				t.Error("a second Solve does not fail")
			}
		})
	}
}

// A process that was killed when it had just answered serves no other engine.
func TestStoppedAtTheLastMoment(t *testing.T) {
	t.Parallel()
	p := newPool(t, t.Context(), "gini", 0)
	for range 2 {
		e := isolate.NewEngine(p)
		e.Add(1, 2)
		if sat, err := e.Solve(t.Context()); !sat || err != nil {
			t.Fatalf("Solve = %v, %v", sat, err)
		}
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		p.OnAnswer(cancel)
		if sat, err := e.Solve(ctx); sat || !errors.Is(err, context.Canceled) {
			t.Errorf("Solve = %v, %v, want the end of the context", sat, err)
		}
		e.Close()
	}
}

// A process whose engine has failed is not kept until the pool is closed.
func TestFailedEnginesGo(t *testing.T) {
	t.Parallel()
	p := newPool(t, t.Context(), "fails", 0)
	for range 3 {
		e := isolate.NewEngine(p)
		e.Add(1)
		if _, err := e.Solve(t.Context()); err == nil {
			t.Error("an engine that fails has solved something")
		}
		e.Close()
	}
	if n := p.Kept(); n != 0 {
		t.Errorf("%d processes of engines that have failed are kept", n)
	}
}

// A process that reads nothing blocks a caller that adds clauses no longer than
// the context lasts.
func TestAddToDeafProcess(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond)
	defer cancel()
	e := isolate.NewEngine(newPool(t, ctx, "does not read", 0))
	defer e.Close()
	for v := range 1 << 17 {
		e.Add(cnf.Lit(v+1), cnf.Lit(v+2), cnf.Lit(v+3))
	}
	if _, err := e.Solve(ctx); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("Solve: %v, want the deadline", err)
	}
}

func TestNoSuchProgram(t *testing.T) {
	t.Parallel()
	p := isolate.NewPool(t.Context(), "gini", []string{"/no/such/program"}, 0)
	defer p.Close()
	e := isolate.NewEngine(p)
	e.Add(1)
	if _, err := e.Solve(t.Context()); err == nil || !strings.HasPrefix(err.Error(), "gini, isolated: ") {
		t.Errorf("Solve: %v", err)
	}
}

// What is no request ends a server with an error, and its client's end without.
func TestServe(t *testing.T) {
	t.Parallel()
	for in, fails := range map[string]bool{"": false, "n\n1 2 0\ns 0\n": true, "\xff\xff": true} {
		var out strings.Builder
		err := isolate.Serve(func() isolate.Solver { return gini.New() }, strings.NewReader(in), &out)
		if (err != nil) != fails || out.Len() > 0 {
			t.Errorf("%q: Serve = %v, and wrote %q", in, err, out.String())
		}
	}
}
