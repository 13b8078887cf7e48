package backends_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/exactile/exactile/backends"
	"github.com/exactile/exactile/encode/cover"
)

// inOrder returns the solutions of a sequence as they come.
func inOrder(t *testing.T, b backends.Backend, m *cover.Model) []cover.Solution {
	t.Helper()
	var all []cover.Solution
	for s, err := range b.Solutions(t.Context(), m) {
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, s)
	}
	return all
}

func sat(t testing.TB, name string, o backends.Options) backends.SAT {
	t.Helper()
	b, err := o.Lookup(name)
	if err != nil {
		t.Fatal(err)
	}
	return b.(backends.SAT)
}

// Cubes of any size, and branching, list what blocking lists, on models of every
// kind.
func TestCubesOfAnySizeListEverything(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	models := []*cover.Model{packing(3, 3, 0, 0, 4), packing(3, 3, 0, 4, 4), packing(3, 3, 0, 0, 1), dominoes(4, 4), dominoes(4, 6)}
	for range 100 {
		models = append(models, randomModel(r, 6, 9))
	}
	for _, name := range []string{"gini", "gophersat", "gophersat/cardinality"} {
		for k, m := range models {
			want, err := collect(sat(t, name, backends.Options{Enumerate: backends.Blocking}).Solutions(t.Context(), m))
			if err != nil {
				t.Fatal(err)
			}
			ways := []backends.Enumeration{backends.Cubes}
			if name == "gini" {
				ways = append(ways, backends.Branch)
			}
			for _, way := range ways {
				for _, grain := range []int{1, 2, 5, 10, 30} {
					got, err := collect(backends.WithGrain(sat(t, name, backends.Options{Enumerate: way}), grain).Solutions(t.Context(), m))
					if err != nil {
						t.Fatalf("%s, %v, model %d, grain %d: %v", name, way, k, grain, err)
					}
					if !slices.EqualFunc(got, want, slices.Equal[cover.Solution]) {
						t.Fatalf("%s, %v, model %d, grain %d: %d solutions, want %d", name, way, k, grain, len(got), len(want))
					}
				}
			}
		}
	}
}

// The order of the solutions is the same whatever the number of workers.
func TestWorkersDoNotChangeTheOrder(t *testing.T) {
	m := dominoes(5, 6)
	for _, grain := range []int{10, 100} {
		want := inOrder(t, backends.WithGrain(sat(t, "gini", backends.Options{}), grain), m)
		if len(want) != 1183 {
			t.Fatalf("%d solutions, want 1183 (OEIS A099390)", len(want))
		}
		for _, workers := range []int{2, 7} {
			got := inOrder(t, backends.WithGrain(sat(t, "gini", backends.Options{Workers: workers}), grain), m)
			if !slices.EqualFunc(got, want, slices.Equal[cover.Solution]) {
				t.Errorf("grain %d: %d workers list the solutions in another order than one", grain, workers)
			}
		}
	}
}

// A receiver that is slow or goes away neither blocks nor loses anything.
func TestSlowAndLeavingReceivers(t *testing.T) {
	b := backends.WithGrain(sat(t, "gini", backends.Options{Workers: 4}), 8)
	for _, enough := range []int{1, 65, 281} {
		n := 0
		for _, err := range b.Solutions(t.Context(), dominoes(4, 6)) {
			if err != nil {
				t.Fatal(err)
			}
			if n%40 == 0 {
				time.Sleep(time.Millisecond)
			}
			if n++; n == enough {
				break
			}
		}
		if n != enough {
			t.Errorf("%d solutions, want %d", n, enough)
		}
	}
	// A context that ends while workers wait for the receiver.
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	n := 0
	var last error
	for _, err := range b.Solutions(ctx, dominoes(6, 6)) {
		if n++; n == 1 {
			time.Sleep(50 * time.Millisecond)
			cancel()
		}
		last = err
	}
	if !errors.Is(last, context.Canceled) {
		t.Errorf("after %d solutions: %v, want the cancellation", n, last)
	}
}

// A quitter ends the context when it is asked for a second model, as a deadline
// does in the middle of a cube, and then has one all the same or not.
type quitter struct {
	backends.Engine
	cancel  context.CancelFunc
	answers bool
	asked   int
}

func (q *quitter) Solve(ctx context.Context) (bool, error) {
	if q.asked++; q.asked == 2 {
		q.cancel()
		if !q.answers {
			return false, ctx.Err()
		}
	}
	return q.Engine.Solve(context.Background())
}

// A listing that a context cuts short never looks complete, whoever is the first
// to see that it ended: the one who lists, or the one who receives and was busy.
// That a worker may send no more must not look as if no more were there, or wanted.
func TestCutShortIsNeverComplete(t *testing.T) {
	for trial := range 400 {
		ctx, cancel := context.WithCancel(t.Context())
		b := sat(t, "gini", backends.Options{})
		inner := b.New
		b.New = func() backends.Engine { return &quitter{Engine: inner(), cancel: cancel, answers: trial%2 == 0} }
		var last error
		for _, err := range b.Solutions(ctx, dominoes(3, 4)) {
			if last = err; err == nil {
				<-ctx.Done()
				time.Sleep(time.Millisecond) // the worker leaves meanwhile
			}
		}
		if !errors.Is(last, context.Canceled) {
			t.Fatalf("trial %d ended with %v, want the cancellation", trial, last)
		}
	}
}

// The time of cubes grows about as the number of solutions does, where that of
// one loop grows much faster: compare the time a solution of the boards.
func BenchmarkCubes(b *testing.B) {
	for _, board := range []struct {
		width int
		want  int64 // OEIS A004003, A099390
	}{{6, 6728}, {7, 31529}, {8, 167089}} {
		b.Run(fmt.Sprintf("dominoes:%dx6/gini", board.width), func(b *testing.B) {
			m := dominoes(board.width, 6)
			for b.Loop() {
				n, err := backends.Count(b.Context(), sat(b, "gini", backends.Options{}), m)
				if err != nil || n.Int64() != board.want {
					b.Fatalf("%v, %v, want %d", n, err, board.want)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(board.want), "ns/solution")
		})
	}
}

// A single solution of a board too large for cubes.
func TestFirstOfALargeBoard(t *testing.T) {
	m := packing(60, 60, 1, 0, 1<<20)
	for _, name := range []string{"gini", "gophersat"} {
		s, ok, err := backends.First(t.Context(), sat(t, name, backends.Options{}), m)
		if !ok || err != nil || len(s) != 1800 {
			t.Errorf("%s: First = %d dominoes, %v, %v", name, len(s), ok, err)
		}
	}
}

func TestEnumerationNames(t *testing.T) {
	for _, e := range []backends.Enumeration{backends.Cubes, backends.Blocking, backends.Branch} {
		if back, err := backends.ParseEnumeration(e.String()); err != nil || back != e {
			t.Errorf("ParseEnumeration(%q) = %v, %v", e.String(), back, err)
		}
	}
	if _, err := backends.ParseEnumeration("cube"); err == nil {
		t.Error("ParseEnumeration takes a name that is none")
	}
}

// A receiver that panics in the middle of a listing leaves no worker behind.
func TestCubesEndWithAPanic(t *testing.T) {
	defer goleak.VerifyNone(t, goleak.IgnoreCurrent())
	b := backends.WithGrain(sat(t, "gini", backends.Options{Workers: 3}), 8)
	for _, after := range []int{1, 200} {
		n := 0
		func() {
			defer func() {
				if recover() == nil {
					t.Error("the panic was lost")
				}
			}()
			for range b.Solutions(t.Context(), dominoes(6, 6)) {
				if n++; n == after {
					panic("a receiver")
				}
			}
		}()
	}
}

// A stub engine takes no assumptions, and has something to give back.
type stub struct {
	backends.Engine
	closed *int
}

func (s stub) Close() error { *s.closed++; return nil }

// An engine that turns out to be of no use is closed like any other.
func TestEveryEngineIsClosed(t *testing.T) {
	made, closed := 0, 0
	b := sat(t, "gini", backends.Options{})
	b.Enumerate = backends.Branch
	inner := b.New
	b.New = func() backends.Engine { made++; return stub{inner(), &closed} }
	var last error
	for _, err := range b.Solutions(t.Context(), dominoes(2, 3)) {
		last = err
	}
	if last == nil || made == 0 || closed != made {
		t.Errorf("%v: of %d engines %d were closed", last, made, closed)
	}
}
