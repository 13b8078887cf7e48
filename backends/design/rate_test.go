package design

import (
	"context"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/exactile/exactile/backends/internal/models"
	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/native"
)

// TestRate rates small random models and compares each number with that from a listing.
func TestRate(t *testing.T) {
	t.Parallel()
	some, stuck, ends := 0, 0, 0
	for seed := range uint64(60) {
		m := models.Random(rand.New(rand.NewPCG(seed, 0)), 6+int(seed%4), 12)
		var all []cover.Solution
		for s, err := range (native.Plain{}).Solutions(t.Context(), m) {
			if err != nil {
				t.Fatal(err)
			}
			all = append(all, s)
		}
		var hints []int
		if len(all) > 0 {
			hints = all[len(all)/2][:min(2, len(all[len(all)/2]))]
		}
		r, err := Rate(t.Context(), native.Searcher{}, m, hints, RateOptions{Orders: 9})
		if err != nil {
			t.Fatal(err)
		}
		hinted := slices.DeleteFunc(slices.Clone(all), func(s cover.Solution) bool {
			return slices.ContainsFunc(hints, func(o int) bool { return !slices.Contains(s, o) })
		})
		if r.Solutions.Cmp(big.NewInt(int64(len(hinted)))) != 0 || len(r.Forced) != len(hints)+1 {
			t.Errorf("%d: %v solutions, want %d; %d states", seed, r.Solutions, len(hinted), len(r.Forced))
		}
		for _, f := range r.Forced {
			checkForced(t, seed, all, hints, f)
			if f.Ahead > 0 {
				some++
			}
			if f.Contradiction {
				stuck++
			}
		}
		dead := 0
		for _, o := range firstMoves(m, hints) {
			if !slices.ContainsFunc(hinted, func(s cover.Solution) bool { return slices.Contains(s, o) }) {
				dead++
			}
		}
		if ends += dead; r.DeadEnds != dead || r.FirstMoves < dead {
			t.Errorf("%d: %d dead ends of %d moves, want %d", seed, r.DeadEnds, r.FirstMoves, dead)
		}
	}
	if some < 10 || stuck < 5 || ends < 50 {
		t.Errorf("something forced %d times, no way on %d times, %d dead ends: too few to show much", some, stuck, ends)
	}
}

// checkForced compares what follows from some hints with what all solutions have in common.
func checkForced(t *testing.T, seed uint64, all []cover.Solution, hints []int, f Forced) {
	t.Helper()
	hints = hints[:f.Hints]
	common := make(map[int]int)
	n := 0
	for _, s := range all {
		if !slices.ContainsFunc(hints, func(o int) bool { return !slices.Contains(s, o) }) {
			n++
			for _, o := range s {
				common[o]++
			}
		}
	}
	most := -len(hints)
	for _, times := range common {
		if times == n {
			most++
		}
	}
	switch {
	case f.Contradiction && n > 0:
		t.Errorf("%d: %d hints leave %d solutions, and are said to leave none", seed, len(hints), n)
	case n > 0 && (f.Single > f.Ahead || f.Ahead > most):
		t.Errorf("%d: %+v, and the solutions have %d in common", seed, f, most)
	}
}

// TestRateOrders checks that the orders depend on the seed and not on the workers, and
// that each has the solutions of the model.
func TestRateOrders(t *testing.T) {
	t.Parallel()
	m := models.Packing(4, 4, 1, 0, 8)
	rate := func(o RateOptions) Rating {
		r, err := Rate(t.Context(), native.Searcher{}, m, nil, o)
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	one, four := rate(RateOptions{Seed: 1}), rate(RateOptions{Seed: 1, Workers: 4})
	if one.Nodes != four.Nodes || one.Orders != 100 || one.Cut != 0 {
		t.Errorf("%+v with one worker, %+v with four", one.Nodes, four.Nodes)
	}
	if q := one.Nodes; q.Least < 8 || q.Least > q.Lower || q.Lower > q.Median || q.Median > q.Upper || q.Upper > q.Most {
		t.Errorf("the quartiles are %+v", q)
	}
	if cut := rate(RateOptions{MaxNodes: 7}); cut.Cut != 100 || cut.Nodes.Median != 7 {
		t.Errorf("with 7 nodes for 8 dominoes %+v", cut)
	}
	for n := range uint64(5) {
		p := permuted(m, 3, n)
		if err := p.Validate(); err != nil {
			t.Fatal(err)
		}
		if count, err := (native.Plain{}).Count(t.Context(), p); err != nil || count.Int64() != 36 {
			t.Errorf("order %d has %v solutions (%v), want 36", n, count, err)
		}
	}
	if slices.EqualFunc(permuted(m, 3, 0).Options, permuted(m, 3, 1).Options, slices.Equal) {
		t.Error("two orders are the same")
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if r, err := Rate(ended, native.Searcher{}, m, nil, RateOptions{}); err == nil || r.Orders != 0 || r.Solutions != nil || r.DeadEnds != -1 || r.Forced != nil {
		t.Errorf("after its end: %+v, %v", r, err)
	}
}

// Of a hundred numbers the quartiles are those that the documentation names.
func TestQuartiles(t *testing.T) {
	t.Parallel()
	var numbers []int64
	for n := int64(100); n > 0; n-- {
		numbers = append(numbers, n)
	}
	if q := quartilesOf(numbers); q != (Quartiles{1, 25, 50, 75, 100}) {
		t.Errorf("%+v", q)
	}
	if q := quartilesOf([]int64{7}); q != (Quartiles{7, 7, 7, 7, 7}) {
		t.Errorf("%+v", q)
	}
}
