package native

import (
	"math/big"
	"testing"

	"github.com/exactile/exactile/native/internal/boards"
	"github.com/exactile/exactile/native/internal/problem"
)

// larger are counts that no published table gives, or that are too large to list:
// each is found by several engines, and along several orders of the cells.
func larger() []row {
	tetrominoes := []string{"XXXX", "XX XX", "XXX .X.", ".XX XX.", "XXX X.."}
	var any []boards.Shape
	for _, rows := range tetrominoes {
		any = append(any, boards.Shape{Name: rows, Cells: boards.ParseShape(rows), Max: 16})
	}
	return []row{
		{"L-trominoes 9x10", boards.Rectangle(9, 10, '.').Model(boards.Shape{Name: "L3", Cells: boards.ParseShape("XX X."), Min: 30, Max: 30}), 9567192, false},
		{"any number of each tetromino 8x8", boards.Rectangle(8, 8, '.').Model(any...), 19077209438, false},
		{"12 dominoes in 6x6", boards.Rectangle(6, 6, '?').Model(boards.Shape{Name: "domino", Cells: boards.ParseShape("XX"), Min: 12, Max: 12}), 613605045, false},
		{"dominoes 12x12", boards.Rectangle(12, 12, '.').Model(boards.Shape{Name: "domino", Cells: boards.ParseShape("XX"), Min: 72, Max: 72}), 53060477521960000, false},
	}
}

func TestLargerCounts(t *testing.T) {
	for _, tc := range larger() {
		want := big.NewInt(int64(tc.want))
		all := []Searcher{{}, {NoSymmetry: true}, {forced: layered}, {forced: layered}}
		p := problem.Load(tc.m)
		orders := p.Orders(p.CellItems(), true)
		for _, o := range orders {
			if o.Mean < 1.01*orders[0].Mean { // the frontiers of others are too wide
				all = append(all, Searcher{forced: layered, CellOrder: func(i int) int { return int(o.Pos[i]) }})
			}
		}
		if len(all) < 6 {
			t.Errorf("%s: only %d ways to count", tc.name, len(all))
		}
		for _, s := range all {
			if n := mustCount(t, s, tc.m); n.Cmp(want) != 0 {
				t.Errorf("%s, %v: %v solutions, want %v", tc.name, s, n, want)
			}
		}
		if testing.Short() {
			break
		}
	}
}
