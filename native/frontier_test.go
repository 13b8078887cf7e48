package native

import (
	"context"
	"errors"
	"fmt"
	"math/big"
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
// the board lost. The numbers are of published tables, but for the any tetrominoes and
// the L-trominoes on 9x10, which are what the scan of the board itself counts.
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
		want int64
	}{
		{"dominoes 8x8", boards.Dominoes(8, 8), 12988816},
		{"dominoes 10x10", boards.Dominoes(10, 10), 258584046368},
		{"dominoes 4x4x4", boards.Box(4, 4, 4, '.').Model(any("XX")...), 5051532105},
		{"kings 6x6", kings(6), 3037561},
		{"kings 8x8", kings(8), 3263262629905},
		{"L-trominoes 9x10", boards.Rectangle(9, 10, '.').Model(any("XX X.")...), 9567192},
		{"L-trominoes 3x4x4", boards.Box(3, 4, 4, '.').Model(any("XX X.")...), 111146144},
		{"T-tetrominoes 12x12", boards.Rectangle(12, 12, '.').Model(any("XXX .X.")...), 78696},
		{"any tetrominoes 8x8", boards.Rectangle(8, 8, '.').Model(any("XXXX", "XX XX", "XXX .X.", ".XX XX.", "XXX X..")...), 19077209438},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			var st Stats
			m := renamed(rand.New(rand.NewPCG(17, 1)), tc.m)
			n, err := Searcher{MaxNodes: 1e7, Stats: func(s Stats) { st = s }}.Count(t.Context(), m)
			if err != nil || n.Cmp(big.NewInt(tc.want)) != 0 || st.Order != recovered {
				t.Errorf("%v, %v, want %d: %+v", n, err, tc.want, st)
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

// TestFrontierToTheLastDigit counts what needs one word, two, and ten, each state having
// come to it by many options of one look.
func TestFrontierToTheLastDigit(t *testing.T) {
	for _, size := range [][2]int{{8, 8}, {6, 50}, {4, 200}, {200, 4}} {
		want := profiles(min(size[0], size[1]), max(size[0], size[1]))
		m := boards.Dominoes(size[0], size[1])
		if n := mustCount(t, Searcher{forced: "frontier"}, m); n.Cmp(want) != 0 {
			t.Errorf("%v: %v, want %v", size, n, want)
		}
		// Beside the board, an item that one of many options covers.
		const times = 70_001
		m.Items, m.Pos, m.Sym = append(m.Items, cover.Item{Name: "x", Min: 1, Max: 1}), nil, nil
		for range times {
			m.Options = append(m.Options, []int{len(m.Items) - 1})
		}
		want.Mul(want, big.NewInt(times))
		if n := mustCount(t, Searcher{forced: "frontier"}, m); n.Cmp(want) != 0 {
			t.Errorf("%v, with one of %d: %v, want %v", size, times, n, want)
		}
	}
}

// TestFrontierGivesUpInTime takes memory and nodes from a count along an order: it is
// then searched as if there were no order, or ends with its budget spent.
func TestFrontierGivesUpInTime(t *testing.T) {
	m := renamed(rand.New(rand.NewPCG(17, 3)), kings(6))
	for _, memory := range []int64{1, 1000, 10_000, 1 << 30} {
		var st Stats
		n := mustCount(t, Searcher{forced: "frontier", Memory: memory, Stats: func(s Stats) { st = s }}, m)
		if n.Int64() != 3037561 || (st.Order == recovered) != (memory > 10_000) {
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

// TestFrontierShowsProgress checks what a user sees of a count along an order.
func TestFrontierShowsProgress(t *testing.T) {
	last, calls := 0.0, 0
	var meter Meter
	var st Stats
	s := Searcher{Meter: &meter, Stats: func(s Stats) { st = s }, Progress: func(done float64) {
		if done < last {
			t.Errorf("%v after %v", done, last)
		}
		last = done
		calls++
	}}
	mustCount(t, s, renamed(rand.New(rand.NewPCG(17, 4)), kings(8)))
	if last != 1 || calls < 1 || st.Order != recovered || meter.Nodes() != st.Nodes {
		t.Errorf("%d calls, the last with %v; the meter has %d nodes; %+v", calls, last, meter.Nodes(), st)
	}
}
