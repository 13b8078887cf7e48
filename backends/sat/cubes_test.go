package sat_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/exactile/exactile/backends"
	"github.com/exactile/exactile/backends/internal/models"
	"github.com/exactile/exactile/backends/registry"
	"github.com/exactile/exactile/backends/sat"
	"github.com/exactile/exactile/encode"
	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/native"
	"go.uber.org/goleak"
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

func lookup(t testing.TB, name string, o registry.Options) sat.Backend {
	t.Helper()
	b, err := registry.Lookup(name, o)
	if err != nil {
		t.Fatal(err)
	}
	return b.(sat.Backend)
}

// Cubes of any size list what blocking lists, on models of every
// kind.
func TestCubesOfAnySizeListEverything(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	all := []*cover.Model{models.Packing(3, 3, 0, 0, 4), models.Packing(3, 3, 0, 4, 4), models.Packing(3, 3, 0, 0, 1), models.Dominoes(4, 4), models.Dominoes(4, 6)}
	for range 100 {
		all = append(all, models.Random(r, 6, 9))
	}
	for _, name := range []string{"gini", "gophersat", "gophersat/cardinality"} {
		for k, m := range all {
			want, err := models.Collect(lookup(t, name, registry.Options{Enumerate: sat.Blocking}).Solutions(t.Context(), m))
			if err != nil {
				t.Fatal(err)
			}
			for _, grain := range []int{1, 2, 5, 10, 30} {
				got, err := models.Collect(sat.WithGrain(lookup(t, name, registry.Options{}), grain).Solutions(t.Context(), m))
				if err != nil {
					t.Fatalf("%s, model %d, grain %d: %v", name, k, grain, err)
				}
				if !slices.EqualFunc(got, want, slices.Equal[cover.Solution]) {
					t.Fatalf("%s, model %d, grain %d: %d solutions, want %d", name, k, grain, len(got), len(want))
				}
			}
		}
	}
}

// The order of the solutions is the same whatever the number of workers.
func TestWorkersDoNotChangeTheOrder(t *testing.T) {
	m := models.Dominoes(5, 6)
	for _, grain := range []int{10, 100} {
		want := inOrder(t, sat.WithGrain(lookup(t, "gini", registry.Options{}), grain), m)
		for _, workers := range []int{2, 7} {
			got := inOrder(t, sat.WithGrain(lookup(t, "gini", registry.Options{Workers: workers}), grain), m)
			if !slices.EqualFunc(got, want, slices.Equal[cover.Solution]) {
				t.Errorf("grain %d: %d workers list the solutions in another order than one", grain, workers)
			}
		}
	}
}

// A receiver that is slow or goes away neither blocks nor loses anything.
func TestSlowAndLeavingReceivers(t *testing.T) {
	b := sat.WithGrain(lookup(t, "gini", registry.Options{Workers: 4}), 8)
	for _, enough := range []int{1, 65, 281} {
		n := 0
		for _, err := range b.Solutions(t.Context(), models.Dominoes(4, 6)) {
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
	for _, err := range b.Solutions(ctx, models.Dominoes(6, 6)) {
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

// A quitter ends the context when it is queried for a second model, as a deadline does in
// the middle of a cube, and then returns the model all the same or not.
type quitter struct {
	sat.Engine
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
		b := lookup(t, "gini", registry.Options{})
		inner := b.New
		b.New = func() sat.Engine { return &quitter{Engine: inner(), cancel: cancel, answers: trial%2 == 0} }
		var last error
		for _, err := range b.Solutions(ctx, models.Dominoes(3, 4)) {
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
	for width := 6; width <= 8; width++ {
		b.Run(fmt.Sprintf("dominoes:%dx6/gini", width), func(b *testing.B) {
			m := models.Dominoes(width, 6)
			want, err := native.Searcher{}.Count(b.Context(), m)
			if err != nil {
				b.Fatal(err)
			}
			for b.Loop() {
				n, err := backends.Count(b.Context(), lookup(b, "gini", registry.Options{}), m)
				if err != nil || n.Cmp(want) != 0 {
					b.Fatalf("%v, %v, want %v", n, err, want)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(want.Int64()), "ns/solution")
		})
	}
}

// A single solution of a board too large for cubes.
func TestFirstOfALargeBoard(t *testing.T) {
	m := models.Packing(60, 60, 1, 0, 1<<20)
	for _, name := range []string{"gini", "gophersat"} {
		s, ok, err := backends.First(t.Context(), lookup(t, name, registry.Options{}), m)
		if !ok || err != nil || len(s) != 1800 {
			t.Errorf("%s: First = %d dominoes, %v, %v", name, len(s), ok, err)
		}
	}
}

// A receiver that panics in the middle of a listing leaves no worker behind.
func TestCubesEndWithAPanic(t *testing.T) {
	defer goleak.VerifyNone(t, goleak.IgnoreCurrent())
	b := sat.WithGrain(lookup(t, "gini", registry.Options{Workers: 3}), 8)
	for _, after := range []int{1, 200} {
		n := 0
		func() {
			defer func() {
				if recover() == nil {
					t.Error("the panic was lost")
				}
			}()
			for range b.Solutions(t.Context(), models.Dominoes(6, 6)) {
				if n++; n == after {
					panic("a receiver")
				}
			}
		}()
	}
}

// A stub engine takes no bounds, and has something to give back.
type stub struct {
	sat.Engine
	closed *int
}

func (s stub) Close() error { *s.closed++; return nil }

// An engine that turns out to be of no use is closed like any other.
func TestEveryEngineIsClosed(t *testing.T) {
	made, closed := 0, 0
	b := lookup(t, "gini", registry.Options{})
	b.Encoding = encode.Encoding{}
	inner := b.New
	b.New = func() sat.Engine { made++; return stub{inner(), &closed} }
	var last error
	for _, err := range b.Solutions(t.Context(), models.Packing(3, 3, 0, 2, 3)) { // a bound that needs saying
		last = err
	}
	if last == nil || made == 0 || closed != made {
		t.Errorf("%v: of %d engines %d were closed", last, made, closed)
	}
}
