package native

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/exactile/exactile/encode/cover"
)

// TestListerSorts lists random choices among few and many options, some of them
// taken beforehand, and looks at the solutions only when all have been visited.
func TestListerSorts(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	for _, options := range []int{1, 64, 65, 100, 64*fewMarks - 1, 64 * fewMarks, 5000, 300000} {
		p := &problem{m: &cover.Model{Options: make([][]int, options)}}
		for o := range options {
			if rnd.IntN(options) < 3 {
				p.taken = append(p.taken, o)
			}
		}
		var got, want []cover.Solution
		l := p.lister(func(s cover.Solution) bool {
			got = append(got, s)
			return len(got) < 40
		})
		l.below(&trivialRoot[0])
		for n := range 40 {
			var chosen []int32
			s := slices.Clone(p.taken)
			for _, o := range rnd.Perm(options)[:min(n, options)] {
				if !slices.Contains(p.taken, o) {
					chosen = append(chosen, int32(o))
					s = append(s, o)
				}
			}
			slices.Sort(s)
			want = append(want, s)
			if more := l.list(chosen, 0); more != (n < 39) {
				t.Fatalf("%d options: solution %d: go on: %v", options, n, more)
			}
		}
		for n := range got {
			if got[n] == nil || !slices.Equal(got[n], want[n]) {
				t.Fatalf("%d options: %v, want %v", options, got[n], want[n])
			}
			if cap(got[n]) > len(got[n]) {
				t.Errorf("%d options: appending to one solution would overwrite another", options)
			}
		}
	}
}

// TestPlaces says for some models where options stand in every solution.
func TestPlaces(t *testing.T) {
	once, free := cover.Item{Min: 1, Max: 1}, cover.Item{Max: 1}
	for _, row := range []struct {
		why     string
		items   []cover.Item
		options [][]int
		want    []int32
	}{
		{"two pieces, one after the other", []cover.Item{once, once, free}, [][]int{{0}, {0, 2}, {1, 2}}, []int32{0, 0, 1}},
		{"a cell is as good as a piece", []cover.Item{free, once, once}, [][]int{{0, 1}, {1}, {0, 2}}, []int32{0, 0, 1}},
		{"the pieces take turns", []cover.Item{once, once}, [][]int{{0}, {1}, {0}}, nil},
		{"a piece that may be left out", []cover.Item{once, free}, [][]int{{0}, {1}}, nil},
		{"a piece that comes twice", []cover.Item{once, {Min: 2, Max: 2}}, [][]int{{0}, {1}, {1}}, nil},
		{"an option of no piece", []cover.Item{once, {Max: 9}}, [][]int{{0}, {1}}, nil},
		{"nothing", nil, nil, []int32{}},
	} {
		p := load(&cover.Model{Items: row.items, Options: row.options})
		if got := p.places(); !slices.Equal(got, row.want) || (got == nil) != (row.want == nil) {
			t.Errorf("%s: places %v, want %v", row.why, got, row.want)
		}
	}
}
