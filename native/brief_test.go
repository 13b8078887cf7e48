package native

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/exactile/exactile/internal/testkit"
)

// Boards on which pieces seem to reach so far that tables would be wide are tried
// briefly by the most constrained item. What comes of it is what the oracle finds, whether that was
// enough or not, and is the same for any number of workers.
func TestBriefSearch(t *testing.T) {
	t.Parallel()
	boards, few := 40, 1
	if testkit.Thorough() {
		boards, few = 300, 5
	}
	r := rand.New(rand.NewPCG(21, 22))
	by := map[string]int{}
	for range boards {
		m := planted(r)
		apart := 4 + r.IntN(4) // positions between two cells
		for i := range m.Pos {
			m.Pos[i] *= apart
		}
		n, err := Plain{MaxNodes: 1500}.Count(context.Background(), m)
		if err != nil {
			continue
		}
		var st Stats
		s := Searcher{Stats: func(s Stats) { st = s }}
		agree(t, m, []Searcher{s, {Workers: 3}, {NoSymmetry: true}})
		if got := mustCount(t, s, m); got.Cmp(n) != 0 {
			t.Fatalf("%+v: %v solutions, want %v", m, got, n)
		}
		by[st.Engine]++
		if shared := (Searcher{Workers: 3}); !slices.EqualFunc(inOrder(t, s, m), inOrder(t, shared, m), slices.Equal) {
			t.Errorf("%+v: three workers list in another order", m)
		}
		if st.Engine != "words" {
			continue
		}
		// A budget that is enough gives the count; a smaller one is reported as spent.
		nodes := st.Nodes
		for _, budget := range []int64{nodes, nodes - 1} {
			got, err := Searcher{MaxNodes: budget, Stats: s.Stats}.Count(context.Background(), m)
			if budget == nodes && (err != nil || got.Cmp(n) != 0) || err == nil && got.Cmp(n) != 0 {
				t.Errorf("%+v: with %d nodes of %d: %v, %v", m, budget, nodes, got, err)
			}
		}
	}
	if by["words"] < few || by["wide"] < few {
		t.Errorf("engines: %v", by)
	}
}
