package table

import (
	"testing"

	"github.com/exactile/exactile/native/internal/boards"
	"github.com/exactile/exactile/native/internal/problem"
)

// What components there are is told from the options, and what fills them from the
// pieces left.
func TestComponentsOfAWindow(t *testing.T) {
	m := boards.Rectangle(5, 6, '.').Model(
		boards.One("I", "XXXXX"), boards.One("P", "XX XX X."), boards.One("Y", "XXXX .X.."), boards.One("V", "X.. X.. XXX"),
		boards.One("T", "XXX .X. .X."), boards.One("O", "XX XX"), boards.Shape{Name: "X", Cells: boards.ParseShape("X"), Min: 1, Max: 1})
	p := problem.Load(m)
	orders := p.Orders(p.CellItems(), false)
	w := NewWindow(p, &orders[0])
	r := newComponents(w)
	if r == nil || len(r.edges) != 2 {
		t.Fatalf("components of a rectangle: %+v", r)
	}
	for _, tc := range []struct {
		name string
		rows string // X: filled
		k    uint64
		want bool
	}{
		{"nothing is cut off", ".X... XX... ..... ..... ..... .....", w.start, false},
		{"three cells", ".X..X ..XXX XX... ..... ..... .....", w.start, true},
		{"two components of four and more", "....X XXXXX ..... ..... ..... .....", w.start, false},
		{"the same with nothing left", "....X XXXXX ..... ..... ..... .....", 0, true},
	} {
		f, bit := uint64(0), 0
		for _, c := range tc.rows {
			if c == ' ' {
				continue
			}
			if c == 'X' {
				f |= 1 << bit
			}
			bit++
		}
		if got := r.hopeless(w.Open, State{0, f, tc.k}); got != tc.want {
			t.Errorf("%s: hopeless %v", tc.name, got)
		}
	}
	if loose := problem.Load(boards.Rectangle(5, 6, '?').Model(boards.One("I", "XXXXX"))); !loose.Impossible {
		orders := loose.Orders(loose.CellItems(), false)
		if newComponents(NewWindow(loose, &orders[0])) != nil {
			t.Error("components where cells may stay empty")
		}
	}
}

// A cell whose neighbour is the first that the window does not show may have any
// number of cells behind it; one nearer is shut in by what is filled around it.
func TestComponentsAtTheEdgeOfTheWindow(t *testing.T) {
	p := problem.Load(boards.Rectangle(10, 13, '.').Model(boards.Shape{Name: "I", Cells: boards.ParseShape("XXXXX"), Max: 26}))
	orders := p.Orders(p.CellItems(), false)
	w := NewWindow(p, &orders[0])
	r := newComponents(w)
	if r == nil || len(r.edges) != 2 {
		t.Fatalf("components of a rectangle: %+v", r)
	}
	row := max(r.edges[0].distance, r.edges[1].distance)
	for cell, want := range map[int]bool{64 - row: false, 63: false, 63 - row: true, 62 - row: true} {
		f := ^(uint64(31) | 1<<cell) // five cells in a row, which a piece fills, and this one
		if got := r.hopeless(w.Open, State{0, f, w.start}); got != want {
			t.Errorf("cell %d of a board of rows of %d alone: hopeless %v", cell, row, got)
		}
	}
}
