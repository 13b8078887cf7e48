package native

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/native/internal/boards"
)

// renamed is a model without positions and symmetries, its items and options in any
// order: like a file of a program with names of its own.
func renamed(r *rand.Rand, m *cover.Model) *cover.Model {
	to := r.Perm(len(m.Items))
	out := &cover.Model{Items: make([]cover.Item, len(m.Items))}
	for i, j := range to {
		out.Items[j] = m.Items[i]
	}
	for _, o := range r.Perm(len(m.Options)) {
		var items []int
		for _, i := range m.Options[o] {
			items = append(items, to[i])
		}
		slices.Sort(items)
		out.Options = append(out.Options, items)
	}
	return out
}

// kings has the squares of a chess board as items, and two kings next to each other as an
// option: its solutions are the perfect matchings of the king graph.
func kings(size int) *cover.Model {
	m := &cover.Model{}
	for c := range size * size {
		m.Items = append(m.Items, cover.Item{Name: fmt.Sprint(c), Min: 1, Max: 1})
		for _, d := range [][2]int{{1, 0}, {0, 1}, {1, 1}, {-1, 1}} {
			if x, y := c%size+d[0], c/size+d[1]; x >= 0 && x < size && y < size {
				m.Options = append(m.Options, []int{c, y*size + x})
			}
		}
	}
	return m
}

// TestShuffledBoardsAreCounted counts what only merging can count, with every trace of
// the board lost, as many as the scan of the board itself counts.
func TestShuffledBoardsAreCounted(t *testing.T) {
	t.Parallel()
	any := func(rows ...string) (all []boards.Shape) {
		for k, r := range rows {
			all = append(all, boards.Shape{Name: fmt.Sprint("p", k), Cells: boards.ParseShape(r), Max: 99})
		}
		return all
	}
	for _, tc := range []struct {
		name string
		m    *cover.Model
	}{
		{"dominoes 10x10", boards.Dominoes(10, 10)},
		{"dominoes 4x4x4", boards.Box(4, 4, 4, '.').Model(any("XX")...)},
		{"L-trominoes 9x10", boards.Rectangle(9, 10, '.').Model(any("XX X.")...)},
		{"L-trominoes 3x4x4", boards.Box(3, 4, 4, '.').Model(any("XX X.")...)},
		{"T-tetrominoes 12x12", boards.Rectangle(12, 12, '.').Model(any("XXX .X.")...)},
		{"any tetrominoes 8x8", boards.Rectangle(8, 8, '.').Model(any("XXXX", "XX XX", "XXX .X.", ".XX XX.", "XXX X..")...)},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			var st Stats
			want := mustCount(t, Searcher{}, tc.m)
			m := renamed(rand.New(rand.NewPCG(17, 1)), tc.m)
			n, err := Searcher{MaxNodes: 1e7, Stats: func(s Stats) { st = s }}.Count(t.Context(), m)
			if err != nil || n.Cmp(want) != 0 || st.Order != recovered {
				t.Errorf("%v, %v, want %v: %+v", n, err, want, st)
			}
		})
	}
}

// TestOrderIgnoresNames checks that a count has about the same number of states
// however items and options are named.
func TestOrderIgnoresNames(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(17, 2))
	least, most := int64(1<<62), int64(0)
	for range 10 {
		var st Stats
		mustCount(t, Searcher{forced: "frontier", Stats: func(s Stats) { st = s }}, renamed(r, kings(6)))
		if st.Engine != "frontier" {
			t.Fatalf("%+v", st)
		}
		least, most = min(least, st.Nodes), max(most, st.Nodes)
	}
	if most > 4*least {
		t.Errorf("from %d to %d nodes", least, most)
	}
}

// TestFrontierGivesUpInTime takes memory and nodes from a count along an order: it is
// then searched as if there were no order, or ends with its budget spent.
func TestFrontierGivesUpInTime(t *testing.T) {
	m := renamed(rand.New(rand.NewPCG(17, 3)), kings(6))
	want := mustCount(t, Searcher{}, m)
	for _, memory := range []int64{1, 1000, 10_000, 1 << 30} {
		var st Stats
		n := mustCount(t, Searcher{forced: "frontier", Memory: memory, Stats: func(s Stats) { st = s }}, m)
		if n.Cmp(want) != 0 || (st.Order == recovered) != (memory > 10_000) {
			t.Errorf("with %d bytes: %v, %+v", memory, n, st)
		}
	}
	var st Stats
	if _, err := (Searcher{forced: "frontier", MaxNodes: 100, Stats: func(s Stats) { st = s }}).Count(t.Context(), m); !errors.Is(err, ErrBudget) || st.Nodes != 100 {
		t.Errorf("%v, %+v", err, st)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := (Searcher{forced: "frontier"}).Count(ctx, m); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}
