package catalogue

import (
	"maps"
	"slices"
	"testing"

	"github.com/exactile/exactile/encode/lattice"
	"github.com/exactile/exactile/encode/puzzle"
)

// Known numbers of polyforms, from one cell on.
func TestPolyformsAreAsManyAsKnown(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		l      *lattice.Lattice
		sides  sidedness
		source string
		want   []int
	}{
		{lattice.Square, fixed, "OEIS A001168", []int{1, 2, 6, 19, 63, 216, 760, 2725}},
		{lattice.Square, oneSided, "OEIS A000988", []int{1, 1, 2, 7, 18, 60, 196, 704}},
		{lattice.Square, free, "OEIS A000105", []int{1, 1, 2, 5, 12, 35, 108, 369}},
		{lattice.Hex, fixed, "OEIS A001207", []int{1, 3, 11, 44, 186, 814, 3652}},
		{lattice.Hex, oneSided, "OEIS A006535", []int{1, 1, 3, 10, 33, 147, 620}},
		{lattice.Hex, free, "OEIS A000228", []int{1, 1, 3, 7, 22, 82, 333}},
		{lattice.Triangle, fixed, "OEIS A001420", []int{2, 3, 6, 14, 36, 94, 250, 675, 1838}},
		{lattice.Triangle, oneSided, "OEIS A006534", []int{1, 1, 1, 4, 6, 19, 43, 120, 307}},
		{lattice.Triangle, free, "OEIS A000577", []int{1, 1, 1, 3, 4, 12, 24, 66, 160}},
		{lattice.Cube, fixed, "OEIS A001931", []int{1, 3, 15, 86, 534, 3481}},
		{lattice.Cube, oneSided, "OEIS A000162", []int{1, 1, 2, 8, 29, 166}},
		{lattice.Sticks, free, "OEIS A019988", []int{1, 2, 5, 16, 55, 222}},
		{lattice.Trigs, free, "D. Goodger, Polyform Puzzler", []int{1, 3, 12, 60}},
		{lattice.Twigs, free, "D. Goodger, Polyform Puzzler", []int{1, 1, 3, 4, 12, 27}},
		{lattice.Cube, free, "OEIS A000162, since no hand mirrors a cube", []int{1, 1, 2, 8, 29, 166}},
	} {
		for k, want := range tc.want {
			all, ok := forms(tc.l, k+1, tc.sides, 4000)
			n := 0
			seen := make(map[string]bool)
			for _, f := range all {
				n += len(f.hands)
				for _, hand := range f.hands {
					seen[key(hand)] = true
				}
			}
			if n != want || !ok || len(seen) != n {
				t.Errorf("%s, %d cells: %d pieces, %d different, want %d (%s)", tc.l.Name, k+1, n, len(seen), want, tc.source)
			}
		}
	}
}

// Every shape is found once, is connected, and none is a translation of another.
func TestFixedFormsAreDifferent(t *testing.T) {
	for _, l := range lattice.All() {
		seen := make(map[string]bool)
		for cells := range fixedForms(l, 5) {
			shift := l.Corner(cells)
			var moved []lattice.Cell
			for _, c := range cells {
				moved = append(moved, c.Add(shift))
			}
			moved = lattice.Sorted(moved)
			if len(slices.Compact(slices.Clone(moved))) != 5 {
				t.Fatalf("%s: %v", l.Name, moved)
			}
			var text []byte
			for _, c := range moved {
				text = append(text, byte(c[0]), byte(c[1]), byte(c[2]))
			}
			if seen[string(text)] {
				t.Fatalf("%s: %v twice", l.Name, moved)
			}
			seen[string(text)] = true
		}
	}
}

// A second way of counting: forms grow from those with a cell less, and each is known by the least
// of its orientations. Nobody has published the forms of balls.
func TestFormsGrow(t *testing.T) {
	for _, l := range lattice.All() {
		known := map[string][]puzzle.Orientation{}
		add := func(cells []puzzle.Cell) {
			ways := (&puzzle.Piece{Cells: cells, Rotate: true, Flip: l.Flips()}).Orientations(l)
			slices.SortFunc(ways, compareShapes)
			known[key(ways[0])] = ways
		}
		for _, start := range l.Starts() {
			add([]puzzle.Cell{{At: start}})
		}
		for n := 1; n < 5; n++ {
			all, _ := forms(l, n, free, 4000)
			pieces := 0
			for _, f := range all {
				pieces += len(f.hands)
			}
			if pieces != len(known) {
				t.Errorf("%s, %d cells: %d pieces, and %d by growing", l.Name, n, pieces, len(known))
			}
			smaller := known
			known = map[string][]puzzle.Orientation{}
			for _, o := range slices.Concat(slices.Collect(maps.Values(smaller))...) {
				for _, c := range o {
					for _, d := range l.Neighbours(c.At) {
						if !slices.Contains(o.Places(), d) {
							add(append(slices.Clone(o), puzzle.Cell{At: d}))
						}
					}
				}
			}
		}
	}
}

// The work is bounded however large the forms are.
func TestTooManyForms(t *testing.T) {
	for _, l := range lattice.All() {
		if all, ok := forms(l, 40, free, 100); ok {
			t.Errorf("%s: %d forms of 40 cells", l.Name, len(all))
		}
	}
}
