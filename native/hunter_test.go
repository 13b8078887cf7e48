package native

import (
	"context"
	"errors"
	"slices"
	"testing"

	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/internal/testkit"
	"github.com/exactile/exactile/native/internal/boards"
	"github.com/exactile/exactile/native/internal/problem"
)

// first returns the first solution a hunter finds, and the nodes that took.
func first(t *testing.T, h Hunter, m *cover.Model) (found cover.Solution, nodes int64, err error) {
	t.Helper()
	told := 0
	h.Stats = func(st Stats) { nodes = st.Nodes; told++ }
	for s, wrong := range h.Solutions(context.Background(), m) {
		found, err = s, wrong
		break
	}
	if told != 1 {
		t.Errorf("Stats was called %d times", told)
	}
	return found, nodes, err
}

// Boards that no search in one order fills in a million nodes.
func TestHunterFillsLargeBoards(t *testing.T) {
	var ten []boards.Shape
	for _, p := range boards.Pentominoes {
		p.Min, p.Max = 10, 10
		ten = append(ten, p)
	}
	m := boards.Rectangle(30, 20, '.').Model(ten...)
	for seed := range uint64(3) {
		if !testkit.Thorough() && seed != 1 {
			continue // the others take more nodes
		}
		h := Hunter{Seed: seed, MaxNodes: 50_000}
		s, nodes, err := first(t, h, m)
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		if err := m.Check(s); err != nil || len(s) != 120 {
			t.Errorf("seed %d: %d pieces, %v", seed, len(s), err)
		}
		again, same, err := first(t, h, m)
		if err != nil || !slices.Equal(again, s) || same != nodes {
			t.Errorf("seed %d: after %d nodes one solution, and after %d another, %v", seed, nodes, same, err)
		}
		// A budget is that of all attempts together.
		h.MaxNodes = nodes
		if _, _, err := first(t, h, m); err != nil {
			t.Errorf("seed %d: with a budget of %d nodes: %v", seed, nodes, err)
		}
		h.MaxNodes = nodes / 2
		if _, did, err := first(t, h, m); !errors.Is(err, ErrBudget) || did != nodes/2 {
			t.Errorf("seed %d: with a budget of %d nodes: %v after %d", seed, nodes/2, err, did)
		}
	}
}

func TestLuby(t *testing.T) {
	want := []int64{1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8, 1}
	for n, w := range want {
		if got := luby(int64(n) + 1); got != w {
			t.Errorf("luby(%d) = %d, want %d", n+1, got, w)
		}
	}
}

// Scarce are the options of pieces that fit in few ways, for each that is needed;
// what need not be used is not scarce, nor is a cell.
func TestScarcity(t *testing.T) {
	m := &cover.Model{
		Items: []cover.Item{
			{Name: "a", Min: 1, Max: 1}, {Name: "b", Min: 2, Max: 4}, {Name: "any", Min: 0, Max: 2},
			{Name: "x", Min: 1, Max: 1}, {Name: "y", Min: 0, Max: 1},
		},
		Pos:     []int{-1, -1, -1, 0, 1},
		Options: [][]int{{0, 3}, {0, 4}, {0}, {1, 3}, {1, 4}, {1}, {1}, {1}, {2, 3}, {2}, {2, 4}, {3}, {0, 1}},
	}
	want := []float64{4, 4, 4, 3, 3, 3, 3, 3, 1, 1, 1, 1, 3}
	if got := scarcity(problem.Load(m)); !slices.Equal(got, want) {
		t.Errorf("scarcity = %v, want %v", got, want)
	}
	// Without positions it is not known which items are cells.
	m.Pos = nil
	want[0], want[1], want[2] = 1, 1, 1
	if got := scarcity(problem.Load(m)); !slices.Equal(got, want) {
		t.Errorf("scarcity without positions = %v, want %v", got, want)
	}
}
