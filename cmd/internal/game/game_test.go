package game_test

import (
	"slices"
	"testing"
	"time"

	"github.com/exactile/exactile/cmd/internal/game"
)

// TestGiven: given pieces lie on the board from the start, and stay; a hint and all others lead to the
// solution, and all of that can be undone.
func TestGiven(t *testing.T) {
	t.Parallel()
	p, err := game.Daily(t.Context(), "daily:2026-11-24", time.Time{})
	if err != nil {
		t.Fatal(err)
	}
	tiling, err := p.Compile()
	if err != nil {
		t.Fatal(err)
	}
	g := game.New(tiling)
	if len(g.Given) != 7 || len(g.Placed) != 7 || g.Solved() {
		t.Fatalf("%d given, %d placed, solved %v", len(g.Given), len(g.Placed), g.Solved())
	}
	for _, o := range g.Given {
		g.At = g.Placements[o].Cells[0]
		if g.PickUp() || g.Message == "" {
			t.Errorf("%s can be picked up", g.PlacementName(o))
		}
	}
	for range 5 {
		o := g.Hint()(t.Context(), game.Containing(g.Model, g.Taken()))
		if o < 0 || slices.Contains(g.Placed, o) {
			t.Fatalf("the hint is %d", o)
		}
		g.Hold(o)
		if !g.Drop() {
			t.Fatal(g.Message)
		}
	}
	if !g.Solved() {
		t.Error("it is not solved")
	}
	for g.Undo() {
	}
	if !slices.Equal(g.Placed, g.Given) {
		t.Errorf("undone to %v, given are %v", g.Placed, g.Given)
	}
}
