package isolate_test

import (
	"bytes"
	"context"
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

	"go.uber.org/goleak"

	"github.com/exactile/exactile/backends/contain"
	"github.com/exactile/exactile/backends/gini"
	"github.com/exactile/exactile/backends/gophersat"
	"github.com/exactile/exactile/backends/isolate"
	"github.com/exactile/exactile/encode/cnf"
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
		fmt.Printf("exactile-engine 1 %s\n", name)
		time.Sleep(time.Hour)
	}
	if strings.HasPrefix(name, "says ") {
		// It answers whatever it is asked with its name.
		fmt.Printf("exactile-engine 1 %s\n", name)
		fmt.Print(strings.ReplaceAll(strings.TrimPrefix(name, "says "), `\n`, "\n"))
		_, _ = io.Copy(io.Discard, os.Stdin)
		return 0
	}
	if err := isolate.Serve(name, newSolver, os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return 0
}

// broken is a solver that does something bad when it is asked.
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
	for _, name := range []string{"gini", "gophersat"} {
		t.Run(name, func(t *testing.T) {
			p := newPool(t, t.Context(), name, 0)
			for range 3 { // the process serves one engine after the other
				e := p.Engine()
				e.Add(1, 2)
				e.Add(-2)
				e.Add(-3, 2)
				if sat, err := e.Solve(t.Context()); !sat || err != nil || !e.Value(1) || e.Value(2) || e.Value(-1) || e.Value(3) || e.Value(4) || !e.Value(-4) {
					t.Fatalf("Solve = %v, %v, model %v %v %v", sat, err, e.Value(1), e.Value(2), e.Value(3))
				}
				e.Add(-1, 4)
				if sat, err := e.Solve(t.Context()); !sat || err != nil || !e.Value(4) {
					t.Fatalf("Solve after another clause = %v, %v, %v", sat, err, e.Value(4))
				}
				e.Add(-4)
				for range 2 {
					if sat, err := e.Solve(t.Context()); sat || err != nil {
						t.Fatalf("Solve = %v, %v, want false", sat, err)
					}
				}
				if err := e.Close(); err != nil {
					t.Fatal(err)
				}
				if _, err := e.Solve(t.Context()); err == nil {
					t.Error("an engine that was closed still answers")
				}
			}
			if n := p.Started(); n != 1 {
				t.Errorf("%d processes were started, want one", n)
			}
			if used := p.Close(); used.CPU <= 0 {
				t.Errorf("the process used %+v", used)
			}
		})
	}
	t.Run("cardinality", func(t *testing.T) {
		e := newPool(t, t.Context(), "gophersat", 0).Engine()
		e.AddAtMost([]cnf.Lit{1, 2, 3}, 1)
		e.Add(1, 2)
		e.Add(3)
		if sat, err := e.Solve(t.Context()); sat || err != nil {
			t.Errorf("Solve = %v, %v, want false", sat, err)
		}
	})
	t.Run("assumptions", func(t *testing.T) {
		e := newPool(t, t.Context(), "gini", 0).Engine()
		e.Add(1, 2)
		if sat, err := e.SolveUnder(t.Context(), -1, -2); sat || err != nil {
			t.Errorf("SolveUnder = %v, %v, want false", sat, err)
		}
		if sat, err := e.SolveUnder(t.Context(), -1); !sat || err != nil || !e.Value(2) || e.Value(1) {
			t.Errorf("SolveUnder = %v, %v, model %v %v", sat, err, e.Value(1), e.Value(2))
		}
	})
	t.Run("what an engine does not have", func(t *testing.T) {
		p := newPool(t, t.Context(), "gini", 0)
		e := p.Engine()
		e.AddAtMost([]cnf.Lit{1, 2, 3}, 1)
		if _, err := e.Solve(t.Context()); err == nil || !strings.Contains(err.Error(), "no cardinality constraints") {
			t.Errorf("Solve: %v", err)
		}
		e = newPool(t, t.Context(), "gophersat", 0).Engine()
		e.Add(1)
		if _, err := e.SolveUnder(t.Context(), -1); err == nil || !strings.Contains(err.Error(), "no assumptions") {
			t.Errorf("SolveUnder: %v", err)
		}
	})
	t.Run("side by side", func(t *testing.T) {
		p := newPool(t, t.Context(), "gophersat", 0)
		var all sync.WaitGroup
		for k := range 3 {
			all.Go(func() {
				e := p.Engine()
				defer e.Close()
				e.Add(cnf.Lit(k + 1))
				if sat, err := e.Solve(t.Context()); !sat || err != nil || !e.Value(cnf.Lit(k+1)) {
					t.Errorf("Solve = %v, %v", sat, err)
				}
			})
		}
		all.Wait()
	})
}

// Whatever an engine does is an error that names it, in time, and nothing stays
// behind (TestMain looks for goroutines).
func TestBrokenEngines(t *testing.T) {
	for _, c := range []struct{ name, fails string }{
		{"ends the process", "exit status 1; it said: "},
		{"panics", "exit status 2; it said: panic: index out of range"},
		{"exits in silence", "its process failed: unexpected EOF"},
		{"grows", "it used "},
		{"fails", "isolated: gave up"},
		{"fails at length", "isolated: no no no"},
		{"closes its output", "it closed its output"},
		{"closes its input", "it closed its input"},
		{"is no engine", `it begins with "usage: something else"`},
		{"prints without end", "does not end"},
		{"does not read", ""},
		{"hangs", ""},
		{`says v 0 1 2`, "unexpected EOF"}, // and waits
		{`says v 0 2 1 0\n`, "its model has 1 after 2"},
		{`says v 0 4 0\n`, "its model has 4 after 0, of 3 variables"},
		{`says v 0 1 0 7\n`, "want the end of the line"},
		{`says u\n`, "want a number"},
		{`says w 1\n`, `it answers 'w'`},
	} {
		t.Run(c.name, func(t *testing.T) {
			memory := int64(0)
			if c.name == "grows" {
				if runtime.GOOS != "linux" || testing.Short() {
					t.Skip("memory is limited on Linux; the race detector, which short tests may run with, has its own")
				}
				memory = 96 << 20
			}
			deadline := time.Minute
			if c.fails == "" || strings.HasSuffix(c.name, "2") {
				deadline = 300 * time.Millisecond
			}
			ctx, cancel := context.WithTimeout(t.Context(), deadline)
			defer cancel()
			p := newPool(t, ctx, c.name, memory)
			if strings.HasPrefix(c.name, "closes ") {
				p.Hurry()
			}
			e := p.Engine()
			defer e.Close()
			e.Add(1, 2, 3)
			if c.name == "closes its input" {
				for range 1 << 17 { // or what is asked is in the pipe by then
					e.Add(1, 2, 3)
				}
			}
			sat, err := e.Solve(ctx)
			switch {
			case deadline < time.Minute && !errors.Is(err, context.DeadlineExceeded):
				t.Errorf("Solve = %v, %v, want the deadline", sat, err)
			case deadline == time.Minute && (err == nil || !strings.Contains(err.Error(), c.fails) || !strings.HasPrefix(err.Error(), c.name+", isolated: ")):
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
	p := newPool(t, t.Context(), "gini", 0)
	for range 2 {
		e := p.Engine()
		e.Add(1, 2)
		if sat, err := e.Solve(t.Context()); !sat || err != nil {
			t.Fatalf("Solve = %v, %v", sat, err)
		}
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		e.OnAnswer(cancel)
		if sat, err := e.Solve(ctx); sat || !errors.Is(err, context.Canceled) {
			t.Errorf("Solve = %v, %v, want the end of the context", sat, err)
		}
		e.Close()
	}
}

// A process whose engine has failed is not kept until the pool is closed.
func TestFailedEnginesGo(t *testing.T) {
	p := newPool(t, t.Context(), "fails", 0)
	for range 3 {
		e := p.Engine()
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

// The end of Solve's own context ends it also while it still says what is assumed.
func TestAssumeToDeafProcess(t *testing.T) {
	e := newPool(t, t.Context(), "does not read", 0).Engine()
	defer e.Close()
	assumed := make([]cnf.Lit, 1<<17)
	for k := range assumed {
		assumed[k] = cnf.Lit(k + 1)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond)
	defer cancel()
	if _, err := e.SolveUnder(ctx, assumed...); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("SolveUnder: %v, want the deadline", err)
	}
}

// A process that reads nothing does not hold up whoever adds clauses for longer
// than the context lasts.
func TestAddToDeafProcess(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond)
	defer cancel()
	e := newPool(t, ctx, "does not read", 0).Engine()
	defer e.Close()
	for v := range 1 << 17 {
		e.Add(cnf.Lit(v+1), cnf.Lit(v+2), cnf.Lit(v+3))
	}
	if _, err := e.Solve(ctx); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("Solve: %v, want the deadline", err)
	}
}

func TestNoSuchProgram(t *testing.T) {
	p := isolate.NewPool(t.Context(), "gini", []string{"/no/such/program"}, 0)
	defer p.Close()
	e := p.Engine()
	e.Add(1)
	if _, err := e.Solve(t.Context()); err == nil || !strings.HasPrefix(err.Error(), "gini, isolated: ") {
		t.Errorf("Solve: %v", err)
	}
}

func TestServe(t *testing.T) {
	const greeting = "exactile-engine 1 gini\n"
	for _, c := range []struct{ in, out, fails string }{
		{"", "", ""},
		{"n\n1 2 0\n-1 0\ns 0\n", "v 0 2 0\n", ""},
		{"n\n1 0\n-1 0\ns 0\nn\n2 0\ns 0\n", "u 0\nv 0 2 0\n", ""},
		{"n\n1 2 0\ns -1 0\ns -1 -2 0\ns 0\n", "v 0 2 0\nu 0\nv 0 2 0\n", ""},
		{"n\n0\ns 0\n", "u 0\n", ""},
		{"s 0\n", "", `found 's' before the n`},
		{"1 0\n", "", `found '1' before the n`},
		{"n 1\n", "", "want the end of the line"},
		{"n\nx\n", "", "want a number"},
		{"n\n1 2\n", "", "want a number"},
		{"n\n--1 0\n", "", "want a number"},
		{"n\n99999999999 0\n", "", "found literal 99999999999"},
		{"n\n99999999999999999999999 0\n", "", "want a number"},
		{"n\n1 0 2\n", "", "want the end of the line"},
		{"n\nk 1 0\ns 0\n", "e the engine has no cardinality constraints\n", ""},
		{"n\n1 2", "", ""}, // ends with its input
	} {
		t.Run(fmt.Sprintf("%q", c.in), func(t *testing.T) {
			out := newAnswers(strings.Count(greeting+c.out, "\n"))
			err := isolate.Serve("gini", func() isolate.Solver { return gini.New() }, io.MultiReader(strings.NewReader(c.in), out), out)
			if (err == nil) != (c.fails == "") || err != nil && !strings.Contains(err.Error(), c.fails) {
				t.Errorf("Serve: %v, want %q", err, c.fails)
			}
			if got := out.text.String(); got != greeting+c.out {
				t.Errorf("Serve wrote %q, want %q", got, greeting+c.out)
			}
		})
	}
}

// answers are what a server writes. To read from them is to wait for the last line
// that is expected, and to come to the end: a client stays until it is answered, and
// a server whose client is gone leaves its question unanswered.
type answers struct {
	text strings.Builder
	left int // lines
	all  chan struct{}
}

func newAnswers(lines int) *answers { return &answers{left: lines, all: make(chan struct{})} }

func (a *answers) Write(p []byte) (int, error) {
	before := a.left
	if a.left -= bytes.Count(p, []byte("\n")); before > 0 && a.left <= 0 {
		close(a.all)
	}
	return a.text.Write(p)
}

func (a *answers) Read([]byte) (int, error) {
	select {
	case <-a.all:
	case <-time.After(time.Minute):
	}
	return 0, io.EOF
}

// No input does harm to a server.
func FuzzServe(f *testing.F) {
	f.Add("n\n1 2 0\n-1 0\ns 0\nn\nk 1 1 2 3 0\ns -1 0\n")
	f.Fuzz(func(t *testing.T, in string) {
		if strings.Count(in, "n") > 100 {
			return
		}
		err := isolate.Serve("none", func() isolate.Solver { return &broken{} }, strings.NewReader(in), io.Discard)
		if err != nil && !strings.HasPrefix(err.Error(), "isolate: ") {
			t.Errorf("Serve: %v", err)
		}
	})
}
