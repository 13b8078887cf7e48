package native

import (
	"context"
	"errors"
	"testing"

	"github.com/exactile/exactile/native/internal/boards"
	"github.com/exactile/exactile/native/internal/layers"
	"github.com/exactile/exactile/native/internal/problem"
	"github.com/exactile/exactile/native/internal/run"
	"github.com/exactile/exactile/native/internal/table"
)

// A worker whose nodes take long checks its context after accordingly few of them,
// from the first one on.
func TestWorkersStopAfterFewNodes(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	p := problem.Load(boards.Rectangle(10, 6, '.').Model(boards.Pentominoes...))
	for _, engine := range []string{"words", "reduced", "links"} {
		first := Searcher{forced: engine}.newSearch(p, run.Search{Ctx: ctx, PauseAt: 1})
		e := first.Clone(run.Search{Ctx: ctx, PauseAt: run.PauseEvery})
		run.SearchBelow(e, &problem.TrivialRoot[0])
		if w := e.Base(); !errors.Is(w.Err, context.Canceled) || w.Nodes > run.PauseEvery/8 {
			t.Errorf("%s: %v after %d nodes", engine, w.Err, w.Nodes)
		}
	}
}

// A worker that merges states looks at its context for every few of them, since each
// takes as long as many nodes.
func TestMergingStopsAfterFewStates(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	p := problem.Load(boards.Dominoes(16, 16))
	ord := &p.Orders(p.CellItems(), false)[0]
	_, st, err := layers.Count(ctx, Searcher{}.settings(), table.NewExpander(&run.Settings{}, p, ord, problem.TrivialRoot))
	if !errors.Is(err, context.Canceled) || st.Nodes > 0 {
		t.Errorf("%v after %d nodes", err, st.Nodes)
	}
}
