package native

import (
	"context"
	"testing"

	"github.com/exactile/exactile/native/internal/boards"
	"github.com/exactile/exactile/native/internal/run"
)

func TestEnclosedCellsSpareNodes(t *testing.T) {
	m := boards.Rectangle(12, 5, '.').Model(boards.Pentominoes...)
	nodes := func(enclosed int) int64 {
		var st Stats
		s := Searcher{forced: "fast", merge: -1, levels: run.Levels{"enclosed": enclosed}, Stats: func(s Stats) { st = s }}
		mustCount(t, s, m)
		return st.Nodes
	}
	none, one, all := nodes(0), nodes(1), nodes(rules()["enclosed"])
	if one > none*7/10 || all >= one {
		t.Errorf("%d nodes, %d with enclosed cells in one byte, %d in all", none, one, all)
	}
}

// A budget is spent to the node: one less than a search needs is not enough.
func TestBatchedCountsKeepToTheirBudget(t *testing.T) {
	m := boards.Rectangle(5, 5, '.').Model(boards.Pentominoes[1], boards.Pentominoes[2], boards.Pentominoes[4], boards.Pentominoes[8], boards.Pentominoes[10])
	var st Stats
	s := Searcher{forced: "fast", merge: -1, Stats: func(s Stats) { st = s }}
	want := mustCount(t, s, m)
	s.MaxNodes = st.Nodes
	if n := mustCount(t, s, m); n.Cmp(want) != 0 {
		t.Errorf("%v solutions, want %v", n, want)
	}
	s.MaxNodes--
	if _, err := s.Count(context.Background(), m); err != ErrBudget {
		t.Errorf("with a node less than it needs: %v", err)
	}
}
