package native

import (
	"testing"

	"github.com/exactile/exactile/encode/cover"
)

// D twice and the first cell twice: the option that covers just these leaves room in both, and
// may not be used again. A memo with the open items as its key missed 6 of 1114 solutions.
func TestMemoWhereAnOptionLeavesRoom(t *testing.T) {
	m := &cover.Model{Items: []cover.Item{{Name: "A", Min: 1, Max: 1},
		{Name: "B", Min: 1, Max: 1},
		{Name: "C", Min: 1, Max: 1},
		{Name: "D", Min: 2, Max: 2},
		{Name: "E", Min: 2, Max: 2},
		{Name: "0,0", Min: 0, Max: 2},
		{Name: "1,0", Min: 1, Max: 1},
		{Name: "2,0", Min: 1, Max: 1},
		{Name: "3,0", Min: 1, Max: 1},
		{Name: "0,1", Min: 1, Max: 1},
		{Name: "1,1", Min: 1, Max: 1},
		{Name: "2,1", Min: 1, Max: 1},
		{Name: "3,1", Min: 1, Max: 1},
		{Name: "0,2", Min: 1, Max: 1},
		{Name: "1,2", Min: 1, Max: 1},
		{Name: "2,2", Min: 1, Max: 1},
		{Name: "3,2", Min: 1, Max: 1}}, Pos: []int{-1, -1, -1, -1, -1, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, -1}, Options: [][]int{
		{0, 5, 6},
		{0, 7, 8},
		{0, 10, 11},
		{0, 13, 14},
		{0, 15, 16},
		{0, 6, 7},
		{0, 9, 10},
		{0, 11, 12},
		{0, 14, 15},
		{0, 5, 9},
		{0, 7, 11},
		{0, 10, 14},
		{0, 12, 16},
		{1, 5, 6, 7, 9},
		{1, 10, 11, 12, 14},
		{1, 5, 6, 7, 11},
		{1, 10, 11, 12, 16},
		{1, 6, 7, 10, 11},
		{1, 9, 10, 13, 14},
		{1, 11, 12, 15, 16},
		{1, 7, 9, 10, 11},
		{1, 12, 14, 15, 16},
		{1, 5, 9, 10, 11},
		{1, 10, 14, 15, 16},
		{1, 5, 6, 9, 10},
		{1, 7, 8, 11, 12},
		{1, 10, 11, 14, 15},
		{2, 6, 7, 11},
		{2, 9, 10, 14},
		{2, 11, 12, 16},
		{2, 7, 10, 11},
		{2, 10, 13, 14},
		{2, 12, 15, 16},
		{2, 6, 7, 8},
		{2, 9, 10, 11},
		{2, 14, 15, 16},
		{2, 5, 9, 10},
		{2, 7, 11, 12},
		{2, 10, 14, 15},
		{2, 5, 6, 9},
		{2, 7, 8, 11},
		{2, 10, 11, 14},
		{2, 5, 6, 7},
		{2, 10, 11, 12},
		{2, 13, 14, 15},
		{3, 6},
		{3, 8},
		{3, 9},
		{3, 11},
		{3, 14},
		{3, 16},
		{3, 5},
		{3, 7},
		{3, 10},
		{3, 12},
		{3, 13},
		{3, 15},
		{4, 5},
		{4, 7},
		{4, 10},
		{4, 12},
		{4, 13},
		{4, 15},
		{4, 6},
		{4, 8},
		{4, 9},
		{4, 11},
		{4, 14},
		{4, 16}}}
	want := mustCount(t, Searcher{}.Forced(Choice{Levels: map[string]int{"memo": -1}}), m)
	for _, engine := range []string{"words", "reduced", "links", "frontier"} {
		got := mustCount(t, Searcher{}.Forced(Choice{Engine: engine, Levels: map[string]int{"memo": 1}}), m)
		if got.Cmp(want) != 0 {
			t.Errorf("%s: %v solutions with a memo, want %v", engine, got, want)
		}
	}
	if want.Int64() != 1114 {
		t.Errorf("%v solutions, want 1114", want)
	}
}
