package native

import (
	"context"
	"fmt"
	"iter"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/internal/testkit"
)

// searcher is what every engine of this package offers.
type searcher interface {
	Solutions(ctx context.Context, m *cover.Model) iter.Seq2[cover.Solution, error]
	Count(ctx context.Context, m *cover.Model) (*big.Int, error)
}

// list collects the solutions of m in sorted order, and fails the test if one
// is no solution or comes twice.
func list(t *testing.T, b searcher, m *cover.Model) []cover.Solution {
	t.Helper()
	var all []cover.Solution
	for s, err := range b.Solutions(context.Background(), m) {
		if err != nil {
			t.Fatal(err)
		}
		if err := m.Check(s); err != nil {
			t.Fatalf("%v: %v", s, err)
		}
		all = append(all, s)
	}
	slices.SortFunc(all, slices.Compare)
	for k := 1; k < len(all); k++ {
		if slices.Equal(all[k-1], all[k]) {
			t.Fatalf("%v listed twice", all[k])
		}
	}
	return all
}

func mustCount(t testing.TB, b searcher, m *cover.Model) *big.Int {
	t.Helper()
	n, err := b.Count(context.Background(), m)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// bruteForce tries every subset of the options.
func bruteForce(m *cover.Model) []cover.Solution {
	var all []cover.Solution
	for set := range 1 << len(m.Options) {
		s := cover.Solution{}
		for o := range m.Options {
			if set>>o&1 != 0 {
				s = append(s, o)
			}
		}
		if m.Check(s) == nil {
			all = append(all, s)
		}
	}
	slices.SortFunc(all, slices.Compare)
	return all
}

// randomModel makes a small model of any kind: with and without positions,
// with bounds that bind, that do not, and that nothing can meet.
func randomModel(r *rand.Rand) *cover.Model {
	m := &cover.Model{}
	numItems := 1 + r.IntN(8)
	withPos := r.IntN(3) > 0
	stride := 1 + r.IntN(20) // far apart, positions fall out of every window
	allCells := r.IntN(2) == 0
	for i := range numItems {
		it := cover.Item{Name: fmt.Sprint("i", i), Min: 1, Max: 1}
		switch r.IntN(6) {
		case 0:
			it.Min = 0
		case 1:
			if !allCells {
				it.Min = r.IntN(3)
				it.Max = it.Min + r.IntN(3)
			}
		}
		m.Items = append(m.Items, it)
		if withPos {
			m.Pos = append(m.Pos, -1)
			if it.Max == 1 && r.IntN(4) > 0 {
				m.Pos[i] = (i * 5 % numItems) * stride
			}
		}
	}
	for range r.IntN(11) {
		var items []int
		for i := range numItems {
			if r.IntN(3) == 0 {
				items = append(items, i)
			}
		}
		if len(items) > 0 {
			m.Options = append(m.Options, items)
		}
	}
	return m
}

func TestPlainAgreesWithSubsets(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	nonEmpty := 0
	rounds := testkit.Times(1000)
	for range rounds {
		m := randomModel(r)
		want := bruteForce(m)
		if len(want) > 0 {
			nonEmpty++
		}
		if got := list(t, Plain{}, m); !slices.EqualFunc(got, want, slices.Equal) {
			t.Fatalf("%+v\n got %v\nwant %v", m, got, want)
		}
		if n := mustCount(t, Plain{}, m); n.Cmp(big.NewInt(int64(len(want)))) != 0 {
			t.Fatalf("%+v\n counted %v, not %d", m, n, len(want))
		}
	}
	if nonEmpty < rounds/5 {
		t.Errorf("only %d of the models have a solution", nonEmpty)
	}
}
