package encode

import (
	"testing"

	"github.com/exactile/exactile/encode/cover"
)

// A bound that the areas imply makes no clauses; a bound that they do not imply, or that they
// contradict, makes some.
func TestImpliedBoundsMakeNoClauses(t *testing.T) {
	t.Parallel()
	board := func(least, most int) *cover.Model {
		m := dominoes(8, 8, least, most)
		for i := range m.Items[:64] {
			m.Items[i].Min = 1
		}
		return m
	}
	free, err := Size(board(0, 1000), Encoding{})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		least, most int
		implied     bool
	}{{32, 32, true}, {3, 40, true}, {0, 31, false}, {33, 40, false}} {
		m := board(c.least, c.most)
		size, err := Size(m, Encoding{})
		if err != nil || (size == free) != c.implied {
			t.Errorf("%d to %d dominoes on 8x8 take %v (%v), any number %v", c.least, c.most, size, err, free)
		}
		if all, err := Size(m, Encoding{Redundant: true}); err != nil || all == free {
			t.Errorf("%d to %d dominoes with all bounds take %v (%v)", c.least, c.most, all, err)
		}
	}
	m := board(32, 32)
	m.Items[0].Min = 0 // a corner may stay empty
	if size, err := Size(m, Encoding{}); err != nil || size.Clauses < 2*free.Clauses {
		t.Errorf("with a cell that may stay empty: %v (%v)", size, err)
	}
}
