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
func tooFew(m *cover.Model) func(*Partial) bool {
	return func(p *Partial) bool {
		for i, it := range m.Items {
			possible := p.Covered[i]
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
func consistent(t *testing.T, m *cover.Model) func(*Partial) bool {
	sound := tooFew(m)
	return func(p *Partial) bool {
		covered := make([]int, len(m.Items))
		seen := map[int]bool{}
		for _, o := range p.Chosen {
			if seen[o] {
				t.Errorf("option %d chosen twice in %v", o, p.Chosen)
			}
			seen[o] = true
			for _, i := range m.Options[o] {
				covered[i]++
			}
		}
		if !slices.Equal(covered, p.Covered) {
			t.Errorf("%v covers %v, said to cover %v", p.Chosen, covered, p.Covered)
		}
		return sound(p)
	}
}

func TestOwnRulesKeepTheSolutions(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(7, 8))
	models := testkit.Times(200)
	if testing.Short() {
		models = 120
	}
	for n := range models {
		m := randomModel(r)
		if n%3 == 0 {
			m = randomBoard(r)
			if mustCount(t, Searcher{}, m).BitLen() > 10 {
				continue
			}
		}
		var all []Searcher
		for _, engine := range []string{"", "wide", "words", "links"} {
			all = append(all,
				Searcher{engine: engine, Prune: consistent(t, m)},
				Searcher{engine: engine, CellOrder: func(i int) int { return (i*7+3)%11 - 1 }},
				Searcher{engine: engine, OptionOrder: func(o int) int { return -o }},
			)
		}
		agree(t, m, all)
	}
}

func TestPruneCutsTheSearch(t *testing.T) {
	m := boards.Rectangle(20, 3, '.').Model(boards.Pentominoes...)
	asked := 0
	for _, engine := range []string{"", "wide", "words", "links"} {
		var st Stats
		s := Searcher{engine: engine, Stats: func(s Stats) { st = s }, Prune: func(p *Partial) bool { asked++; return true }}
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
		s := Searcher{engine: engine, Prune: func(p *Partial) bool {
			if asked++; !slices.Contains(p.Chosen, settled) {
				t.Errorf("%q: shown %v, without option %d", engine, p.Chosen, settled)
			}
			return false
		}}
		if n := mustCount(t, s, m); n.Sign() == 0 || asked == 0 {
			t.Errorf("%q: %v solutions, asked %d times", engine, n, asked)
		}
	}
}
