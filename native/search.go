package native

import (
	"context"
	"errors"
	"iter"
	"math/big"
	"slices"

	"github.com/exactile/exactile/encode/cover"
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
	if l.levels[tight] == 0 && l.MaxNodes == 0 && !c.isFixed() && hasRange(l.m) {
		c.tighter = l.tighten
	}
	return c.execute(c.next(), visit)
}

func hasRange(m *cover.Model) bool {
	return slices.ContainsFunc(m.Items, func(it cover.Item) bool { return it.Min < it.Max })
}

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

// execute searches as chosen. If merged states would take too long for the deadline, the next
// choice of the table follows: a search shows how many solutions there are at least.
func (c *chooser) execute(
	w choice, visit func(cover.Solution) bool,
) (total *big.Int, st run.Stats, err error) {
	for w.expander != nil {
		total, st, err = layers.Count(c.ctx, &c.Settings, w.expander, &c.trials)
		if !errors.Is(err, layers.ErrLate) {
			return total, st, err
		}
		c.late = st.Merging
		w = c.next()
	}
	total, st, err = c.search(w, visit)
	st.Merging = c.late
	return total, st, err
}

// search searches as chosen, without an expander.
func (c *chooser) search(w choice, visit func(cover.Solution) bool) (*big.Int, run.Stats, error) {
	roots := c.roots
	if w.roots != nil {
		roots = w.roots
	}
	switch {
	case w.outcome != nil:
		return w.outcome.count, w.outcome.stats, w.outcome.err
	case c.p.Impossible:
		return new(big.Int), run.Stats{}, c.ctx.Err()
	case w.shared:
		// The workers show the progress, and calls must not overlap: a count beside them shows
		// none.
		workers := c.Settings
		c.Progress = nil
		total, did := run.Scatter(c.ctx, &workers, c.p, w.search, roots, w.time, visit,
			c.order.recheck)
		if done := c.order.counted; done != nil {
			if workers.Progress != nil && done.err == nil {
				workers.Progress(1)
			}
			return done.count, done.stats, done.err
		}
		return total, w.search.Stats(w.nodes, did), did.Err
	}
	alone := w.search.Base()
	if recheck := c.order.recheck; recheck != nil {
		alone.Again = func() (next int64) { return recheck(alone.Nodes) }
		alone.AgainAt = run.RecheckNodes
	}
	alone.ShowTo(c.Meter) // the work of choosing is not part of the search
	total := run.SearchAll(w.search, c.p, roots, visit)
	if done := c.order.counted; done != nil {
		return done.count, done.stats, done.err
	}
	return total, w.search.Stats(w.nodes, alone), alone.Err
}
