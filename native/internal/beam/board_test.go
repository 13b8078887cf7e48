package beam

import (
	"slices"
	"testing"

	"github.com/exactile/exactile/native/internal/boards"
	"github.com/exactile/exactile/native/internal/problem"
	"github.com/exactile/exactile/native/internal/run"
)

// Neighbours are found from options and positions alone: on squares those that share a side.
func TestNeighboursOfSquares(t *testing.T) {
	b := newBoard(problem.Load(boards.Rectangle(12, 5, '.').Model(boards.Pentominoes...)))
	if b.n != 60 || !b.whole {
		t.Fatalf("%d cells, connected options: %t", b.n, b.whole)
	}
	for c := range int32(60) { // along columns, the short side
		var want []int32
		for _, d := range []int32{-5, -1, 1, 5} {
			if x := c + d; x >= 0 && x < 60 && (d%5 == 0 || x/5 == c/5) {
				want = append(want, x)
			}
		}
		got := slices.Sorted(slices.Values(b.neighbours.of(c)))
		if !slices.Equal(got, want) {
			t.Errorf("cell %d touches %v, want %v", c, got, want)
		}
	}
	for k, p := range boards.Pentominoes {
		want := int32(12)
		if p.Name == "P" {
			want = 10
		}
		if b.perimeter[k] != want {
			t.Errorf("%s has a perimeter of %d, want %d", p.Name, b.perimeter[k], want)
		}
	}
}

// Congruent items are one counter; items with other options are not.
func TestCongruentItemsAreOneCounter(t *testing.T) {
	m := boards.Rectangle(6, 5, '?').Model(
		boards.One("a", "XXX X.."), boards.One("b", "XX. .X. .X."), boards.One("c", "XX .X"),
		boards.Shape{Name: "d", Cells: boards.ParseShape("XX X."), Min: 1, Max: 3},
		boards.Shape{Name: "e", Cells: boards.ParseShape("XX X."), Min: 1, Max: 1, Fixed: true})
	b := newBoard(problem.Load(m))
	var got [][3]int32
	for _, q := range b.counters {
		got = append(got, [3]int32{int32(len(q.members)), q.lo, q.hi})
	}
	// The last is that of the cells that stay empty: what 2x4 and 3x3 leave of 30.
	want := [][3]int32{{2, 2, 2}, {2, 2, 4}, {1, 1, 1}, {0, 0, 13}}
	if !slices.Equal(got, want) {
		t.Errorf("members, least and most use: %v, want %v", got, want)
	}
	if each := b.dealt(&b.counters[1], 3); !slices.Equal(each, []int32{1, 2}) {
		t.Errorf("three uses are dealt out as %v, want [1 2]", each)
	}
}

func TestRoot(t *testing.T) {
	for _, x := range []int64{0, 1, 2, 3, 4, 99, 100, 1 << 30} {
		r := root(x)
		if low, high := r*r, (r+1)*(r+1); low > x<<16 || high <= x<<16 {
			t.Errorf("root(%d) = %d", x, r)
		}
	}
}

// A set that is full from its first cell on begins anew behind it, across words.
func TestAdvance(t *testing.T) {
	set := []uint64{^uint64(0), 0b10111, 0}
	if by := advance(set); by != 67 || !slices.Equal(set, []uint64{0b10, 0, 0}) {
		t.Errorf("advance = %d, %b", by, set)
	}
}

// Once the levels have grown to what they need, a pass of some 100000 nodes allocates
// next to nothing.
func TestPassesAllocateNothing(t *testing.T) {
	p := problem.Load(boards.Rectangle(15, 12, '.').Model(func() (all []boards.Shape) {
		for _, s := range boards.Pentominoes {
			s.Min, s.Max = 3, 3
			all = append(all, s)
		}
		return all
	}()...))
	s := New(p, 1, run.Search{Ctx: t.Context(), PauseAt: 1, Every: run.PauseEvery})
	s.scorings = [2]scoring{{0, s.firstPrices()}, {unit, s.firstPrices()}}
	pass := 0
	once := func() {
		pass++
		s.width, s.scoring, s.Solution = usualWidth, &s.scorings[pass%2], nil
		s.pass()
		s.learn(s.trace[:s.deepest+1], s.full, &s.selection, s.prices)
	}
	for range 20 {
		once()
	}
	before := s.Nodes
	allocs := testing.AllocsPerRun(10, once)
	if nodes := (s.Nodes - before) / 11; allocs > 100 || nodes < 5000 {
		t.Errorf("%v allocations a pass of %d nodes", allocs, nodes)
	}
}
