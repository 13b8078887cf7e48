package native

import (
	"context"
	"errors"
	"slices"
	"testing"
	"time"

	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/internal/testkit"
	"github.com/exactile/exactile/native/internal/boards"
	"github.com/exactile/exactile/native/internal/run"
	"go.uber.org/goleak"
)

// inOrder lists the solutions in the order they come.
func inOrder(t *testing.T, s Searcher, m *cover.Model) []cover.Solution {
	t.Helper()
	var all []cover.Solution
	for sol, err := range s.Solutions(context.Background(), m) {
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, sol)
	}
	return all
}

func TestWorkersDoNotShow(t *testing.T) {
	t.Parallel()
	centre := boards.Rectangle(8, 8, '.').Without(boards.Cell{3, 3}, boards.Cell{3, 4}, boards.Cell{4, 3}, boards.Cell{4, 4})
	models := []*cover.Model{
		centre.Model(boards.Pentominoes...),
		boards.Rectangle(20, 3, '.').Model(boards.Pentominoes...),
		boards.Rectangle(5, 4, '?').Model(boards.Shape{Name: "L3", Cells: boards.ParseShape("XX X."), Min: 2, Max: 4}),
	}
	if !testkit.Thorough() {
		models = models[1:]
	}
	for n, m := range models {
		for _, engine := range append(searches, "") {
			var one, four Stats
			alone := Searcher{forced: engine, levels: run.Levels{"components": n % 2}, Stats: func(s Stats) { one = s }}
			shared := Searcher{forced: engine, levels: run.Levels{"components": n % 2}, Workers: 4, Stats: func(s Stats) { four = s }}
			want := inOrder(t, alone, m)
			shared.ahead = n % 2 // as far ahead of the reader as is right, or not at all
			if got := inOrder(t, shared, m); !slices.EqualFunc(got, want, slices.Equal) {
				t.Errorf("model %d, engine %q: four workers list %d solutions in another order than one lists %d", n, engine, len(got), len(want))
			}
			if one != four {
				t.Errorf("model %d, engine %q: one worker %+v, four %+v", n, engine, one, four)
			}
			if a, b := mustCount(t, alone, m), mustCount(t, shared, m); a.Cmp(b) != 0 {
				t.Errorf("model %d, engine %q: one worker counts %v, four %v", n, engine, a, b)
			}
		}
	}
}

func TestSearchStops(t *testing.T) {
	// Far too much for any of the engines.
	m := boards.Rectangle(11, 11, '?').Model(append(boards.Pentominoes[:12:12], boards.One("Q", "XXXXXX XX...."), boards.One("R", "XXXXXX .XX..."))...)
	for _, engine := range []string{"", "fast", "wide", "links"} {
		for _, workers := range []int{1, 3} {
			s := Searcher{forced: engine, Workers: workers}
			ctx, cancel := context.WithTimeout(context.Background(), 50*time.Millisecond)
			start := time.Now()
			const slack = 5 * time.Minute // what does not stop takes hours, and a busy machine is no fault
			if _, err := s.Count(ctx, m); !errors.Is(err, context.DeadlineExceeded) {
				t.Errorf("%q, %d workers: count under a deadline: %v", engine, workers, err)
			}
			var last error
			for _, err := range s.Solutions(ctx, m) {
				last = err
			}
			if !errors.Is(last, context.DeadlineExceeded) {
				t.Errorf("%q, %d workers: list under a deadline: %v", engine, workers, last)
			}
			if d := time.Since(start); d > slack {
				t.Errorf("%q, %d workers: stopped after %v", engine, workers, d)
			}
			cancel()
			n := 0
			for _, err := range s.Solutions(context.Background(), m) {
				if err != nil {
					t.Errorf("%q, %d workers: %v", engine, workers, err)
				}
				if n++; n == 100 {
					break
				}
			}
			if n != 100 {
				t.Errorf("%q, %d workers: %d solutions before the break", engine, workers, n)
			}
		}
	}
	for _, engine := range []string{"", "fast", "wide", "links"} {
		var st Stats
		s := Searcher{forced: engine, MaxNodes: 30000, Stats: func(s Stats) { st = s }}
		if _, err := s.Count(context.Background(), m); !errors.Is(err, ErrBudget) || st.Nodes != 30000 {
			t.Errorf("%q: budget: %v after %d nodes", engine, err, st.Nodes)
		}
	}
}

func TestProgress(t *testing.T) {
	m := boards.Rectangle(12, 5, '.').Model(boards.Pentominoes...)
	for _, workers := range []int{1, 2} {
		last, calls := 0.0, 0
		s := Searcher{NoSymmetry: true, merge: -1, Workers: workers, Progress: func(done float64) {
			if done < last || done > 1 {
				t.Errorf("progress from %v to %v", last, done)
			}
			last = done
			calls++
		}}
		if n := mustCount(t, s, m); n.Int64() != 4040 {
			t.Errorf("%v solutions", n)
		}
		if last < 0.999 || calls < run.MinTasks/2 {
			t.Errorf("progress ends at %v after %d calls", last, calls)
		}
	}
}

// A receiver that panics in the middle of a listing leaves no worker behind.
func TestWorkersEndWithAPanic(t *testing.T) {
	defer goleak.VerifyNone(t, goleak.IgnoreCurrent())
	m := boards.Rectangle(8, 8, '.').Model(boards.Shape{Name: "domino", Cells: boards.ParseShape("XX"), Min: 32, Max: 32})
	for _, after := range []int{1, 1000} {
		n := 0
		func() {
			defer func() {
				if recover() == nil {
					t.Error("the panic was lost")
				}
			}()
			for range (Searcher{Workers: 3}).Solutions(context.Background(), m) {
				if n++; n == after {
					panic("a receiver")
				}
			}
		}()
	}
}
