package native

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/native/internal/boards"
	"github.com/exactile/exactile/native/internal/run"
)

// copied gives an item of a model copies, and perhaps makes one of them another item again: by an
// option less, by one more, or by an item that a few of all options have.
func copied(r *rand.Rand, m *cover.Model) *cover.Model {
	items := slices.Clone(m.Items)
	pos := slices.Clone(m.Pos)
	var options [][]int
	of, k := r.IntN(len(items)), 1+r.IntN(2)
	if n := len(m.Options); n > 0 {
		of = m.Options[r.IntN(n)][0]
	}
	items[of].Min, items[of].Max = 1, 1
	if pos != nil && r.IntN(4) > 0 {
		pos[of] = -1
	}
	for n := range k {
		items = append(items, cover.Item{Name: fmt.Sprint("copy", len(items), n), Min: 1, Max: 1})
		if pos != nil {
			pos = append(pos, -1)
		}
	}
	first := len(items) - k
	for _, o := range m.Options {
		options = append(options, o)
		at := slices.Index(o, of)
		if at < 0 {
			continue
		}
		for n := range k {
			copied := slices.Delete(slices.Clone(o), at, at+1)
			options = append(options, append(copied, first+n))
		}
	}
	switch r.IntN(6) {
	case 0:
		if n := len(options); n > 0 {
			options = slices.Delete(options, n-1, n)
		}
	case 1:
		if n := len(options); n > 0 {
			options = append(options, options[n-1])
		}
	case 2:
		items = append(items, cover.Item{Name: "hint", Min: r.IntN(2), Max: 1})
		if pos != nil {
			pos = append(pos, -1)
		}
		for n, o := range options {
			if r.IntN(4) == 0 {
				options[n] = append(slices.Clone(o), len(items)-1)
			}
		}
	}
	r.Shuffle(len(options), func(i, k int) { options[i], options[k] = options[k], options[i] })
	return &cover.Model{Items: items, Options: options, Pos: pos}
}

// boardWithCopies makes a small board, often symmetric, and pieces of which some are the same under
// other names.
func boardWithCopies(r *rand.Rand) *cover.Model {
	b := boards.Rectangle(2+r.IntN(3), 2+r.IntN(2), ".?"[r.IntN(2)])
	patterns := []string{"X", "XX", "XX X.", "XXX", "XXX X..", ".XX XX."}
	var shapes []boards.Shape
	for len(shapes) < 2+r.IntN(4) {
		s := boards.One("", patterns[r.IntN(len(patterns))])
		s.Fixed, s.NoFlip = r.IntN(4) == 0, r.IntN(4) == 0
		for range 1 + r.IntN(3) {
			s.Name = fmt.Sprint("p", len(shapes))
			shapes = append(shapes, s)
		}
	}
	return b.Model(shapes...)
}

// The symmetries that a merged model keeps are symmetries of it.
func TestCopiesOnSymmetricBoards(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(17, 4))
	symmetric := 0
	for range 200 {
		merged, factor := mergeCopies(boardWithCopies(r))
		for k, g := range merged.Sym {
			if !merged.Automorphism(g) {
				t.Fatalf("%+v: %d is no symmetry", merged, k)
			}
		}
		if factor != nil && len(merged.Sym) > 1 {
			symmetric++
		}
	}
	if symmetric < 20 {
		t.Errorf("only %d boards have copies and symmetries", symmetric)
	}
}

// TestWhatIsNoCopy has models in which items seem to be copies.
func TestWhatIsNoCopy(t *testing.T) {
	exact := func(n int) []cover.Item { return slices.Repeat([]cover.Item{{Min: 1, Max: 1}}, n) }
	for _, tc := range []struct {
		name   string
		m      *cover.Model
		factor int64 // 0: nothing is merged
		want   int64
	}{
		{"two of the same options", &cover.Model{Items: exact(2), Options: [][]int{{0}, {1}}}, 0, 1},
		{"a cell for two", &cover.Model{
			Items:   append(exact(2), cover.Item{Max: 2}),
			Options: [][]int{{0, 2}, {1, 2}},
		}, 0, 1},
		{"options of both", &cover.Model{Items: exact(3), Options: [][]int{{0, 1, 2}, {0, 2}, {1, 2}}}, 0, 1},
		// Once the rows are one item, no column is covered at most once beside another.
		{"rows and columns", &cover.Model{
			Items:   exact(4),
			Options: [][]int{{0, 2}, {0, 3}, {1, 2}, {1, 3}},
		}, 2, 2},
		{"three rows and three columns", &cover.Model{
			Items:   exact(6),
			Options: [][]int{{0, 3}, {0, 4}, {0, 5}, {1, 3}, {1, 4}, {1, 5}, {2, 3}, {2, 4}, {2, 5}},
		}, 6, 6},
		{"a symmetry that swaps the rows", &cover.Model{
			Items:   exact(4),
			Options: [][]int{{0, 2}, {0, 3}, {1, 2}, {1, 3}},
			Sym:     [][]int{{0, 1, 2, 3}, {2, 3, 0, 1}},
		}, 2, 2},
		{"cells", &cover.Model{
			Items: exact(4), Pos: []int{0, 1, -1, -1},
			Options: [][]int{{0, 2}, {0, 3}, {1, 2}, {1, 3}},
		}, 2, 2},
		{"two placements on the same cells", &cover.Model{
			Items:   append(exact(2), cover.Item{Max: 1}, cover.Item{Max: 1}),
			Options: [][]int{{0, 2}, {0, 2}, {0, 3}, {1, 3}, {1, 2}, {1, 2}},
		}, 2, 4},
		{"as often, elsewhere", &cover.Model{
			Items:   append(exact(2), cover.Item{Max: 1}, cover.Item{Max: 1}),
			Options: [][]int{{0, 2}, {0, 2}, {0, 3}, {1, 3}, {1, 3}, {1, 2}},
		}, 0, 5},
	} {
		merged, factor := mergeCopies(tc.m)
		for _, g := range merged.Sym {
			if !merged.Automorphism(g) {
				t.Errorf("%s: %v is no symmetry of the merged model", tc.name, g)
			}
		}
		if factor == nil {
			factor = new(big.Int)
		}
		if factor.Cmp(big.NewInt(tc.factor)) != 0 {
			t.Errorf("%s: factor %v, want %d", tc.name, factor, tc.factor)
		}
		for _, s := range []searcher{Plain{}, Searcher{}, Searcher{levels: run.Levels{copies: -1}}} {
			if n := mustCount(t, s, tc.m); n.Cmp(big.NewInt(tc.want)) != 0 {
				t.Errorf("%s: %T counts %v, not %d", tc.name, s, n, tc.want)
			}
		}
	}
}

// Hashes only propose copies: what decides are the options themselves.
func TestSameBut(t *testing.T) {
	for _, tc := range []struct {
		a    []int
		i    int
		b    []int
		k    int
		want bool
	}{
		{[]int{0, 4, 5}, 0, []int{1, 4, 5}, 1, true},
		{[]int{3, 4, 9}, 9, []int{1, 3, 4}, 1, true},
		{[]int{3, 4, 9}, 9, []int{1, 3, 5}, 1, false},
		{[]int{1, 3, 4}, 1, []int{3, 4, 9}, 9, true},
		{[]int{1, 3, 4}, 1, []int{2, 3}, 2, false},
		{[]int{1}, 1, []int{2}, 2, true},
	} {
		if got := sameBut(tc.a, tc.i, tc.b, tc.k); got != tc.want {
			t.Errorf("%v without %d, %v without %d: %v", tc.a, tc.i, tc.b, tc.k, got)
		}
	}
}
