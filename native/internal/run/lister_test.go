package run

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/native/internal/problem"
)

// TestListerSorts lists random choices among few and many options, some of them
// taken beforehand, and looks at the solutions only when all have been visited.
func TestListerSorts(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	for _, options := range []int{1, 64, 65, 100, 64*fewMarks - 1, 64 * fewMarks, 5000, 300000} {
		p := &problem.Problem{Model: &cover.Model{Options: make([][]int, options)}}
		for o := range options {
			if rnd.IntN(options) < 3 {
				p.Taken = append(p.Taken, o)
			}
		}
		var got, want []cover.Solution
		l := NewLister(p, func(s cover.Solution) bool {
			got = append(got, s)
			return len(got) < 40
		})
		l.Below(&problem.TrivialRoot[0])
		for n := range 40 {
			var chosen []int32
			s := slices.Clone(p.Taken)
			for _, o := range rnd.Perm(options)[:min(n, options)] {
				if !slices.Contains(p.Taken, o) {
					chosen = append(chosen, int32(o))
					s = append(s, o)
				}
			}
			slices.Sort(s)
			want = append(want, s)
			if more := l.List(chosen); more != (n < 39) {
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

// TestListerEnds visits solutions one by one and, in between, all those of several
// ends, with few options for every word of them and with many.
func TestListerEnds(t *testing.T) {
	rnd := rand.New(rand.NewPCG(3, 4))
	for _, options := range []int{1, 20, 64, 65, 64 * 8} {
		p := &problem.Problem{Model: &cover.Model{Options: make([][]int, options)}, Residual: cover.Residual{Taken: []int{options - 1}}}
		var got, want []cover.Solution
		l := NewLister(p, func(s cover.Solution) bool {
			got = append(got, s)
			return len(got) != 300
		})
		l.Below(&problem.TrivialRoot[0])
		var w Search
		l.Serve(&w)
		expect := func(chosen []int32) {
			s := []int{options - 1}
			for _, o := range chosen {
				s = append(s, int(o))
			}
			slices.Sort(s)
			want = append(want, s)
		}
		for more := true; more; {
			chosen := make([]int32, 0, options)
			for _, o := range rnd.Perm(options - 1)[:rnd.IntN(options)] {
				chosen = append(chosen, int32(o))
			}
			expect(chosen)
			more = w.Visit(chosen)
		}
		if len(got) != 300 || !slices.EqualFunc(got, want, slices.Equal) {
			t.Fatalf("%d options: %v, want %v", options, got, want)
		}
	}
}

// TestPlaces checks for some models the index of options in every solution.
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
		p := problem.Load(&cover.Model{Items: row.items, Options: row.options})
		if got := placesOf(p); !slices.Equal(got, row.want) || (got == nil) != (row.want == nil) {
			t.Errorf("%s: places %v, want %v", row.why, got, row.want)
		}
	}
}
