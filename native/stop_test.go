package native

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/native/internal/boards"
	"github.com/exactile/exactile/native/internal/layers"
	"github.com/exactile/exactile/native/internal/problem"
	"github.com/exactile/exactile/native/internal/run"
	"github.com/exactile/exactile/native/internal/table"
)

// Boards that take hours, each by a search that a context ends once its meter shows some nodes, and
// that keeps to a budget.
func TestSearchesStop(t *testing.T) {
	t.Parallel()
	domino := boards.Shape{Name: "domino", Cells: boards.ParseShape("XX"), Max: 72}
	odd := boards.Shape{Name: "L", Cells: boards.ParseShape("XXX X.."), Min: 49, Max: 49} // fill no rectangle
	different := boards.Rectangle(11, 11, '?').Model(append(boards.Pentominoes[:12:12],
		boards.One("Q", "XXXXXX XX...."), boards.One("R", "XXXXXX .XX..."))...)
	merging := boards.Dominoes(30, 30)
	type row struct {
		m      *cover.Model
		search searcher
		lists  bool // it finds solutions soon
	}
	all := []row{
		{boards.Rectangle(12, 12, '?').Model(domino), Plain{}, true},
		{boards.Rectangle(14, 14, '.').Model(odd), Hunter{}, false},
		{boards.Rectangle(14, 14, '.').Model(odd), Beam{}, false},
		{merging, Searcher{Memory: 64 << 20}, true},
		{merging, Searcher{Memory: 64 << 20, Workers: 3}, true},
		{merging, Searcher{Memory: 1 << 16, Workers: 3}, true},
	}
	for _, engine := range []string{"", "fast", "wide", "links"} {
		for _, workers := range []int{1, 3} {
			all = append(all, row{different, Searcher{forced: engine, Workers: workers}, true})
		}
	}
	for _, r := range all {
		t.Run(fmt.Sprintf("%T %v", r.search, r.search), func(t *testing.T) {
			t.Parallel()
			var st Stats
			with := func(nodes int64, meter *Meter) searcher {
				note := func(did Stats) { st = did }
				switch s := r.search.(type) {
				case Plain:
					s.MaxNodes, s.Meter, s.Stats = nodes, meter, note
					return s
				case Hunter:
					s.MaxNodes, s.Meter, s.Stats = nodes, meter, note
					return s
				case Beam:
					s.MaxNodes, s.Meter, s.Stats = nodes, meter, note
					return s
				}
				s := r.search.(Searcher)
				s.MaxNodes, s.Meter, s.Stats = nodes, meter, note
				return s
			}
			for _, listing := range []bool{false, true} {
				meter := new(Meter)
				ctx, cancel := context.WithCancel(t.Context())
				defer cancel()
				go func() {
					for meter.Nodes() < 1000 && ctx.Err() == nil {
						time.Sleep(time.Millisecond)
					}
					cancel()
				}()
				var err error
				if listing {
					_, err = listed(with(0, meter).Solutions(ctx, r.m))
				} else {
					_, err = with(0, meter).Count(ctx, r.m)
				}
				if !errors.Is(err, context.Canceled) || st.Nodes < 1000 {
					t.Errorf("listing %t: %v after %d nodes", listing, err, st.Nodes)
				}
				for s, err := range with(0, nil).Solutions(ctx, r.m) {
					if s != nil || err == nil {
						t.Errorf("under an ended context: %v, %v", s, err)
					}
				}
			}
			if _, err := with(30_000, nil).Count(t.Context(), r.m); !errors.Is(err, ErrBudget) || st.Nodes != 30_000 {
				t.Errorf("with a budget: %v after %d nodes", err, st.Nodes)
			}
			if !r.lists {
				return
			}
			n := 0
			for _, err := range with(0, nil).Solutions(t.Context(), r.m) {
				if n++; err != nil || n == 100 {
					break
				}
			}
			if n != 100 {
				t.Errorf("%d solutions before the break", n)
			}
		})
	}
}

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
	_, st, err := layers.Count(ctx, Searcher{}.settings(), table.NewExpander(&run.Settings{}, p, ord, problem.TrivialRoot), &layers.Account{})
	if !errors.Is(err, context.Canceled) || st.Nodes > 0 {
		t.Errorf("%v after %d nodes", err, st.Nodes)
	}
}
