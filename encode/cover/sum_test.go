package cover

import (
	"math/rand/v2"
	"testing"
)

// A model that does not add up has no solution, by trying every set of options.
func TestAddsUpKeepsTheSolutions(t *testing.T) {
	refuted := 0
	forRandomModels(t, 400, func(t *testing.T, _ *rand.Rand, m *Model) {
		if m.AddsUp() {
			return
		}
		refuted++
		if all := brute(m); len(all) > 0 {
			t.Errorf("%+v does not add up, and has the solutions %v", m, all)
		}
	})
	if refuted == 0 {
		t.Error("everything adds up")
	}
}

func TestAddsUp(t *testing.T) {
	// A row of n cells, and pieces of these sizes that are used so often.
	row := func(n, least, most int, sizes ...int) *Model {
		m := strip(n, sizes...)
		for k := range sizes {
			m.Items[k].Min, m.Items[k].Max = least, most
		}
		return m
	}
	optional := row(7, 0, 9, 2)
	optional.Items[4].Min = 0
	mixed := row(7, 0, 9, 2, 4)
	mixed.Items[1].Min, mixed.Items[1].Max = 1, 1
	for _, c := range []struct {
		name string
		m    *Model
		want bool
	}{
		{"nothing", &Model{}, true},
		{"dominoes, an even row", row(8, 0, 9, 2), true},
		{"dominoes, an odd row", row(7, 0, 9, 2), false},
		{"three dominoes, an odd row", row(7, 3, 3, 2), false},
		{"twos and fours, an odd row", row(7, 0, 9, 2, 4), false},
		{"twos and threes, an odd row", row(7, 0, 9, 2, 3), true},
		{"one four and any twos, an odd row", mixed, false},
		{"a cell that may stay empty", optional, true},
		{"an item without options", &Model{Items: []Item{{Name: "a", Max: 2}, {Name: "b", Min: 1, Max: 1}}}, false},
		{"an option that is barred", &Model{Items: []Item{{Name: "a", Min: 1, Max: 1}, {Name: "b", Min: 1, Max: 1}, {Name: "c", Min: 1, Max: 1}, {Name: "x"}}, Options: [][]int{{0, 1}, {1, 2}, {2, 3}}}, false},
	} {
		if got := c.m.AddsUp(); got != c.want {
			t.Errorf("%s: %t, want %t", c.name, got, c.want)
		}
	}
}
