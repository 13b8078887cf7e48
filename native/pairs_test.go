package native

import (
	"math/rand/v2"
	"testing"

	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/native/internal/links"
)

// randomCover makes a model without positions, of more items than a word has and
// often of more than two have, with a solution planted in it: items that must be
// covered, some of them perhaps up to twice, items that may be, and perhaps options
// that nothing needs.
func randomCover(r *rand.Rand) *cover.Model {
	m := &cover.Model{}
	needy, optional := 40+r.IntN(120), r.IntN(30)
	if near := r.IntN(4); near < 2 {
		needy = []int{64, links.MaxPairItems}[near] - optional - 3 + r.IntN(10)
	}
	for range needy {
		m.Items = append(m.Items, cover.Item{Min: 1, Max: 1})
	}
	for range optional {
		m.Items = append(m.Items, cover.Item{Max: 1})
	}
	var left []int // optional items that no planted option has
	for k := range optional {
		left = append(left, needy+k)
	}
	items := r.Perm(needy)
	for len(items) > 0 {
		n := min(2+r.IntN(5), len(items))
		option := items[:n:n]
		items = items[n:]
		if len(left) > 0 && r.IntN(2) == 0 {
			option = append(option, left[0])
			left = left[1:]
		}
		m.Options = append(m.Options, option)
	}
	dense := r.IntN(3)
	for range needy * (1 + dense) {
		m.Options = append(m.Options, r.Perm(needy + optional)[:2+dense+r.IntN(4)])
	}
	if optional > 2 && r.IntN(3) == 0 {
		for range 3 {
			m.Options = append(m.Options, []int{needy + r.IntN(optional)})
		}
	}
	if r.IntN(4) == 0 {
		for range 3 {
			m.Items[r.IntN(needy)].Max = 2
		}
	}
	r.Shuffle(len(m.Options), func(i, j int) { m.Options[i], m.Options[j] = m.Options[j], m.Options[i] })
	return m
}

// TestForcedOptionsThatClash has two items left with one option each, which share an
// item that need not be covered, among few, several and many others.
func TestForcedOptionsThatClash(t *testing.T) {
	for _, ring := range []int{0, 86, 200} {
		m := &cover.Model{Options: [][]int{{0, 3}, {0, 4}, {1, 5}, {1, 3}, {2, 5}, {2, 3}}}
		want := 2 // the second option, then the fifth item for one and the third for the other
		for k := range ring {
			m.Options = append(m.Options, []int{6 + k, 6 + (k+1)%ring})
			want = 4
		}
		for i := range 6 + ring {
			item := cover.Item{Min: 1, Max: 1}
			if 3 <= i && i < 6 {
				item.Min = 0
			}
			m.Items = append(m.Items, item)
		}
		for _, engine := range []string{"words", "links", "reduced"} {
			s := Searcher{forced: engine}
			if got := len(list(t, s, m)); got != want {
				t.Errorf("%s, a ring of %d: %d solutions listed, want %d", engine, ring, got, want)
			}
			if n := mustCount(t, s, m); n.Int64() != int64(want) {
				t.Errorf("%s, a ring of %d: counted %v, want %d", engine, ring, n, want)
			}
		}
	}
}
