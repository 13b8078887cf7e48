package native

import (
	"github.com/exactile/exactile/native/internal/problem"
	"github.com/exactile/exactile/native/internal/run"
	"github.com/exactile/exactile/native/internal/table"
)

// The steps of a search one by one, as tests want them.

// chooser returns a chooser for the whole of a problem.
func (s Searcher) chooser(p *problem.Problem, wk run.Search) *chooser {
	c := newChooser(wk.Ctx, s.settings(), p, problem.TrivialRoot, false)
	c.cellOrder = s.CellOrder
	return c
}

func (s Searcher) newSearch(p *problem.Problem, wk run.Search) run.Walker {
	return s.chooser(p, wk).starting()
}

func (s Searcher) newTables(p *problem.Problem, ord *problem.Order, wk run.Search) *table.Search {
	return s.chooser(p, wk).tables(ord)
}
