package native

import (
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/internal/testkit"
	"github.com/exactile/exactile/native/internal/boards"
	"github.com/exactile/exactile/native/internal/run"
)

// Each search that a switch names is used for some model when it is forced.
func TestForcedSearches(t *testing.T) {
	m := boards.Rectangle(20, 3, '.').Model(boards.Pentominoes...)
	for _, symmetry := range []bool{false, true} {
		for _, name := range searches {
			if symmetry && name != layered {
				continue
			}
			var st Stats
			s, err := Searcher{NoSymmetry: !symmetry, Stats: func(s Stats) { st = s }}.Forced(name)
			if n := mustCount(t, s, m); err != nil || n.Int64() != 8 || st.Engine != name {
				t.Errorf("%s: %v solutions by %q, want 8; %v", name, n, st.Engine, err)
			}
		}
	}
}

// switchable returns every choice there is: each search with each set of rules.
func switchable() []Searcher {
	all := []Searcher{{}}
	product := func(change func(s *Searcher, k int), ways int) {
		var more []Searcher
		for _, s := range all {
			for k := range ways {
				s := s
				s.levels = maps.Clone(s.levels)
				change(&s, k)
				more = append(more, s)
			}
		}
		all = more
	}
	names := append([]string{""}, searches...)
	product(func(s *Searcher, k int) { s.forced = names[k] }, len(names))
	product(func(s *Searcher, k int) { s.merge = k - 1 }, 2)
	product(func(s *Searcher, k int) { s.NoSymmetry, s.levels = k > 0, run.Levels{} }, 2)
	for name, most := range rules() {
		product(func(s *Searcher, k int) { s.levels[name] = []int{-1, most}[k] }, 2)
	}
	return all
}

// Whatever rules and search are switched off, and together with which others, the
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
	all, n := switchable(), 0
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
		step := 8 // each board has its share of the combinations
		if testkit.Thorough() {
			step = 1
		}
		var some []searcher
		for k := n % step; k < len(all); k += step {
			some = append(some, all[k])
		}
		n++
		t.Run(name, func(t *testing.T) { agree(t, m, some...) })
	}
}

// Each rule does something: where it is on and no other, there is less to search on some
// board, by some search, and never more.
func TestRulesPrune(t *testing.T) {
	t.Parallel()
	few := []*cover.Model{
		boards.Rectangle(7, 5, '.').Model(boards.Pentominoes[1], boards.Pentominoes[2], boards.Pentominoes[3],
			boards.Pentominoes[4], boards.Pentominoes[5], boards.Pentominoes[8], boards.Pentominoes[10]),
		boards.Rectangle(5, 5, '.').Model(boards.Shape{Name: "domino", Cells: boards.ParseShape("XX"), Min: 0, Max: 12}),
	}
	for name, most := range rules() {
		prunes := func(m *cover.Model) (some bool) {
			for _, search := range searches {
				nodes := func(level int) int64 {
					levels := run.Levels{}
					for other := range rules() {
						levels[other] = -1
					}
					levels[name] = level
					var st Stats
					mustCount(t, Searcher{
						NoSymmetry: true, Stats: func(s Stats) { st = s },
						forced: search, merge: -1, levels: levels,
					}, m)
					return st.Nodes
				}
				with, without := nodes(most), nodes(-1)
				if with > without {
					t.Errorf("%s, %s: %d nodes, %d without the rule", name, search, with, without)
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

func TestSwitches(t *testing.T) {
	t.Parallel()
	for list, want := range map[string]Searcher{
		"":                                {},
		"links":                           {forced: "links"},
		"fast,components=on":              {forced: "fast", levels: run.Levels{"components": 1}},
		"merge=off,enclosed=2":            {merge: -1, levels: run.Levels{"enclosed": 2}},
		"merge=off,stranded=off,sums=off": {merge: -1, levels: run.Levels{"stranded": -1, "sums": -1}},
		"enclosed=off,links,enclosed=1":   {forced: "links", levels: run.Levels{"enclosed": 1}},
	} {
		before := Searcher{forced: "wide", merge: -1, levels: run.Levels{"tight": -1}}
		got, err := before.Forced(list)
		if err != nil || got.forced != want.forced || got.merge != want.merge || !maps.Equal(got.levels, want.levels) {
			t.Errorf("%q: %+v, %v; want %+v", list, got, err, want)
		}
	}
	for _, word := range Switches() {
		if _, err := (Searcher{}).Forced(word); err != nil {
			t.Error(err)
		}
	}
	for _, list := range []string{
		",", "foo", "foo=off", "merge", "merge=0", "merge=-1", "merge=on", "merge=4", "components=2", "components=0",
		"stranded=2", "links=off", "enclosed=", "=off", "merge=4 ",
	} {
		if s, err := (Searcher{}).Forced(list); err == nil {
			t.Errorf("%q is read as %+v", list, s)
		}
	}
}
