package native

import (
	"errors"
	"testing"

	"github.com/exactile/exactile/native/internal/boards"
	"github.com/exactile/exactile/native/internal/problem"
	"github.com/exactile/exactile/native/internal/run"
)

// Many probes estimate how many nodes a search takes. Few do not, nor do those that were
// cut short, however many they are.
func TestFewProbesMakeNoEstimate(t *testing.T) {
	p := problem.Load(boards.Rectangle(6, 10, '.').Model(boards.Pentominoes...))
	for _, tc := range []struct {
		nodes, looks int64 // of the probes, and at the context before it ends
		told         bool
	}{{100_000, 1 << 40, true}, {1000, 1 << 40, false}, {100_000, 10, false}, {100_000, 3000, false}} {
		ctx := &looks{Context: t.Context()}
		ctx.left.Store(tc.looks)
		e := Searcher{}.newSearch(p, run.Search{Ctx: ctx, PauseAt: 1})
		g := run.Estimate(e, problem.TrivialRoot, tc.nodes)
		if told := g.Reported() != 0; told != tc.told || told && (g.Reported() < 1e6 || g.Probes < 1000) {
			t.Errorf("%d nodes, %d looks: %v told of %+v", tc.nodes, tc.looks, g.Reported(), g)
		}
	}
}

// A search that is over soon has had few probes, and reports no estimate either.
func TestShortSearchesMakeNoEstimate(t *testing.T) {
	var st Stats
	mustCount(t, Searcher{Stats: func(s Stats) { st = s }}, boards.Rectangle(6, 10, '.').Model(boards.Pentominoes...))
	if st.Nodes < 1e5 || st.Estimate != 0 {
		t.Errorf("%+v", st)
	}
}

// A search without probes reports no estimate.
func TestNoProbesMakeNoEstimate(t *testing.T) {
	var st Stats
	s := Searcher{Stats: func(did Stats) { st = did }, MaxNodes: 50_000}
	m := boards.Rectangle(6, 10, '.').Model(boards.Pentominoes...)
	m.Pos = nil // no order of the cells, no tables
	_, err := s.Count(t.Context(), m)
	if !errors.Is(err, ErrBudget) || st.Engine != "words" && st.Engine != "links" || st.Estimate != 0 {
		t.Errorf("%+v, %v", st, err)
	}
}
