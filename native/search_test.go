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

// agree fails the test unless every search lists and counts what Plain lists.
func agree(t *testing.T, m *cover.Model, all ...searcher) {
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

// few returns some of the settings, with any number of workers.
func few(r *rand.Rand, n int, all []searcher) (some []searcher) {
	for range n {
		s := all[r.IntN(len(all))].(Searcher)
		s.Workers = r.IntN(4)
		some = append(some, s)
	}
	return some
}

// TestSearchesAgree draws models of each kind, those of them that Plain lists soon, and has
// searches list and count them.
func TestSearchesAgree(t *testing.T) {
	t.Parallel()
	var settings, covers []searcher
	for _, s := range allSettings() {
		settings = append(settings, s)
	}
	for _, engine := range []string{"words", "links", "reduced"} {
		covers = append(covers, Searcher{forced: engine})
	}
	small := func(r *rand.Rand) *cover.Model {
		if r.IntN(3) == 0 {
			return randomBoard(r)
		}
		return randomModel(r)
	}
	for _, kind := range []struct {
		name   string
		models int // as many as are drawn, unless everything is to be run
		draw   func(r *rand.Rand) *cover.Model
		by     func(r *rand.Rand) []searcher
	}{
		{"models", 80, randomModel, func(*rand.Rand) []searcher { return settings }},
		{"many models", 5000, randomModel, func(r *rand.Rand) []searcher { return few(r, 1, settings) }},
		{"boards", 40, randomBoard, func(*rand.Rand) []searcher { return settings }},
		// Tables of several bytes, ends of boards that recur, tasks, and states that merge.
		{"planted boards", 10, planted, func(r *rand.Rand) []searcher { return few(r, 8, settings) }},
		// Pieces seem to reach so far that tables would be wide: most constrained items come first.
		{"boards far apart", 40, func(r *rand.Rand) *cover.Model {
			m := planted(r)
			apart := 4 + r.IntN(4) // positions between two cells
			for i := range m.Pos {
				m.Pos[i] *= apart
			}
			return m
		}, func(*rand.Rand) []searcher {
			return []searcher{Searcher{}, Searcher{Workers: 3}, Searcher{NoSymmetry: true}}
		}},
		// Items of which only the lower bound can bind, and others beside them.
		{"boards with needs", 80, func(r *rand.Rand) *cover.Model { return needing(r, randomBoard(r)) },
			func(r *rand.Rand) []searcher {
				return append(few(r, 1, settings), Searcher{}, Searcher{forced: layered}, Searcher{forced: layered, Workers: 2})
			}},
		// They start in links and go on in pairs of words and in rows of bits.
		{"covers", 40, randomCover, func(r *rand.Rand) []searcher { return few(r, 2, covers) }},
		{"copies", 600, func(r *rand.Rand) *cover.Model { return copied(r, copied(r, randomModel(r))) },
			func(r *rand.Rand) []searcher { return append(few(r, 1, settings), Searcher{}) }},
		{"copies on boards", 60, boardWithCopies, func(r *rand.Rand) []searcher {
			return append(few(r, 1, settings), Searcher{}, Searcher{forced: layered}, Searcher{forced: "links"})
		}},
		// A Hunter that begins again after one node, two, four; a Beam that does not apply, too.
		{"hunters and beams", 300, small, func(r *rand.Rand) []searcher {
			return []searcher{Hunter{unit: 1 + r.Int64N(4), Seed: r.Uint64()}, Beam{Seed: r.Uint64()}}
		}},
	} {
		t.Run(kind.name, func(t *testing.T) {
			t.Parallel()
			r := rand.New(rand.NewPCG(3, 4))
			models := testkit.Times(kind.models)
			if testing.Short() {
				models = max(4, models/5)
			}
			solved, solvable := 0, 0
			for range models {
				m := kind.draw(r)
				n, err := Plain{MaxNodes: 5000}.Count(t.Context(), m)
				if err != nil {
					continue
				}
				solved++
				solvable += n.Sign()
				agree(t, m, kind.by(r)...)
			}
			if solved < models/4 || solvable < models/8 {
				t.Errorf("only %d of %d were small enough, and %d have solutions", solved, models, solvable)
			}
		})
	}
}

// needing adds items that must be covered by some options at least, and may be by all of them, or
// by a few more: most of them are needs where states merge.
func needing(r *rand.Rand, m *cover.Model) *cover.Model {
	if len(m.Options) == 0 {
		return m
	}
	m.Sym = nil
	for range 1 + r.IntN(4) {
		least := 1 + r.IntN(3)*r.IntN(2)
		i := len(m.Items)
		m.Items = append(m.Items, cover.Item{Name: fmt.Sprint("need ", i), Min: least, Max: least + []int{100, 1, 0}[r.IntN(3)]})
		if m.Pos != nil {
			m.Pos = append(m.Pos, -1)
		}
		often := 1 + r.IntN(3)
		for o := range m.Options {
			if r.IntN(often) == 0 {
				m.Options[o] = append(m.Options[o], i)
			}
		}
	}
	return m
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
