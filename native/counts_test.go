package native

import (
	"math/big"
	"testing"
)

// larger are counts that no published table gives, or that are too large to list:
// each is found by several engines, and along several orders of the cells.
func larger() []row {
	tetrominoes := []string{"XXXX", "XX XX", "XXX .X.", ".XX XX.", "XXX X.."}
	var any []shape
	for _, rows := range tetrominoes {
		any = append(any, shape{name: rows, cells: parseShape(rows), max: 16})
	}
	return []row{
		{"L-trominoes 9x10", rectangle(9, 10, '.').model(shape{name: "L3", cells: parseShape("XX X."), min: 30, max: 30}), 9567192},
		{"any number of each tetromino 8x8", rectangle(8, 8, '.').model(any...), 19077209438},
		{"12 dominoes in 6x6", rectangle(6, 6, '?').model(shape{name: "domino", cells: parseShape("XX"), min: 12, max: 12}), 613605045},
		{"dominoes 12x12", rectangle(12, 12, '.').model(shape{name: "domino", cells: parseShape("XX"), min: 72, max: 72}), 53060477521960000},
	}
}

func TestLargerCounts(t *testing.T) {
	for _, tc := range larger() {
		want := big.NewInt(int64(tc.want))
		all := []Searcher{{}, {NoSymmetry: true}, {engine: "fast", spacing: 1}, {engine: "wide", spacing: 3}}
		p := load(tc.m)
		orders := p.orders(p.cellItems(), true)
		for _, o := range orders {
			if o.mean < 1.01*orders[0].mean { // the frontiers of others are too wide
				all = append(all, Searcher{spacing: 1, CellOrder: func(i int) int { return int(o.pos[i]) }})
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

// A bar of four and the pentominoes but the bar of five leave one cell of sixty
// empty. The second count scans the board from its far end, by other tables.
func TestOneHole(t *testing.T) {
	if testing.Short() {
		t.Skip("two whole searches take seconds, and far longer under the race detector")
	}
	pieces := append([]shape{one("I", "XXXX"), pentominoes[0]}, pentominoes[2:]...)
	m := rectangle(10, 6, '?').model(pieces...)
	fromTheEnd := func(i int) int {
		if q := m.Pos[i]; q >= 0 {
			return 60 - (q%10*6 + q/10)
		}
		return -1
	}
	for _, s := range []Searcher{{}, {CellOrder: fromTheEnd}} {
		if n := mustCount(t, s, m); n.Int64() != 336588 {
			t.Errorf("%v: %v solutions, want 336588", s, n)
		}
	}
}
