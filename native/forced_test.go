package native

import (
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/native/internal/boards"
)

// Each engine that Engines names is used for some model when it is forced.
func TestForcedEngines(t *testing.T) {
	m := boards.Rectangle(20, 3, '.').Model(boards.Pentominoes...)
	for _, name := range Engines() {
		var st Stats
		s := Searcher{NoSymmetry: true, Stats: func(s Stats) { st = s }}.Forced(Choice{Engine: name})
		if n := mustCount(t, s, m); n.Int64() != 8 || st.Engine != name {
			t.Errorf("%s: %v solutions by %q, want 8", name, n, st.Engine)
		}
	}
	var st Stats
	s := Searcher{Stats: func(s Stats) { st = s }}.Forced(Choice{Engine: layered})
	if n := mustCount(t, s, m); n.Int64() != 8 || st.Engine != layered {
		t.Errorf("%v solutions by %q, want 8", n, st.Engine)
	}
}

// switchable returns every choice there is: each engine with each set of rules.
func switchable() []Searcher {
	all := []Choice{{}}
	product := func(change func(c Choice, k int) Choice, ways int) {
		var more []Choice
		for _, c := range all {
			for k := range ways {
				more = append(more, change(c, k))
			}
		}
		all = more
	}
	engines := append(Engines(), "")
	product(func(c Choice, k int) Choice { c.Engine = engines[k]; return c }, len(engines))
	product(func(c Choice, k int) Choice { c.Merge = []int{-1, 0}[k]; return c }, 2)
	for name, most := range Rules() {
		product(func(c Choice, k int) Choice {
			levels := maps.Clone(c.Levels)
			if levels == nil {
				levels = map[string]int{}
			}
			levels[name] = []int{-1, most}[k]
			c.Levels = levels
			return c
		}, 2)
	}
	var searchers []Searcher
	for _, c := range all {
		searchers = append(searchers, Searcher{}.Forced(c), Searcher{NoSymmetry: true}.Forced(c))
	}
	return searchers
}

// Whatever rules and engine are switched off, and together with which others, the
// solutions are the same.
func TestEveryCombinationOfSwitches(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("one goroutine, and thousands of searches")
	}
	domino := func(min, max int) boards.Shape {
		return boards.Shape{Name: "domino", Cells: boards.ParseShape("XX"), Min: min, Max: max}
	}
	maybe := func(s boards.Shape) boards.Shape { s.Min = 0; return s }
	all := switchable()
	for name, m := range map[string]*cover.Model{
		"any dominoes in 3x3":     boards.Rectangle(3, 3, '?').Model(domino(0, 99)),
		"4 dominoes in 3x3":       boards.Rectangle(3, 3, '?').Model(domino(4, 4)),
		"dominoes 4x4":            boards.Rectangle(4, 4, '.').Model(domino(8, 8)),
		"dominoes without parity": boards.Rectangle(4, 3, '.').Without(boards.Cell{0, 0}, boards.Cell{1, 1}).Model(domino(0, 9)),
		"cells do not add up":     boards.Rectangle(3, 3, '.').Model(domino(0, 9)),
		"pentominoes 5x3":         boards.Rectangle(5, 3, '.').Model(maybe(boards.Pentominoes[0]), maybe(boards.Pentominoes[2]), maybe(boards.Pentominoes[4]), maybe(boards.Pentominoes[6]), maybe(boards.Pentominoes[7])),
		"one hole and a range":    boards.Rectangle(4, 4, '?').Model(boards.One("I", "XXXX"), boards.One("T", "XXX .X."), boards.Shape{Name: "L", Cells: boards.ParseShape("XX X."), Min: 0, Max: 2}),
		"no board":                {},
	} {
		t.Run(name, func(t *testing.T) { agree(t, m, all) })
	}
}

// Each rule does something: where it is on and no other, there is less to search on some
// board, by some engine, and never more.
func TestRulesPrune(t *testing.T) {
	t.Parallel()
	few := []*cover.Model{
		boards.Rectangle(7, 5, '.').Model(boards.Pentominoes[1], boards.Pentominoes[2], boards.Pentominoes[3],
			boards.Pentominoes[4], boards.Pentominoes[5], boards.Pentominoes[8], boards.Pentominoes[10]),
		boards.Rectangle(5, 5, '.').Model(boards.Shape{Name: "domino", Cells: boards.ParseShape("XX"), Min: 0, Max: 12}),
	}
	for name, most := range Rules() {
		prunes := func(m *cover.Model) (some bool) {
			for _, engine := range Engines() {
				nodes := func(level int) int64 {
					levels := map[string]int{}
					for other := range Rules() {
						levels[other] = -1
					}
					levels[name] = level
					var st Stats
					s := Searcher{NoSymmetry: true, Stats: func(s Stats) { st = s }}
					mustCount(t, s.Forced(Choice{Engine: engine, Merge: -1, Levels: levels}), m)
					return st.Nodes
				}
				with, without := nodes(most), nodes(-1)
				if with > without {
					t.Errorf("%s, %s: %d nodes, %d without the rule", name, engine, with, without)
				}
				some = some || with < without
			}
			return some
		}
		r := rand.New(rand.NewPCG(31, 32))
		pruned := slices.ContainsFunc(few, prunes)
		for n := 0; n < 300 && !pruned; n++ {
			pruned = prunes(randomBoard(r))
		}
		if !pruned {
			t.Errorf("%s prunes nothing", name)
		}
	}
}

func TestParseChoice(t *testing.T) {
	t.Parallel()
	for list, want := range map[string]Choice{
		"links":                           {Engine: "links"},
		"fast,components=on":              {Engine: "fast", Levels: map[string]int{"components": 2}},
		"merge=off,enclosed=2":            {Merge: -1, Levels: map[string]int{"enclosed": 2}},
		"merge=off,stranded=off,sums=off": {Merge: -1, Levels: map[string]int{"stranded": -1, "sums": -1}},
	} {
		got, err := ParseChoice(list)
		if err != nil || got.Engine != want.Engine || got.Merge != want.Merge || !maps.Equal(got.Levels, want.Levels) {
			t.Errorf("%q: %+v, %v; want %+v", list, got, err, want)
		}
	}
	for _, list := range []string{
		",", "foo", "foo=off", "merge", "merge=0", "merge=-1", "merge=on", "merge=4", "components=3", "components=0",
		"stranded=2", "links=off", "enclosed=", "=off", "merge=4 ",
	} {
		if c, err := ParseChoice(list); err == nil {
			t.Errorf("%q is read as %+v", list, c)
		}
	}
}
