package native

import (
	"context"
	"errors"
	"slices"
	"testing"

	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/native/internal/boards"
	"github.com/exactile/exactile/native/internal/problem"
	"github.com/exactile/exactile/native/internal/run"
	"github.com/exactile/exactile/native/internal/table"
)

// A listing that remembers endings yields the same solutions in the same order and
// reports as many nodes; also if symmetries expand the solutions, if a budget ends
// it, and if the receiver has enough.
func TestEndingsDoNotShow(t *testing.T) {
	domino := boards.Shape{Name: "domino", Cells: boards.ParseShape("XX"), Max: 40}
	tromino := boards.Shape{Name: "L3", Cells: boards.ParseShape("XX X."), Max: 40}
	step := int64(1)
	if testing.Short() {
		step = 3
	}
	for _, row := range []struct {
		name string
		m    *cover.Model
	}{
		// So few solutions that each is a task of its own.
		{"dominoes 4x4", boards.Dominoes(4, 4)},
		{"dominoes 6x4", boards.Dominoes(6, 4)},
		{"any number of dominoes in 4x3", boards.Rectangle(4, 3, '?').Model(domino)},
		{"dominoes 6x6", boards.Dominoes(6, 6)},
		{"L-trominoes 9x6", boards.Rectangle(9, 6, '.').Model(tromino)},
		{"dominoes in 4x4, holes", boards.Rectangle(4, 4, '?').Model(domino)},
		{"dominoes and one T", boards.Rectangle(5, 4, '.').Model(boards.One("T", "XXX .X."), boards.One("X", "X"), boards.One("Y", "XX XX X."), domino)},
		{"pentominoes 3x20", boards.Rectangle(20, 3, '.').Model(boards.Pentominoes...)},
	} {
		take := func(endings, workers, enough int, budget int64) (all []cover.Solution, st Stats) {
			s := Searcher{engine: "fast", completions: endings, Workers: workers, MaxNodes: budget, Stats: func(x Stats) { st = x }}
			for sol, err := range s.Solutions(context.Background(), row.m) {
				if err != nil {
					if !errors.Is(err, ErrBudget) {
						t.Fatal(err)
					}
					break
				}
				if all = append(all, sol); len(all) == enough {
					break
				}
			}
			return all, st
		}
		want, none := take(-1, 1, 0, 0)
		for _, endings := range []int{0, 3, 12, 24, 60} {
			for _, workers := range []int{1, 3} {
				if got, st := take(endings, workers, 0, 0); !slices.EqualFunc(got, want, slices.Equal) || st != none {
					t.Errorf("%s, endings of %d cells, %d workers: %d solutions, %+v; without %d, %+v", row.name, endings, workers, len(got), st, len(want), none)
				}
			}
			for part := int64(1); part < 8; part += step {
				budget := none.Nodes * part / 8
				got, st := take(endings, 1, 0, budget)
				want, none := take(-1, 1, 0, budget)
				if !slices.EqualFunc(got, want, slices.Equal) || st != none {
					t.Errorf("%s, endings of %d cells, %d nodes: %d solutions, %+v; without %d, %+v", row.name, endings, budget, len(got), st, len(want), none)
				}
			}
			enough := max(1, len(want)/3)
			if got, _ := take(endings, 1, enough, 0); !slices.EqualFunc(got, want[:min(enough, len(want))], slices.Equal) {
				t.Errorf("%s, endings of %d cells: the first %d solutions are others", row.name, endings, enough)
			}
		}
	}
}

// What is remembered is bounded: endings with too many completions are searched
// again, and when there is no more room all are forgotten.
func TestEndingsAreBounded(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine, and long under the race detector")
	}
	m := boards.Rectangle(5, 5, '?').Model(boards.Shape{Name: "domino", Cells: boards.ParseShape("XX"), Max: 40})
	p := problem.Load(m)
	s := Searcher{engine: "fast", completions: 16}
	e := s.newEngine(p, run.Search{Ctx: context.Background(), PauseAt: 1})
	fast := e.(*table.Engine).Searcher.(*table.FastSearch)
	n, most := 0, 0
	fast.Visit = func([]int32, int) bool {
		n++
		most = max(most, len(fast.Completions.Options))
		return true
	}
	run.SearchBelow(e, &problem.TrivialRoot[0])
	if want := mustCount(t, Plain{}, m); want.Int64() != int64(n) {
		t.Errorf("%d solutions, want %v", n, want)
	}
	if most > table.MaxCompletions || most < table.MaxCompletions/2 {
		t.Errorf("%d numbers were remembered at most, of %d", most, table.MaxCompletions)
	}
}

// Completions are a part of a searcher's memory: with little there are fewer of them, or
// none, and nothing of that shows.
func TestEndingsKeepToMemory(t *testing.T) {
	m := boards.Dominoes(6, 6)
	want := inOrder(t, Searcher{engine: "fast", completions: -1}, m)
	for memory, some := range map[int64]bool{1 << 16: false, 1 << 19: true, 1 << 20: true, 1 << 24: true} {
		for _, workers := range []int{1, 2} {
			s := Searcher{engine: "fast", completions: 24, Memory: memory, Workers: workers}
			if got := inOrder(t, s, m); !slices.EqualFunc(got, want, slices.Equal) {
				t.Errorf("%d bytes, %d workers: %d solutions, or another order; want %d", memory, workers, len(got), len(want))
			}
			e := s.newEngine(problem.Load(m), run.Search{Ctx: context.Background(), PauseAt: 1})
			fast := e.(*table.Engine).Searcher.(*table.FastSearch)
			if (fast.Completions != nil) != (some && memory/int64(workers) > 1<<18) {
				t.Errorf("%d bytes, %d workers: endings %v", memory, workers, fast.Completions != nil)
			}
			if fast.Completions == nil {
				continue
			}
			fast.Visit = func([]int32, int) bool { return true }
			run.SearchBelow(e, &problem.TrivialRoot[0])
			if held := int64(4*cap(fast.Completions.Options) + 8*cap(fast.Completions.Sets)); held > memory/8/int64(workers) {
				t.Errorf("%d bytes, %d workers: each remembers %d bytes", memory, workers, held)
			}
		}
	}
}

// If there are so few solutions that each is a task, a worker lists only those it
// has claimed, although it meets the same ends of boards again.
func TestEndingsAreOfOneTask(t *testing.T) {
	m := boards.Dominoes(4, 4)
	want := inOrder(t, Searcher{engine: "fast", completions: -1}, m)
	p := problem.Load(m)
	for task := range want {
		e := Searcher{engine: "fast", completions: 6}.newEngine(p, run.Search{Ctx: context.Background(), PauseAt: run.PauseEvery, Claim: run.Claim{Share: &run.Tasks{Next: len(want)}}})
		w := e.Base()
		w.Claimed = task
		var got []cover.Solution
		l := run.NewLister(p, func(sol cover.Solution) bool { got = append(got, sol); return true })
		l.Below(&problem.TrivialRoot[0])
		w.Visit = l.List
		e.Split(w.None, true)
		run.SearchBelow(e, &problem.TrivialRoot[0])
		if !slices.EqualFunc(got, want[task:task+1], slices.Equal) {
			t.Errorf("task %d: lists %v, want %v", task, got, want[task])
		}
	}
}

// Also where an ending stands for thousands of solutions, a search looks at its
// context every few hundred.
func TestEndingsStop(t *testing.T) {
	m := boards.Rectangle(5, 5, '?').Model(boards.Shape{Name: "domino", Cells: boards.ParseShape("XX"), Max: 40})
	for _, enough := range []int{1000, 22000, 28000, 31000} {
		ctx, cancel := context.WithCancel(context.Background())
		n := 0
		var end error
		for _, err := range (Searcher{engine: "fast", completions: 16}).Solutions(ctx, m) {
			if end = err; err == nil {
				n++
			}
			if n == enough {
				cancel()
			}
		}
		cancel()
		if !errors.Is(end, context.Canceled) || n > enough+2*run.PauseEvery/run.VisitNodes {
			t.Errorf("%d solutions after %d and the end of the context, which is %v", n, enough, end)
		}
	}
}
