package registry_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/exactile/exactile/backends"
	"github.com/exactile/exactile/backends/internal/models"
	"github.com/exactile/exactile/backends/registry"
	"github.com/exactile/exactile/backends/sat"
	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/internal/contain"
)

// everyBackend runs a test for every backend of the registry, the SAT engines
// with every encoding, and the outside programs that are installed.
func everyBackend(t *testing.T, test func(t *testing.T, b backends.Backend)) {
	names := everyEncoding(t)
	if testing.Short() {
		names = append(names, "process:cadical") // nothing more to race for
	} else {
		names = append(names, outside(t)...)
	}
	for _, name := range names {
		t.Run(name, func(t *testing.T) { test(t, lookup(t, name)) })
	}
}

// lookup finds a backend, and skips the test by name if it is an outside program
// that is not installed.
func lookup(t *testing.T, name string) backends.Backend {
	t.Helper()
	if program, ok := registry.Program(name); ok {
		if _, err := exec.LookPath(program); err != nil {
			t.Skipf("%s is not installed", program)
		}
	}
	b, err := registry.Lookup(name, registry.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// tooMany reports whether b starts a program for every solution, and there are many.
func tooMany(b backends.Backend, solutions int64) bool {
	sat, ok := b.(sat.Backend)
	return ok && strings.HasPrefix(sat.Name, "process:") && solutions > outsideSolutions(sat.Name)
}

// Of each orbit it is the least solution that stands for it, whichever comes first.
func TestRepresentativesAreTheLeast(t *testing.T) {
	m := &cover.Model{
		Items:   []cover.Item{{Name: "one", Min: 1, Max: 1}},
		Options: [][]int{{0}, {0}, {0}, {0}},
		Sym:     [][]int{{0, 1, 2, 3}, {3, 2, 1, 0}},
	}
	all := func(yield func(cover.Solution, error) bool) {
		_ = yield(cover.Solution{2}, nil) && yield(cover.Solution{0}, nil) && yield(cover.Solution{1}, nil) && yield(cover.Solution{3}, nil)
	}
	got, err := models.Collect(backends.Representatives(m, all))
	if err != nil || len(got) != 2 || !slices.Equal(got[0], cover.Solution{0}) || !slices.Equal(got[1], cover.Solution{1}) {
		t.Errorf("the representatives are %v, %v, want [[0] [1]]", got, err)
	}
}

func TestRandomModelsAgainstBruteForce(t *testing.T) {
	everyBackend(t, func(t *testing.T, b backends.Backend) {
		t.Parallel()
		trials := 300
		if tooMany(b, 1000) {
			trials = 5
		}
		r := rand.New(rand.NewPCG(3, 4))
		for trial := range trials {
			m := models.Random(r, 6, 9)
			want := models.BruteForce(m)
			slices.SortFunc(want, func(a, b cover.Solution) int { return slices.Compare(a, b) })
			got, err := models.Collect(b.Solutions(t.Context(), m))
			if err != nil {
				t.Fatalf("trial %d, %+v: %v", trial, m, err)
			}
			if !slices.EqualFunc(want, got, func(a, b cover.Solution) bool { return slices.Equal(a, b) }) {
				t.Fatalf("trial %d, %+v: solutions %v, want %v", trial, m, got, want)
			}
		}
	})
}

// A context ends every backend, wherever it is, and then its error is the last.
func TestContextEndsEveryBackend(t *testing.T) {
	hard := models.Dominoes(10, 10)
	everyBackend(t, func(t *testing.T, b backends.Backend) {
		ctx, cancel := context.WithTimeout(t.Context(), 60*time.Millisecond)
		defer cancel()
		began := contain.CPU()
		var last error
		for s, err := range b.Solutions(ctx, hard) {
			if last != nil {
				t.Fatal("something comes after an error")
			}
			if last = err; (s == nil) != (err != nil) {
				t.Fatalf("yielded %v, %v", s, err)
			}
		}
		if !errors.Is(last, context.DeadlineExceeded) {
			t.Errorf("the error is %v, want the deadline", last)
		}
		if used := contain.CPU() - began; used > 5*time.Second { // .2 s are promised after the deadline
			t.Errorf("ended after %v of processor time", used)
		}
		ended, cancelAtOnce := context.WithCancel(t.Context())
		cancelAtOnce()
		if _, err := backends.Count(ended, b, hard); !errors.Is(err, context.Canceled) {
			t.Errorf("Count with an ended context: %v", err)
		}
	})
}

// One value serves several goroutines, and a range that is broken off leaves
// nothing behind (TestMain looks).
func TestConcurrentUse(t *testing.T) {
	everyBackend(t, func(t *testing.T, b backends.Backend) {
		t.Parallel() // what one leaves behind shows at the end of all tests
		results := make(chan int)
		for range 3 {
			go func() {
				n := 0
				for _, err := range b.Solutions(t.Context(), models.Dominoes(4, 4)) {
					if err != nil {
						break
					}
					if n++; n == 10 {
						break
					}
				}
				results <- n
			}()
		}
		for range 3 {
			if n := <-results; n != 10 {
				t.Errorf("%d solutions, want 10", n)
			}
		}
	})
}

func TestLookup(t *testing.T) {
	for _, name := range []string{"native", "native/plain", "gini", "gini/sequential", "gini/product+totalizer", "gophersat/cardinality"} {
		if _, err := registry.Lookup(name, registry.Options{}); err != nil {
			t.Errorf("Lookup(%q): %v", name, err)
		}
	}
	for _, name := range []string{"", "nativ", "native/fast", "native/", "gini/", "gini/cardinality", "gini/product+pairwise", "gini/productt", "process:", "process:no-such-solver", "process:no/such/solver#product"} {
		if b, err := registry.Lookup(name, registry.Options{}); err == nil {
			t.Errorf("Lookup(%q) = %v, want an error", name, b)
		}
	}
}
