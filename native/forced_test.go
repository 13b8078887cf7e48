package native

import (
	"testing"

	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/native/internal/boards"
	"github.com/exactile/exactile/native/internal/table"
)

// Each engine that Engines names is used for some model when it is asked for.
func TestForcedEngines(t *testing.T) {
	m := boards.Rectangle(20, 3, '.').Model(boards.Pentominoes...)
	for _, name := range Engines() {
		var st Stats
		s := Searcher{NoSymmetry: true, Stats: func(s Stats) { st = s }}.Forced(Choice{Engine: name, Spacing: -1})
		if n := mustCount(t, s, m); n.Int64() != 8 || st.Engine != name {
			t.Errorf("%s: %v solutions by %q, want 8", name, n, st.Engine)
		}
	}
	var st Stats
	s := Searcher{Stats: func(s Stats) { st = s }}.Forced(Choice{Spacing: 3})
	if n := mustCount(t, s, m); n.Int64() != 8 || st.Merge != 3 {
		t.Errorf("%v solutions, merging every %d cells, want 8 and 3", n, st.Merge)
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
	product(func(c Choice, k int) Choice { c.Spacing = []int{-1, 2, 0}[k]; return c }, 3)
	product(func(c Choice, k int) Choice { c.Components = []int{-1, 1}[k]; return c }, 2)
	product(func(c Choice, k int) Choice { c.Completions = []int{-1, 6}[k]; return c }, 2)
	product(func(c Choice, k int) Choice { c.Enclosed = []int{-1, table.EnclosedBytes}[k]; return c }, 2)
	product(func(c Choice, k int) Choice { c.Stranded = []int{-1, 0}[k]; return c }, 2)
	product(func(c Choice, k int) Choice { c.Sums = []int{-1, 0}[k]; return c }, 2)
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

// Each rule that can be switched off does something: where it is, there is more to
// search.
func TestSwitchesSwitch(t *testing.T) {
	nodes := func(m *cover.Model, c Choice) int64 {
		var st Stats
		mustCount(t, Searcher{NoSymmetry: true, Stats: func(s Stats) { st = s }}.Forced(c), m)
		return st.Nodes
	}
	board := boards.Rectangle(7, 5, '.').Model(boards.Pentominoes[1], boards.Pentominoes[2], boards.Pentominoes[3], boards.Pentominoes[4], boards.Pentominoes[5], boards.Pentominoes[8], boards.Pentominoes[10])
	odd := boards.Rectangle(5, 5, '.').Model(boards.Shape{Name: "domino", Cells: boards.ParseShape("XX"), Min: 0, Max: 12})
	for _, tc := range []struct {
		name     string
		m        *cover.Model
		off, not Choice
	}{
		{"dead", board, Choice{Engine: "fast", Spacing: -1, Components: -1, Enclosed: -1, Stranded: -1}, Choice{Engine: "fast", Spacing: -1, Components: -1, Enclosed: -1}},
		{"dead, wide", board, Choice{Engine: "wide", Spacing: -1, Components: -1, Stranded: -1}, Choice{Engine: "wide", Spacing: -1, Components: -1}},
		{"enclosed", board, Choice{Engine: "fast", Spacing: -1, Components: -1, Enclosed: -1}, Choice{Engine: "fast", Spacing: -1, Components: -1, Enclosed: table.EnclosedBytes}},
		{"sums", odd, Choice{Engine: "links", Sums: -1}, Choice{Engine: "links"}},
	} {
		if off, on := nodes(tc.m, tc.off), nodes(tc.m, tc.not); off <= on {
			t.Errorf("%s: %d nodes without the rule, %d with it", tc.name, off, on)
		}
	}
}
