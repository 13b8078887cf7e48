package problem

import (
	"testing"

	"github.com/exactile/exactile/native/internal/boards"
)

// TestBoundsThatCannotBindAreDropped gives the only piece of a board bounds that the room
// there implies, some that it does not, and some that it rules out.
func TestBoundsThatCannotBindAreDropped(t *testing.T) {
	for _, tc := range []struct {
		name              string
		kind              byte
		min, max          int
		binds, impossible bool
	}{
		{"any number", '.', 0, 8, false, false},
		{"as many as there are", '.', 8, 8, false, false},
		{"too few", '.', 0, 7, true, false},
		{"too many", '.', 9, 20, true, true},
		{"as many as fit", '?', 0, 8, false, false},
		{"fewer than fit", '?', 0, 7, true, false},
		{"some on a board that may stay empty", '?', 2, 8, true, false},
	} {
		m := boards.Rectangle(4, 4, tc.kind).Model(boards.Shape{Name: "domino", Cells: boards.ParseShape("XX"), Min: tc.min, Max: tc.max})
		p := Load(m)
		if p.Impossible != tc.impossible {
			t.Errorf("%s: impossible %v", tc.name, p.Impossible)
		}
		for i, it := range m.Items {
			if it.Name == "domino" && !tc.impossible && p.Items[i].Binds() != tc.binds {
				t.Errorf("%s: %+v binds: %v", tc.name, p.Items[i], !tc.binds)
			}
		}
	}
}
