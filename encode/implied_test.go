package encode

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/internal/testkit"
)

// dominoModel is a board that must be covered by least to most dominoes.
func dominoModel(columns, rows, least, most int) *cover.Model {
	m := &cover.Model{Items: []cover.Item{{Name: "domino", Min: least, Max: most}}}
	at := func(x, y int) int { return 1 + y*columns + x }
	for y := range rows {
		for x := range columns {
			m.Items = append(m.Items, cover.Item{Name: fmt.Sprint(x, y), Min: 1, Max: 1})
			if x+1 < columns {
				m.Options = append(m.Options, []int{0, at(x, y), at(x+1, y)})
			}
			if y+1 < rows {
				m.Options = append(m.Options, []int{0, at(x, y), at(x, y+1)})
			}
		}
	}
	for _, o := range m.Options {
		slices.Sort(o)
	}
	return m
}

// A bound that the areas imply makes no clauses; a bound that they do not imply, or that they
// contradict, makes some.
func TestImpliedBoundsMakeNoClauses(t *testing.T) {
	t.Parallel()
	free, err := Size(dominoModel(8, 8, 0, 1000), Encoding{})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		least, most int
		implied     bool
	}{{32, 32, true}, {3, 40, true}, {0, 31, false}, {33, 40, false}} {
		m := dominoModel(8, 8, c.least, c.most)
		size, err := Size(m, Encoding{})
		if err != nil || (size == free) != c.implied {
			t.Errorf("%d to %d dominoes on 8x8 take %v (%v), any number %v", c.least, c.most, size, err, free)
		}
		if all, err := Size(m, Encoding{Redundant: true}); err != nil || all == free {
			t.Errorf("%d to %d dominoes with all bounds take %v (%v)", c.least, c.most, all, err)
		}
	}
	m := dominoModel(8, 8, 32, 32)
	m.Items[1].Min = 0 // a corner may stay empty
	if size, err := Size(m, Encoding{}); err != nil || size.Clauses < 2*free.Clauses {
		t.Errorf("with a cell that may stay empty: %v (%v)", size, err)
	}
}

// On models like puzzles, leaving out implied bounds does not change the solutions.
func TestImpliedBoundsKeepTheSolutions(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(21, 22))
	left, solvable := 0, 0
	rounds := testkit.Times(2000)
	for range rounds {
		m := puzzleModel(r)
		if slices.Contains(implied(m, m.Dead()), true) {
			left++
			if checkFormula(t, m, Encoding{}) > 0 {
				solvable++
			}
		}
	}
	if left < rounds/50 || solvable < rounds/100 {
		t.Errorf("of %d models %d leave bounds out, %d of them with solutions", rounds, left, solvable)
	}
}

// puzzleModel returns cells, most of which must be covered once, and up to three pieces,
// most of them of one size each, some used several times.
func puzzleModel(r *rand.Rand) *cover.Model {
	m := new(cover.Model)
	cells := 2 + r.IntN(5)
	for c := range cells {
		it := cover.Item{Name: fmt.Sprint("c", c), Min: 1, Max: 1}
		if r.IntN(12) == 0 {
			it.Min = 0
		}
		m.Items = append(m.Items, it)
	}
	for p := range 1 + r.IntN(3) {
		least := r.IntN(3)
		m.Items = append(m.Items, cover.Item{Name: fmt.Sprint("p", p), Min: least, Max: least + r.IntN(3)*r.IntN(2)})
		size := 1 + r.IntN(3)
		for range 1 + r.IntN(5) {
			n := size
			if r.IntN(12) == 0 {
				n++
			}
			option := r.Perm(cells)[:min(n, cells)]
			option = append(option, cells+p)
			if r.IntN(15) == 0 && p > 0 {
				option = append(option, cells+p-1)
			}
			slices.Sort(option)
			m.Options = append(m.Options, option)
		}
	}
	return m
}
