package native

import (
	"github.com/exactile/exactile/native/internal/problem"
	"github.com/exactile/exactile/native/internal/run"
	"github.com/exactile/exactile/native/internal/table"
)

// The steps of a search one by one, as tests want them.

// chooser returns a chooser that tries nothing by itself.
func (s Searcher) chooser(p *problem.Problem, wk run.Search) *chooser {
	c := newChooser(wk.Ctx, s.settings(), p, problem.TrivialRoot, false)
	c.cellOrder = s.CellOrder
	c.initial, c.triedBrief = wk, true
	return c
}

func (s Searcher) newEngine(p *problem.Problem, wk run.Search) run.Engine {
	return s.chooser(p, wk).firstEngine()
}

func (s Searcher) newTableEngine(p *problem.Problem, ord *problem.Order, wk run.Search) *table.Engine {
	return s.chooser(p, wk).tables(ord)
}
