package native

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/internal/testkit"
	"github.com/exactile/exactile/native/internal/boards"
)

// tooFew is a sound rule: it gives up where an item cannot reach its Min even
// with every option that no full item bars.
func tooFew(m *cover.Model) func(chosen, covered []int) bool {
	return func(chosen, covered []int) bool {
		for i, it := range m.Items {
			possible := covered[i]
			for _, items := range m.Options {
				if _, in := slices.BinarySearch(items, i); in {
					possible++
				}
			}
			if possible < it.Min {
				return true
			}
		}
		return false
	}
}

// consistent fails the test if a rule is shown something that is no set of
// options, or counts that are not theirs.
func consistent(t *testing.T, m *cover.Model) func(chosen, covered []int) bool {
	sound := tooFew(m)
	return func(chosen, covered []int) bool {
		want := make([]int, len(m.Items))
		seen := map[int]bool{}
		for _, o := range chosen {
			if seen[o] {
				t.Errorf("option %d chosen twice in %v", o, chosen)
			}
			seen[o] = true
			for _, i := range m.Options[o] {
				want[i]++
			}
		}
		if !slices.Equal(covered, want) {
			t.Errorf("%v covers %v, said to cover %v", chosen, want, covered)
		}
		return sound(chosen, covered)
	}
}

func TestOwnRulesKeepTheSolutions(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(7, 8))
	models := testkit.Times(50)
	if testing.Short() {
		models = 50
	}
	for n := range models {
		m := randomModel(r)
		if n%3 == 0 {
			m = randomBoard(r)
			if mustCount(t, Searcher{}, m).BitLen() > 10 {
				continue
			}
		}
		var all []searcher
		for _, engine := range []string{"", "wide", "words", "links", layered} {
			all = append(all,
				Searcher{forced: engine, Prune: consistent(t, m)},
				Searcher{forced: engine, CellOrder: func(i int) int { return (i*7+3)%11 - 1 }},
				Searcher{forced: engine, OptionOrder: func(o int) int { return -o }},
			)
		}
		agree(t, m, all...)
	}
}

func TestPruneCutsTheSearch(t *testing.T) {
	m := boards.Rectangle(20, 3, '.').Model(boards.Pentominoes...)
	asked := 0
	for _, engine := range []string{"", "wide", "words", "links"} {
		var st Stats
		s := Searcher{forced: engine, Stats: func(s Stats) { st = s }, Prune: func(chosen, covered []int) bool { asked++; return true }}
		if n := mustCount(t, s, m); n.Sign() != 0 || st.Nodes > 100 || asked == 0 {
			t.Errorf("%q: a rule that gives everything up leaves %v solutions and %d nodes", engine, n, st.Nodes)
		}
		if slower := engine == "" || engine == "words"; slower != (st.Slowed == "Prune") {
			t.Errorf("%q: slowed by %q", engine, st.Slowed)
		}
	}
}

func TestOptionOrderComesFirst(t *testing.T) {
	m := boards.Rectangle(4, 4, '.').Model(boards.Shape{Name: "domino", Cells: boards.ParseShape("XX"), Min: 8, Max: 8})
	first := func(order func(int) int) cover.Solution {
		for s, err := range (Searcher{OptionOrder: order}).Solutions(t.Context(), m) {
			if err != nil {
				t.Fatal(err)
			}
			return s
		}
		return nil
	}
	up, down := first(func(o int) int { return o }), first(func(o int) int { return -o })
	if slices.Compare(up, down) >= 0 {
		t.Errorf("with the options in order the first solution is %v, in reverse %v", up, down)
	}
}

// A rule is shown what was settled before the search began, as part of what is chosen.
func TestRulesSeeWhatIsSettled(t *testing.T) {
	whole := boards.Rectangle(4, 4, '.').Model(boards.Shape{Name: "domino", Cells: boards.ParseShape("XX"), Min: 8, Max: 8})
	const settled = 5
	m := whole.Restrict(cover.Shard{Take: []int{settled}})
	for _, engine := range []string{"", "wide", "words", "links"} {
		asked := 0
		s := Searcher{forced: engine, Prune: func(chosen, covered []int) bool {
			if asked++; !slices.Contains(chosen, settled) {
				t.Errorf("%q: shown %v, without option %d", engine, chosen, settled)
			}
			return false
		}}
		if n := mustCount(t, s, m); n.Sign() == 0 || asked == 0 {
			t.Errorf("%q: %v solutions, asked %d times", engine, n, asked)
		}
	}
}
