package backends

import (
	"context"
	"iter"
	"math/big"

	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/native"
)

// searcher is a search of package native as an observable backend.
type searcher struct {
	new     func(o Options, hook func(native.Stats)) Counter
	options Options
	report  func(Stats)
}

func (s searcher) search() Counter {
	if s.report == nil {
		return s.new(s.options, nil)
	}
	return s.new(s.options, func(st native.Stats) { s.report(searchStats(st)) })
}

func searchStats(st native.Stats) Stats {
	return Stats{
		Nodes: st.Nodes, Engine: st.Engine, Order: st.Order, Merge: st.Merge, Estimate: st.Estimate,
		Searched: true,
	}
}

func (s searcher) Observed(report func(Stats)) Backend {
	s.report = report
	return s
}

func (s searcher) Solutions(ctx context.Context, m *cover.Model) iter.Seq2[cover.Solution, error] {
	return s.search().Solutions(ctx, m)
}

func (s searcher) Count(ctx context.Context, m *cover.Model) (*big.Int, error) {
	return s.search().Count(ctx, m)
}
