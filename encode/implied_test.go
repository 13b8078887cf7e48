package encode

import (
	"fmt"
	"slices"
	"testing"

	"github.com/exactile/exactile/encode/cover"
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
