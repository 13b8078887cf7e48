package native

import (
	"context"
	"iter"
	"math/big"

	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/native/internal/layers"
	"github.com/exactile/exactile/native/internal/problem"
	"github.com/exactile/exactile/native/internal/run"
)

// Solutions yields every solution of m once, in an order that depends on m alone. A
// search that is cut short, by ctx or MaxNodes, ends with a pair (nil, err). The
// caller owns the solutions; a caller that keeps a few of very many had better keep
// copies, since a solution shares up to 32 KiB with others.
func (s Searcher) Solutions(ctx context.Context, m *cover.Model) iter.Seq2[cover.Solution, error] {
	return func(yield func(cover.Solution, error) bool) {
		_, err := s.search(ctx, m, func(sol cover.Solution) bool {
			return yield(sol, nil)
		})
		if err != nil {
			yield(nil, err)
		}
	}
}

// Count returns the number of solutions of m.
func (s Searcher) Count(ctx context.Context, m *cover.Model) (*big.Int, error) {
	return s.search(ctx, m, nil)
}

// search counts the solutions of m, and visits them unless visit is nil.
func (s Searcher) search(ctx context.Context, m *cover.Model, visit func(cover.Solution) bool) (*big.Int, error) {
	total, st, err := s.run(ctx, m, visit)
	tell(s.Stats, st)
	if err != nil {
		return nil, err
	}
	return total, nil
}

// addsUp reports whether the numbers of m add up. It is also true if that rule is off.
func (s Searcher) addsUp(m *cover.Model) bool { return s.levels[sums] < 0 || m.AddsUp() }

func (s Searcher) run(ctx context.Context, m *cover.Model, visit func(cover.Solution) bool) (*big.Int, run.Stats, error) {
	if err := ctx.Err(); err != nil || !s.addsUp(m) {
		return new(big.Int), run.Stats{}, err
	}
	if s.within != nil && len(s.within.in) > 0 {
		return s.runWithin(ctx, m, visit)
	}
	p := problem.Load(m)
	if p.Impossible {
		return new(big.Int), run.Stats{}, nil
	}
	p.Rank = s.OptionOrder
	settings := s.settings()
	c := newChooser(ctx, settings, p, settings.Roots(p), visit != nil)
	c.cellOrder = s.CellOrder
	return c.goes(c.choose(), visit)
}

// runWithin searches some classes of a partition.
func (s Searcher) runWithin(ctx context.Context, m *cover.Model, visit func(cover.Solution) bool) (*big.Int, run.Stats, error) {
	b, err := s.within.base(s, m, visit != nil)
	if err != nil || b.p.Impossible {
		return new(big.Int), run.Stats{}, err
	}
	filter, err := s.within.filter(b)
	if err != nil {
		return new(big.Int), run.Stats{}, err
	}
	c := newChooser(ctx, s.settings(), b.p, b.roots, visit != nil)
	return c.goes(c.chooseWithin(s.within.Partition, b, filter), visit)
}

// goes searches in the chosen way.
func (c *chooser) goes(w way, visit func(cover.Solution) bool) (*big.Int, run.Stats, error) {
	roots := c.roots
	if w.roots != nil {
		roots = w.roots
	}
	switch {
	case c.p.Impossible:
		return new(big.Int), run.Stats{}, nil
	case w.done != nil:
		return w.done.count, w.done.stats, w.done.err
	case w.expander != nil:
		return layers.Count(c.ctx, c.Settings, w.expander)
	case w.shared:
		total, did := run.Spread(c.ctx, c.Settings, c.p, w.engine, roots, visit)
		return total, w.engine.Stats(w.nodes, did), did.Err
	}
	alone := w.engine.Base()
	alone.Again, alone.AgainAt = c.orders.again, laterNodes
	alone.ShowTo(c.Meter) // the work of choosing is not part of the search
	total := run.SearchAll(w.engine, c.p, roots, visit)
	if done := c.orders.later; done != nil {
		return done.count, done.stats, done.err
	}
	return total, w.engine.Stats(w.nodes, alone), alone.Err
}
