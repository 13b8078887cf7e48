package hitting

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// random returns some sets of numbers below n, now and then an empty one.
func random(r *rand.Rand, n int) []Set {
	sets := make([]Set, r.IntN(9))
	for k := range sets {
		for e := range n {
			if r.IntN(3) == 0 {
				sets[k] = sets[k].Or(Of(spread(e)))
			}
		}
	}
	return sets
}

// spread maps small numbers to numbers of all words.
func spread(e int) int { return e * 67 % Most }

// hits reports whether s meets all sets.
func hits(s Set, sets []Set) bool {
	return !slices.ContainsFunc(sets, func(t Set) bool { return !s.Meets(t) })
}

// TestOfSize compares what is found with all subsets, by size.
func TestOfSize(t *testing.T) {
	t.Parallel()
	const n = 8
	found := 0
	for seed := range uint64(600) {
		sets := random(rand.New(rand.NewPCG(seed, 0)), n)
		want := make([][]Set, n+1)
		for subset := range 1 << n {
			var s Set
			for e := range n {
				if subset>>e&1 == 1 {
					s = s.Or(Of(spread(e)))
				}
			}
			spare := false
			for e := range s.Elements() {
				spare = spare || hits(s.Minus(Of(e)), sets)
			}
			if hits(s, sets) && !spare {
				want[s.Len()] = append(want[s.Len()], s)
			}
		}
		sets = Minimal(sets)
		smallest := n + 1
		for size := n; size >= 0; size-- {
			budget := 1 << 20
			got := slices.Collect(OfSize(sets, size, &budget))
			found += len(got)
			compare := func(a, b Set) int { return slices.Compare(a[:], b[:]) }
			slices.SortFunc(got, compare)
			slices.SortFunc(want[size], compare)
			if !slices.Equal(got, want[size]) {
				t.Errorf("%d: %d sets of %d, want %d", seed, len(got), size, len(want[size]))
			}
			if len(got) > 0 {
				smallest = size
			}
		}
		for most := range n + 1 {
			budget := 1 << 20
			s, atLeast, ok := Smallest(sets, most, &budget)
			if ok != (smallest <= most) || ok && s.Len() != smallest || atLeast > smallest || atLeast > most+1 {
				t.Errorf("%d: up to %d: %v, at least %d, %t; the smallest has %d", seed, most, s, atLeast, ok, smallest)
			}
		}
	}
	if found < 1000 {
		t.Errorf("only %d sets were found", found)
	}
}

// A spent budget ends the search and is reported.
func TestBudget(t *testing.T) {
	t.Parallel()
	var sets []Set
	for e := range 40 {
		sets = append(sets, Of(2*e, 2*e+1))
	}
	budget := 100
	n := 0
	for range OfSize(sets, 40, &budget) {
		n++
	}
	if budget >= 0 || n == 0 || n > 100 {
		t.Errorf("%d sets, budget %d", n, budget)
	}
	budget = 10
	if _, atLeast, ok := Smallest(sets, 60, &budget); ok || atLeast != 40 || budget >= 0 {
		t.Errorf("at least %d, found %t, budget %d", atLeast, ok, budget)
	}
	if _, atLeast, ok := Smallest(sets, 39, &budget); ok || atLeast != 40 {
		t.Errorf("at least %d, found %t", atLeast, ok)
	}
}

// What contains another set is left out.
func TestMinimal(t *testing.T) {
	t.Parallel()
	got := Minimal([]Set{Of(1, 2, 3), Of(200), Of(1, 2), Of(200, 1), Of(2, 1), Of(4, 3)})
	if want := []Set{Of(200), Of(1, 2), Of(3, 4)}; len(got) != 3 || got[0] != want[0] ||
		!slices.Contains(got, want[1]) || !slices.Contains(got, want[2]) {
		t.Errorf("%v", got)
	}
	if got := Minimal([]Set{Of(1), {}}); len(got) != 1 || got[0] != (Set{}) {
		t.Errorf("%v", got)
	}
}
