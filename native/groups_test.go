package native

import (
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/internal/testkit"
	"github.com/exactile/exactile/native/internal/boards"
)

// groupers are the ways to count groups: as is likely to be the fastest, listing, and
// merging with labels, by one worker and by several, in one partition and in many, with
// room for many states and for few.
func groupers() []Searcher {
	return []Searcher{
		{}, {NoSymmetry: true}, {merge: -1}, {forced: layered}, {forced: layered, shards: 4, Workers: 3},
		{forced: layered, Memory: 3000}, {forced: "links"},
	}
}

// grouping is some items of a model to group by.
func grouping(r *rand.Rand, m *cover.Model) (g cover.Grouping) {
	for i := range m.Items {
		switch r.IntN(6) {
		case 0, 1:
			g.By = append(g.By, i)
		case 2:
			g.Use = append(g.Use, i)
		}
	}
	return g
}

func sameGroups(a, b []cover.Group) bool {
	return slices.EqualFunc(a, b, func(a, b cover.Group) bool {
		return slices.Equal(a.Options, b.Options) && slices.Equal(a.Use, b.Use) && a.Count.Cmp(b.Count) == 0
	})
}

// TestGroupsAreThoseOfAListing compares the groups of random boards, by pieces and by cells,
// and of random models with those of the solutions that Plain lists.
func TestGroupsAreThoseOfAListing(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(19, 1))
	several, merged, recovers := 0, 0, 0
	runs := testkit.Times(80)
	for n := range runs {
		m := randomModel(r)
		if n%3 > 0 {
			if m = randomBoard(r); mustCount(t, Searcher{}, m).Cmp(big.NewInt(3000)) > 0 {
				continue
			}
		}
		if n%6 == 1 { // so that an order has to be recovered
			bare := *m
			bare.Pos = nil
			m = &bare
		}
		g := grouping(r, m)
		want, err := g.Grouped(m, Plain{}.Solutions(t.Context(), m))
		if err != nil {
			t.Fatal(err)
		}
		if len(want) > 1 {
			several++
		}
		for _, s := range groupers() {
			s.Stats = func(st Stats) {
				if st.Engine == layered {
					merged++
				}
				if st.Engine == layered && st.Order == recovered {
					recovers++
				}
			}
			got, err := s.Groups(t.Context(), m, g)
			if err != nil || !sameGroups(got, want) {
				t.Fatalf("%v: %+v by %+v:\n got %v, %v\nwant %v", s, m, g, got, err, want)
			}
		}
	}
	if several < runs/5 || merged < runs/2 || recovers < runs/8 {
		t.Errorf("only %d models with several groups, %d merged counts, %d of them in recovered orders", several, merged, recovers)
	}
}

// TestGroupsOfMoreThanCanBeListed counts the domino tilings of a board by what lies in two
// corners: each group has as many as the board without it.
func TestGroupsOfMoreThanCanBeListed(t *testing.T) {
	t.Parallel()
	m := boards.Dominoes(12, 12)
	m.Pos = nil // an order has to be recovered
	g := cover.Grouping{}
	for i, it := range m.Items {
		if it.Name == "0,0" || it.Name == "11,11" {
			g.By = append(g.By, i)
		}
	}
	groups, err := Searcher{}.Groups(t.Context(), m, g)
	if err != nil || len(groups) != 4 {
		t.Fatalf("%d groups, %v", len(groups), err)
	}
	sum := new(big.Int)
	for _, one := range groups {
		sum.Add(sum, one.Count)
		rest := m.Restrict(cover.Shard{Take: one.Options})
		if n := mustCount(t, Searcher{}, rest); n.Cmp(one.Count) != 0 {
			t.Errorf("%v: %v, want %v", one.Options, one.Count, n)
		}
	}
	if want := mustCount(t, Searcher{}, m); sum.Cmp(want) != 0 {
		t.Errorf("the groups add up to %v, want %v", sum, want)
	}
}
