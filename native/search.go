package native

import (
	"context"
	"errors"
	"iter"
	"math/big"
	"slices"

	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/encode/cover/bounds"
	"github.com/exactile/exactile/native/internal/layers"
	"github.com/exactile/exactile/native/internal/problem"
	"github.com/exactile/exactile/native/internal/run"
)

// chooser returns a chooser for the model, which must be possible.
func (l *loaded) chooser(roots []problem.Root, listing bool) *chooser {
	c := newChooser(l.ctx, l.settings, l.problem(), roots, listing)
	c.cellOrder = l.CellOrder
	return c
}

// Solutions yields every solution of m once, in an order that depends on m alone. A search that is
// cut short, by ctx or MaxNodes, ends with a pair (nil, err). The caller owns the solutions. Clone
// solutions you keep: each shares a block of up to 32 KiB.
func (s Searcher) Solutions(ctx context.Context, m *cover.Model) iter.Seq2[cover.Solution, error] {
	return func(yield func(cover.Solution, error) bool) {
		var st run.Stats
		s.load(ctx, m).solutions(&st)(yield)
		tell(s.Stats, st)
	}
}

// solutions is Solutions, with what the search did in st.
func (l *loaded) solutions(st *run.Stats) iter.Seq2[cover.Solution, error] {
	return func(yield func(cover.Solution, error) bool) {
		_, did, err := l.search(func(sol cover.Solution) bool { return yield(sol, nil) })
		if *st = did; err != nil {
			yield(nil, err)
		}
	}
}

// Count returns the number of solutions of m. Items that differ only in their names are counted as
// copies of one item; the Meter and Stats then show solutions that do not tell the copies apart.
func (s Searcher) Count(ctx context.Context, m *cover.Model) (*big.Int, error) {
	var factor *big.Int
	// A hook sees the model as it is, and the classes of a partition are those of its options.
	if s.Prune == nil && s.within == nil && s.levels[copies] >= 0 && ctx.Err() == nil {
		m, factor = mergeCopies(m)
	}
	total, st, err := s.load(ctx, m).search(nil)
	if tell(s.Stats, st); err != nil {
		return nil, err
	}
	if factor != nil {
		total = new(big.Int).Mul(total, factor)
	}
	return total, nil
}

// search counts the solutions, and visits them unless visit is nil.
func (l *loaded) search(visit func(cover.Solution) bool) (*big.Int, run.Stats, error) {
	if l.within != nil && len(l.within.in) > 0 {
		return l.searchClasses(visit)
	}
	if !l.problem().Impossible && l.levels[tight] > 0 {
		l.tighten()
	}
	if l.p.Impossible {
		return new(big.Int), run.Stats{}, l.ctx.Err()
	}
	c := l.chooser(l.settings.Roots(l.p), visit != nil)
	c.ranged = l.levels[tight] == 0 && l.MaxNodes == 0 && !c.isSettled() &&
		slices.ContainsFunc(l.m.Items, func(it cover.Item) bool { return it.Min < it.Max })
	w := c.choose()
	if c.ranged && w.outcome == nil && w.time > worthTightening && l.tighten() {
		if l.p.Impossible {
			return new(big.Int), run.Stats{}, l.ctx.Err()
		}
		c = l.chooser(l.settings.Roots(l.p), visit != nil)
		w = c.choose()
	}
	return c.execute(w, visit)
}

// tighten makes the problem that of a tight model, and reports whether that is another. Hooks see the
// items of the model as it is.
func (l *loaded) tighten() bool {
	if l.Prune != nil || l.CellOrder != nil {
		return false
	}
	m := bounds.Tight(l.m)
	if m == l.m {
		return false
	}
	l.set(m)
	return true
}

// worthTightening is the expected time in nanoseconds above which a search is worth a linear program.
const worthTightening = 1e9

// searchClasses searches some classes of a partition. The base that all of them share has the
// problem.
func (l *loaded) searchClasses(visit func(cover.Solution) bool) (*big.Int, run.Stats, error) {
	if err := l.ctx.Err(); err != nil {
		return nil, run.Stats{}, err
	}
	b, err := l.within.base(l.Searcher, l.m, visit != nil)
	if err != nil || b.p.Impossible {
		return new(big.Int), run.Stats{}, err
	}
	filter, err := l.within.filter(b)
	if err != nil {
		return new(big.Int), run.Stats{}, err
	}
	c := newChooser(l.ctx, l.settings, b.p, b.roots, visit != nil)
	return c.execute(c.chooseWithin(l.within.Partition, b, filter), visit)
}

// execute searches by a strategy. If merged states would take too long for the deadline, the rest of the
// time goes to a search: it shows how many solutions there are at least.
func (c *chooser) execute(w strategy, visit func(cover.Solution) bool) (total *big.Int, st run.Stats, err error) {
	if w.expander != nil {
		total, st, err = layers.Count(c.ctx, c.Settings, w.expander)
		if !errors.Is(err, layers.ErrLate) {
			return total, st, err
		}
		c.orders.late = st.Merging
		searching := *c.Settings
		searching.Merge = -1
		c.Settings = &searching
		w = c.weighed(w.engine)
	}
	total, st, err = c.search(w, visit)
	st.Merging = c.orders.late
	return total, st, err
}

// search searches by a strategy without an expander.
func (c *chooser) search(w strategy, visit func(cover.Solution) bool) (*big.Int, run.Stats, error) {
	roots := c.roots
	if w.roots != nil {
		roots = w.roots
	}
	switch {
	case c.p.Impossible:
		return new(big.Int), run.Stats{}, nil
	case w.outcome != nil:
		return w.outcome.count, w.outcome.stats, w.outcome.err
	case w.shared:
		// The workers show the progress, and calls must not overlap: a count beside them shows none.
		quiet := *c.Settings
		quiet.Progress = nil
		c.orders.Settings = &quiet
		total, did := run.Scatter(c.ctx, c.Settings, c.p, w.engine, roots, visit, c.orders.recheck)
		if done := c.orders.counted; done != nil {
			if c.Progress != nil && done.err == nil {
				c.Progress(1)
			}
			return done.count, done.stats, done.err
		}
		return total, w.engine.Stats(w.nodes, did), did.Err
	}
	alone := w.engine.Base()
	if recheck := c.orders.recheck; recheck != nil {
		alone.Again = func() (next int64) { return recheck(alone.Nodes) }
		alone.AgainAt = run.RecheckNodes
	}
	alone.ShowTo(c.Meter) // the work of choosing is not part of the search
	total := run.SearchAll(w.engine, c.p, roots, visit)
	if done := c.orders.counted; done != nil {
		return done.count, done.stats, done.err
	}
	return total, w.engine.Stats(w.nodes, alone), alone.Err
}
