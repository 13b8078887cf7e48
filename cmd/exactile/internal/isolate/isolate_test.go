package isolate

import (
	"context"
	"encoding/gob"
	"errors"
	"fmt"
	"io"
	"log"
	"os"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/exactile/exactile/backends"
	"github.com/exactile/exactile/backends/adapter"
	"github.com/exactile/exactile/backends/registry"
	"github.com/exactile/exactile/backends/sat"
	"github.com/exactile/exactile/encode"
	"github.com/exactile/exactile/encode/catalogue"
	"github.com/exactile/exactile/encode/cnf"
	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/internal/contain"
	"github.com/exactile/exactile/internal/testkit"
	"github.com/exactile/exactile/native"
	"go.uber.org/goleak"
)

// serveFlag makes this test binary serve a search. What follows is what is wrong with it.
const serveFlag = "-serve"

func TestMain(m *testing.M) {
	contain.Watch()
	if len(os.Args) == 3 && os.Args[1] == serveFlag {
		if err := serve(os.Args[2]); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	goleak.VerifyTestMain(m)
}

// sound is the name of a server with nothing wrong.
const sound = ""

func serve(wrong string) error {
	lookup := registry.Lookup
	switch {
	case wrong == "closes its output":
		_ = os.Stdout.Close()
		time.Sleep(time.Hour)
	case wrong == "closes its input":
		_ = os.Stdin.Close()
		time.Sleep(time.Hour)
	case wrong == "prints without end":
		for {
			if _, err := os.Stdout.WriteString(strings.Repeat("x", 1<<16)); err != nil {
				return err
			}
		}
	case wrong == "does not read":
		time.Sleep(time.Hour)
	case wrong == "prints something else":
		fmt.Print("usage: something else")
		time.Sleep(time.Hour)
	case wrong == "begins a message":
		_, _ = os.Stdout.Write([]byte{mark, 100})
		time.Sleep(time.Hour)
	case strings.HasPrefix(wrong, "sends "):
		return sends(gob.NewEncoder(os.Stdout), wrong)
	case wrong != sound:
		lookup = func(name string, o registry.Options) (backends.Backend, error) {
			b, err := registry.Lookup(name, o)
			fails := b.(sat.Backend)
			fails.New = func() sat.Engine { return &broken{wrong: wrong} }
			return fails, err
		}
	}
	return Serve(context.Background(), lookup, os.Stdin, os.Stdout)
}

// sends sends some messages of a search for dominoes on 2x2, and waits.
func sends(to *gob.Encoder, what string) error {
	solution := message{Solution: true, Options: cover.Solution{0, 1}}
	messages := map[string][]message{
		"sends no solution":       {{Solution: true, Options: cover.Solution{0, 3}}},
		"sends unknown options":   {{Solution: true, Options: cover.Solution{0, 1 << 40}}},
		"sends too few":           {solution, {End: &ending{Solutions: 2}}},
		"sends too many":          {solution, solution, {End: &ending{Solutions: 1}}},
		"sends half and ends":     {solution},
		"sends an end, and waits": {solution, {End: &ending{Solutions: 1}}},
		"sends a large message":   {{End: &ending{Failed: strings.Repeat("no ", 1<<20)}}},
	}
	for _, m := range messages[what] {
		if _, err := os.Stdout.Write([]byte{mark}); err != nil {
			return err
		}
		if err := to.Encode(&m); err != nil {
			return err
		}
	}
	if !strings.HasSuffix(what, " ends") {
		time.Sleep(time.Hour)
	}
	return nil
}

// broken is an engine that does something bad when it is queried.
type broken struct{ wrong string }

func (*broken) Add(...cnf.Lit) {}

func (*broken) Value(cnf.Lit) bool { return false }

func (b *broken) Solve(context.Context) (bool, error) {
	switch b.wrong {
	case "ends the process":
		log.Fatal("the library has had enough")
	case "panics":
		panic("index out of range")
	case "exits in silence":
		os.Exit(0)
	case "hangs":
		select {} // it does not look at its context
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
	return true, nil
}

// isolated returns a SAT backend whose searches are those of a server with something wrong.
func isolated(t testing.TB, name, wrong string, memory int64, o registry.Options) backends.Backend {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	o.Isolate = func(b sat.Backend) backends.Backend {
		apart := New(b, []string{self, serveFlag, wrong}, memory)
		if apart.endTimeout = time.Second; wrong == sound {
			apart.stopGrace = time.Minute // on a busy machine
		}
		return apart
	}
	b, err := registry.Lookup(name, o)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func load(t testing.TB, name string) *cover.Model {
	t.Helper()
	p, err := catalogue.Lookup(name)
	if err != nil {
		t.Fatal(err)
	}
	tiling, err := p[0].Compile()
	if err != nil {
		t.Fatal(err)
	}
	return tiling.Model
}

// A search in another process finds what the same search finds in this one, in the same order, and
// reports the same evidence and cost.
func TestSame(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"gini", "gini/sequential", "gophersat", "gophersat/cardinality"} {
		for _, o := range []registry.Options{
			{}, {Workers: 2}, {Enumerate: sat.Blocking}, {Enumerate: sat.Whole, NoReduce: true}, {NoSymmetry: true},
			{LexLeader: true}, {Proofs: sat.Trust}, {Proofs: sat.InsistOnProofs},
		} {
			if _, err := registry.Lookup(name, o); err != nil {
				continue // it writes no proofs
			}
			if name == "gini/sequential" && (o.NoSymmetry || o.LexLeader || o.Workers > 0) && !testkit.Thorough() {
				continue // as gini, in another encoding
			}
			t.Run(fmt.Sprint(name, o), func(t *testing.T) {
				t.Parallel()
				for _, puzzle := range []string{"dominoes:4x5", "dominoes:5x5"} { // 95 solutions, and none
					same(t, name, o, load(t, puzzle))
				}
				same(t, name, o, new(cover.Model)) // whose solution is empty
			})
		}
	}
}

func same(t *testing.T, name string, o registry.Options, m *cover.Model) {
	t.Helper()
	here, err := registry.Lookup(name, o)
	if err != nil {
		t.Fatal(err)
	}
	var monitor adapter.Monitor
	var lists [2][]cover.Solution
	var reports [2]backends.Report
	watched := o
	watched.Monitor = &monitor
	for k, b := range []backends.Backend{here, isolated(t, name, sound, 0, watched)} {
		r, err := backends.Run(t.Context(), b, m, backends.Task{List: true, Found: func(s cover.Solution) {
			lists[k] = append(lists[k], s)
		}})
		if err != nil {
			t.Fatal(err)
		}
		if st := r.Stats; (st.ChildCPU > 0) != (k == 1) || st.ChildCPU > r.CPU.Seconds() || runtime.GOOS == "linux" && (st.ChildMemory > 0) != (k == 1) {
			t.Errorf("search %d: children have used %v s of %v and %d bytes", k, st.ChildCPU, r.CPU, st.ChildMemory)
		}
		r.Stats.ChildCPU, r.Stats.ChildMemory, r.Stats.ChildPeak, r.Stats.Solving = 0, 0, 0, 0
		reports[k] = r
	}
	if !slices.EqualFunc(lists[0], lists[1], slices.Equal) {
		t.Errorf("%d solutions here, and %d others there", len(lists[0]), len(lists[1]))
	}
	here0, there := reports[0], reports[1]
	if here0.Stats != there.Stats && o.Workers < 2 || here0.Completeness != there.Completeness || here0.Unproved != there.Unproved {
		t.Errorf("%q %q %+v here, and %q %q %+v there",
			here0.Completeness, here0.Unproved, here0.Stats, there.Completeness, there.Unproved, there.Stats)
	}
	if monitor.Solutions() != int64(len(lists[1])) || monitor.Conflicts() != there.Stats.Conflicts.N {
		t.Errorf("the monitor shows %d solutions and %d conflicts, not %d and %d",
			monitor.Solutions(), monitor.Conflicts(), len(lists[1]), there.Stats.Conflicts.N)
	}
}

// One solution, and a search within a budget.
func TestSome(t *testing.T) {
	t.Parallel()
	m := load(t, "dominoes:6x6")
	b := isolated(t, "gophersat", sound, 0, registry.Options{})
	var stats backends.Stats
	s, ok, err := backends.First(t.Context(), backends.Observed(b, func(st backends.Stats) { stats = st }), m)
	if err != nil || !ok || m.Check(s) != nil || stats.Formulas == 0 || stats.ChildCPU == 0 {
		t.Errorf("First = %v, %t, %v after %+v", s, ok, err, stats)
	}
	n := int64(0)
	for _, err = range b.(Backend).Within(100).Solutions(t.Context(), m) {
		n++
	}
	if !errors.Is(err, native.ErrBudget) || n > 101 {
		t.Errorf("within 100 conflicts and solutions: %d solutions, %v", n, err)
	}
}

// A fault of an engine or a process is an error that names it, in time, and nothing stays behind
// (TestMain looks for goroutines).
func TestBroken(t *testing.T) {
	t.Parallel()
	m := load(t, "dominoes:2x2")
	for _, c := range []struct{ name, fails string }{
		{"ends the process", "exit status 1; stderr: "},
		{"panics", "exit status 2; stderr: panic: index out of range"},
		{"exits in silence", "its process failed: unexpected EOF"},
		{"grows", "it used "},
		{"fails", "gini: gave up"},
		{"fails at length", "gini: no no no"},
		{"finds nonsense", "gini: the engine's model is no solution"},
		{"hangs", ""},
		{"closes its output", "it closed its output"},
		{"prints without end", "it sends what is no answer: "},
		{"prints something else", "it sends what is no answer: "},
		{"begins a message", ""},
		{"does not read", ""},
		{"sends no solution", "it sends what is no solution: "},
		{"sends unknown options", "it sends what is no solution: "},
		{"sends too few", "it reports 2 solutions, and sent 1"},
		{"sends too many", "it reports 1 solutions, and sent 2"},
		{"sends half and ends", "its process failed: unexpected EOF"},
		{"sends a large message", "it sends what is no answer: "},
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
			b := isolated(t, "gini", c.name, memory, registry.Options{Enumerate: sat.Whole})
			r, err := backends.Run(ctx, b, m, backends.Task{List: true})
			switch {
			case r.Complete:
				t.Error("the search is complete")
			case deadline < patient && !errors.Is(err, context.DeadlineExceeded):
				t.Errorf("%v solutions, %v, want the deadline", r.Count, err)
			case deadline == patient && (err == nil || !strings.Contains(err.Error(), c.fails) || !strings.HasPrefix(err.Error(), "gini: ") || len(err.Error()) > 1000):
				t.Errorf("%v solutions, %.2000v, want an error with %q", r.Count, err, c.fails)
			}
			var memoryError *contain.MemoryError
			if errors.As(err, &memoryError) != (c.name == "grows") {
				t.Errorf("is memory the reason? %v", err)
			}
		})
	}
	t.Run("waits after its end", func(t *testing.T) {
		b := isolated(t, "gini", "sends an end, and waits", 0, registry.Options{})
		if n, err := backends.Count(t.Context(), b, m); err != nil || n.Int64() != 1 {
			t.Errorf("Count = %v, %v", n, err)
		}
	})
	t.Run("large model", func(t *testing.T) { // that does not fit into a pipe
		large := load(t, "dominoes:80x80")
		ctx, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond)
		defer cancel()
		b := isolated(t, "gini", "does not read", 0, registry.Options{})
		if _, err := backends.Count(ctx, b, large); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("Count: %v, want the deadline", err)
		}
		b = isolated(t, "gini", "closes its input", 0, registry.Options{})
		if _, err := backends.Count(t.Context(), b, large); err == nil || !strings.HasPrefix(err.Error(), "gini: its process failed: ") {
			t.Errorf("Count: %v, want an error of its process", err)
		}
	})
	t.Run("no such program", func(t *testing.T) {
		b, err := encode.Lookup("product")
		if err != nil {
			t.Fatal(err)
		}
		apart := New(sat.Backend{Name: "gini", Encoding: b}, []string{"/no/such/program"}, 0)
		if _, err := backends.Count(t.Context(), apart, m); err == nil || !strings.HasPrefix(err.Error(), "gini: its process failed: ") {
			t.Errorf("Count: %v", err)
		}
	})
}

// A search that is stopped, by its receiver or by its context, reports what it has cost.
func TestStopped(t *testing.T) {
	t.Parallel()
	m := load(t, "dominoes:8x8")
	b := isolated(t, "gophersat", sound, 0, registry.Options{})
	for _, byContext := range []bool{false, true} {
		var stats []backends.Stats
		b := backends.Observed(b, func(st backends.Stats) { stats = append(stats, st) })
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		n := 0
		var end error
		for _, err := range b.Solutions(ctx, m) {
			if n++; err != nil {
				end = err
			} else if n == 100 && byContext {
				cancel()
			} else if n == 100 {
				break
			} else if n > 100 {
				t.Fatal("a solution after the end of the context")
			}
		}
		if byContext != errors.Is(end, context.Canceled) {
			t.Errorf("stopped by its context: %t; the error is %v", byContext, end)
		}
		if len(stats) != 1 || stats[0].ChildCPU == 0 || stats[0].Formulas == 0 {
			t.Errorf("stopped by its context: %t; its cost is %+v", byContext, stats)
		}
	}
}

// The end of its input ends a server's search: its client has ended.
func TestServeEndsWithItsClient(t *testing.T) {
	t.Parallel()
	r, w := io.Pipe()
	go func() {
		_ = gob.NewEncoder(w).Encode(&request{Model: load(t, "dominoes:10x10"), Backend: "gophersat"})
		_ = w.Close()
	}()
	if err := Serve(t.Context(), registry.Lookup, r, io.Discard); err != nil {
		t.Error(err)
	}
}

// What is no request ends a server with an error, and its client's end without.
func TestServe(t *testing.T) {
	t.Parallel()
	for in, fails := range map[string]bool{"": false, "n\n1 2 0\ns 0\n": true, "\xff\xff": true} {
		var out strings.Builder
		err := Serve(t.Context(), registry.Lookup, strings.NewReader(in), &out)
		if (err != nil) != fails || out.Len() > 0 {
			t.Errorf("%q: Serve = %v, and wrote %q", in, err, out.String())
		}
	}
}
