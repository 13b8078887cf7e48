package solution

import (
	"encoding/json"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/encode/puzzle"
)

// A Writer writes the same JSON as json.Marshal of a Record, and the same lines of cells, whether
// or not it has ranked the options, for sets of options in any order.
func TestWriter(t *testing.T) {
	board := corner(t)
	board.Puzzle.Pieces[0].Name = `<"L">`
	rnd := rand.New(rand.NewPCG(5, 6))
	for _, tiling := range []*puzzle.Tiling{board, withoutGeometry(t)} {
		w := NewWriter(tiling)
		for n := range 10 * rankAfter {
			s := cover.Solution(rnd.Perm(len(tiling.Options))[:rnd.IntN(len(tiling.Options)+1)])
			if n%3 > 0 {
				slices.Sort(s)
			}
			want, err := json.Marshal(NewRecord(tiling, s))
			if err != nil {
				t.Fatal(err)
			}
			if got, err := w.AppendJSON([]byte("before"), s); err != nil || string(got) != "before"+string(want) {
				t.Fatalf("solution %d, %v: %s, %v, want %s", n, s, got, err, want)
			}
			lines := "before"
			for _, o := range tiling.Ordered(s) {
				lines += tiling.PlacementName(o) + "\n"
			}
			if got := w.AppendCells([]byte("before"), s); string(got) != lines {
				t.Fatalf("solution %d, %v: %s, want %s", n, s, got, lines)
			}
		}
	}
}

func withoutGeometry(t *testing.T) *puzzle.Tiling {
	t.Helper()
	p := &puzzle.Puzzle{Name: "items", Cover: &cover.Model{
		Items:   []cover.Item{{Name: "b&", Max: 3}, {Name: "a", Max: 3}},
		Options: [][]int{{0, 1}, {1}, {0}, {0, 1}},
	}}
	tiling, err := p.Compile()
	if err != nil {
		t.Fatal(err)
	}
	return tiling
}
