package native

import (
	"context"
	"testing"

	"github.com/exactile/exactile/native/internal/boards"
	"github.com/exactile/exactile/native/internal/problem"
	"github.com/exactile/exactile/native/internal/run"
	"github.com/exactile/exactile/native/internal/table"
)

// The rivals of a search are tried by all workers at once; the result does not
// depend on the number of workers.
func TestChoiceIgnoresWorkers(t *testing.T) {
	m := boards.Rectangle(8, 8, '.').Model(append(boards.Pentominoes[:12:12], boards.One("Q", "XX XX"))...)
	choice := func(workers int) (label, order string, nodes, time float64) {
		p := problem.Load(m)
		s := Searcher{Workers: workers}
		wk := run.Search{Ctx: context.Background(), PauseAt: 1}
		c := s.chooser(p, wk)
		c.roots = problem.TrivialRoot
		c.starting()
		c.weigh()
		if t, ok := c.best.(*table.Search); ok {
			label, order = t.Label, t.Order.Name
		}
		return label, order, c.expected.Nodes, c.expected.Time
	}
	label, order, nodes, time := choice(1)
	if nodes < 1e6 {
		t.Errorf("%v nodes are expected: too few for rivals to be tried", nodes)
	}
	for _, workers := range []int{2, 5} {
		if l, o, n, x := choice(workers); l != label || o != order || n != nodes || x != time {
			t.Errorf("%d workers choose %s by %s, %v nodes, %v ns; one %s by %s, %v, %v", workers, l, o, n, x, label, order, nodes, time)
		}
	}
}

// If copies are sure to merge, the narrowest frontier is used at once. By probes,
// which do not see merging, the search along diagonals takes a third of the nodes
// here; with merging it takes four times as many.
func TestCopiesLeaveNothingToChoose(t *testing.T) {
	var two []boards.Shape
	for _, p := range boards.Pentominoes {
		switch p.Name {
		case "F", "L", "N", "P", "U", "Y":
			p.Min, p.Max = 2, 2
			two = append(two, p)
		}
	}
	m := boards.Rectangle(10, 6, '.').Model(two...)
	var st Stats
	if mustCount(t, Searcher{Stats: func(s Stats) { st = s }}, m); st.Order != "columns" || st.Engine != layered {
		t.Errorf("%+v", st)
	}
}
