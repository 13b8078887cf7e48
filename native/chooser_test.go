package native

import "github.com/exactile/exactile/encode/cover"

// The steps of a search one by one, as tests want them.

func (s Searcher) load(m *cover.Model) *problem {
	if s.sums >= 0 && !m.AddsUp() {
		return &problem{m: m, impossible: true}
	}
	return load(m)
}

// chooser returns a chooser that tries nothing by itself.
func (s Searcher) chooser(p *problem, wk walk) *chooser {
	c := newChooser(wk.ctx, &s, p, false)
	c.walk, c.triedBrief = wk, true
	return c
}

func (s Searcher) newEngine(p *problem, wk walk) engine { return s.chooser(p, wk).first() }

func (s Searcher) newTableEngine(p *problem, ord *order, wk walk) *tableEngine {
	return s.chooser(p, wk).tables(ord)
}
