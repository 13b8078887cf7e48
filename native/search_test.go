package native

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/internal/testkit"
	"github.com/exactile/exactile/native/internal/boards"
	"github.com/exactile/exactile/native/internal/run"
)

// allSettings are all ways to run a Searcher: every engine, with and without
// symmetry, merging in one partition and in many, with room for many states and for few.
func allSettings() []Searcher {
	var all []Searcher
	for _, engine := range append(searches, "") {
		for _, noSymmetry := range []bool{false, true} {
			all = append(all, Searcher{forced: engine, NoSymmetry: noSymmetry})
			if engine == "fast" || engine == "wide" {
				for _, levels := range everyLevel() {
					all = append(all, Searcher{forced: engine, NoSymmetry: noSymmetry, levels: levels})
				}
			}
			if engine == layered {
				all = append(all, Searcher{forced: engine, NoSymmetry: noSymmetry, levels: run.Levels{"stranded": -1}})
				all = append(all, Searcher{forced: engine, NoSymmetry: noSymmetry, shards: 4})
				all = append(all, Searcher{forced: engine, NoSymmetry: noSymmetry, shards: 2, Workers: 3})
				for _, memory := range []int64{1, 3000} {
					all = append(all, Searcher{forced: engine, NoSymmetry: noSymmetry, Memory: memory})
				}
			}
			if engine == "frontier" {
				for _, memory := range []int64{1, 500} {
					all = append(all, Searcher{forced: engine, NoSymmetry: noSymmetry, Memory: memory})
				}
			}
			if engine == "fast" {
				all = append(all, Searcher{forced: engine, NoSymmetry: noSymmetry, merge: -1})
			}
		}
	}
	return all
}

// everyLevel returns the levels of rules with one of them switched, for each rule and each
// way to switch it.
func everyLevel() []run.Levels {
	var all []run.Levels
	for name, most := range rules() {
		for level := -1; level <= most; level++ {
			if level != 0 {
				all = append(all, run.Levels{name: level})
			}
		}
	}
	return all
}

func (s Searcher) String() string {
	return fmt.Sprintf("engine %q, merge %d, shards %d, workers %d, no symmetry %v, memory %d, levels %v", s.forced, s.merge, s.shards, s.Workers, s.NoSymmetry, s.Memory, s.levels)
}

// agree fails the test unless every setting lists and counts what Plain lists.
func agree(t *testing.T, m *cover.Model, all []Searcher) {
	t.Helper()
	want := list(t, Plain{}, m)
	for _, s := range all {
		if got := list(t, s, m); !slices.EqualFunc(got, want, slices.Equal) {
			t.Fatalf("%v: %+v\n got %v\nwant %v", s, m, got, want)
		}
		if n := mustCount(t, s, m); n.Cmp(big.NewInt(int64(len(want)))) != 0 {
			t.Fatalf("%v: %+v\n counted %v, not %d", s, m, n, len(want))
		}
	}
}

func TestSettingsAgreeOnRandomModels(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(3, 4))
	all := allSettings()
	byAll, byOne := testkit.Times(80), testkit.Times(5_000)
	if testing.Short() {
		byAll, byOne = 80, 2000
	}
	for range byAll {
		agree(t, randomModel(r), all)
	}
	for range byOne {
		k := r.IntN(len(all))
		agree(t, randomModel(r), all[k:k+1])
	}
}

// randomBoard makes a small board and a few pieces, with ranges, holes,
// copies, congruent pieces and shapes that are not connected.
func randomBoard(r *rand.Rand) *cover.Model {
	b := boards.Rectangle(2+r.IntN(4), 2+r.IntN(3), '.')
	kind := r.IntN(3) // all must be covered, none, some
	for c := range b.Cells {
		if kind == 1 || kind == 2 && (c[0]*3+c[1]*5)%4 == 0 {
			b.Cells[c] = '?'
		}
	}
	for range r.IntN(4) {
		b.Without(boards.Cell{r.IntN(b.Size[0]), r.IntN(b.Size[1]), 0})
	}
	if len(b.Cells) == 0 {
		return &cover.Model{}
	}
	patterns := []string{"X", "XX", "XX", "XX X.", "XXX", "X.X", "XX XX", "XXX X..", ".XX XX."}
	var shapes []boards.Shape
	for k := range 1 + r.IntN(3) {
		s := boards.Shape{Name: fmt.Sprint("p", k), Cells: boards.ParseShape(patterns[r.IntN(len(patterns))])}
		switch r.IntN(4) {
		case 0:
			s.Min, s.Max = 1, 1
		case 1:
			s.Min = 1 + r.IntN(3)
			s.Max = s.Min
		case 2:
			s.Min = r.IntN(2)
			s.Max = s.Min + r.IntN(4)
		case 3:
			s.Max = 99
		}
		s.Fixed, s.NoFlip = r.IntN(4) == 0, r.IntN(4) == 0
		shapes = append(shapes, s)
	}
	return b.Model(shapes...)
}

func TestSettingsAgreeOnRandomBoards(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(5, 6))
	all := allSettings()
	symmetric, solvable, boards := 0, 0, testkit.Times(40)
	if testing.Short() {
		boards = 50
	}
	for range boards {
		m := randomBoard(r)
		if n := mustCount(t, Searcher{}, m); n.Cmp(big.NewInt(5000)) > 0 {
			continue // too many to list so often
		} else if n.Sign() > 0 {
			solvable++
		}
		if len(m.Sym) > 1 {
			symmetric++
		}
		agree(t, m, all)
	}
	if symmetric < boards/5 || solvable < boards/5 {
		t.Errorf("only %d boards with symmetry, and %d with solutions", symmetric, solvable)
	}
}

type row struct {
	name string
	m    *cover.Model
	want int
	long bool // not for slow settings, unless everything is to be run
}

// rows are puzzles with known numbers of solutions. The source of a number is
// the table of the project's known counts unless said.
func rows() []row {
	domino := func(min, max int) boards.Shape {
		return boards.Shape{Name: "domino", Cells: boards.ParseShape("XX"), Min: min, Max: max}
	}
	tromino := func(n int) boards.Shape {
		return boards.Shape{Name: "L3", Cells: boards.ParseShape("XX X."), Min: n, Max: n}
	}
	tetro := func(n int) boards.Shape {
		return boards.Shape{Name: "T4", Cells: boards.ParseShape("XXX .X."), Min: n, Max: n}
	}
	free := []boards.Shape{boards.One("I", "XXXX"), boards.One("O", "XX XX"), boards.One("T", "XXX .X."), boards.One("S", ".XX XX."), boards.One("L", "XXX X..")}
	return []row{
		{"dominoes 4x4", boards.Rectangle(4, 4, '.').Model(domino(8, 8)), 36, false},
		{"dominoes 6x6", boards.Rectangle(6, 6, '.').Model(domino(18, 18)), 6728, false},
		{"any dominoes in 3x3", boards.Rectangle(3, 3, '?').Model(domino(0, 99)), 131, false},
		{"4 dominoes in 3x3", boards.Rectangle(3, 3, '?').Model(domino(4, 4)), 18, false},
		{"1 domino in 8x8", boards.Rectangle(8, 8, '?').Model(domino(1, 1)), 112, false},
		{"pentominoes 3x20", boards.Rectangle(20, 3, '.').Model(boards.Pentominoes...), 8, false},
		{"pentominoes 20x3", boards.Rectangle(3, 20, '.').Model(boards.Pentominoes...), 8, true},
		{"pentominoes 8x8", boards.Rectangle(8, 8, '.').Without(boards.Cell{3, 3}, boards.Cell{3, 4}, boards.Cell{4, 3}, boards.Cell{4, 4}).Model(boards.Pentominoes...), 520, true},
		{"tetrominoes 4x5", boards.Rectangle(4, 5, '.').Model(free...), 0, false},
		{"L-trominoes 6x6", boards.Rectangle(6, 6, '.').Model(tromino(12)), 162, false},
		{"L-trominoes 6x9", boards.Rectangle(6, 9, '.').Model(tromino(18)), 4312, true},
		{"T-tetrominoes 8x8", boards.Rectangle(8, 8, '.').Model(tetro(16)), 84, false},
		{"pentominoes 5x5", boards.Rectangle(5, 5, '.').Model(boards.Pentominoes[1], boards.Pentominoes[2], boards.Pentominoes[4], boards.Pentominoes[8], boards.Pentominoes[10]), 80, false},
	}
}

func TestKnownCounts(t *testing.T) {
	t.Parallel()
	for _, tc := range rows() {
		for _, s := range allSettings() {
			if (tc.long || testing.Short()) && s.Workers < 2 && s.forced != "" && !testkit.Thorough() {
				continue // what is slow takes most of the time of all rows
			}
			var stats Stats
			s.Stats = func(s Stats) { stats = s }
			if n := mustCount(t, s, tc.m); n.Cmp(big.NewInt(int64(tc.want))) != 0 {
				t.Errorf("%s, %v: %v solutions, want %d (%+v)", tc.name, s, n, tc.want, stats)
			}
		}
		if n := len(list(t, Searcher{}, tc.m)); n != tc.want {
			t.Errorf("%s: %d solutions listed, want %d", tc.name, n, tc.want)
		}
	}
}
