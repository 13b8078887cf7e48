package native

import (
	"context"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/internal/testkit"
	"github.com/exactile/exactile/native/internal/boards"
	"github.com/exactile/exactile/native/internal/run"
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

// Every search that counts shows its nodes and how far it has come: a part that never falls, and is
// the whole in the end. Counts are the same by any number of workers.
func TestProgress(t *testing.T) {
	t.Parallel()
	different := boards.Rectangle(12, 5, '.').Model(boards.Pentominoes...)
	square, none := boards.Dominoes(8, 8), queens(12)
	counts := map[*cover.Model]*big.Int{}
	domino := boards.Shape{Name: "domino", Cells: boards.ParseShape("XX"), Max: 1 << 20}
	for _, row := range []struct {
		name   string
		m      *cover.Model
		s      Searcher
		calls  int // at least
		engine string
	}{
		{"merging", square, Searcher{}, 20, layered},
		{"merging, three workers", square, Searcher{Workers: 3}, 20, layered},
		{"merging in little memory", square, Searcher{Memory: 10000}, 20, layered},
		{"merging, packed", boards.Rectangle(10, 10, '.').Model(domino), Searcher{Workers: 2}, 1, layered},
		{"along a recovered order", renamed(rand.New(rand.NewPCG(17, 4)), kings(8)), Searcher{}, 1, "frontier"},
		{"a search", different, Searcher{NoSymmetry: true, merge: -1}, run.LeastTasks / 2, ""},
		{"a search, two workers", different, Searcher{NoSymmetry: true, merge: -1, Workers: 2}, run.LeastTasks / 2, ""},
		{"without a board", none, Searcher{}, 100, ""},
		{"without a board, three workers", none, Searcher{Workers: 3}, 100, ""},
	} {
		t.Run(row.name, func(t *testing.T) {
			var st Stats
			last, calls := 0.0, 0
			row.s.Meter = new(Meter)
			row.s.Stats = func(did Stats) { st = did }
			row.s.Progress = func(done float64) {
				if done < last || done > 1 {
					t.Errorf("progress from %v to %v", last, done)
				}
				last = done
				calls++
			}
			n := mustCount(t, row.s, row.m)
			if before := counts[row.m]; before != nil && n.Cmp(before) != 0 {
				t.Errorf("%v solutions, and %v before", n, before)
			}
			counts[row.m] = n
			if last < 0.999 || calls < row.calls {
				t.Errorf("progress ends at %v after %d calls", last, calls)
			}
			if row.engine != "" && (st.Engine != row.engine || row.s.Meter.Nodes() != st.Nodes) {
				t.Errorf("the meter has %d nodes: %+v", row.s.Meter.Nodes(), st)
			}
		})
	}
}
