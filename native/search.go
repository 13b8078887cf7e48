package native

import (
	"context"
	"iter"
	"math/big"
	"slices"

	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/native/internal/merge"
	"github.com/exactile/exactile/native/internal/problem"
	"github.com/exactile/exactile/native/internal/run"
)

// A Searcher lists and counts the solutions of any model, by whichever of its
// engines suits the model. The zero Searcher is ready for use. A Searcher may be
// used concurrently if its hooks may.
type Searcher struct {
	// MaxNodes ends a search with ErrBudget when it needs more nodes; 0 is no limit.
	MaxNodes int64
	// Memory is about how many bytes tables of merged states may take; 0 is a quarter
	// of the machine's memory. Limits below about a megabyte are exceeded. States
	// beyond it wait in unnamed files in the folder for temporary files; a count for
	// which there is no room there ends with an error.
	Memory int64
	// NoSymmetry leaves Model.Sym unused.
	NoSymmetry bool
	// Workers is how many goroutines search; 0 and 1 are one. The results and their
	// order do not depend on it.
	Workers int
	// Progress, if not nil, gets the fraction of the search that is done now and
	// then, from 0 to 1, as far as can be estimated. Calls do not overlap.
	Progress func(done float64)
	// Meter, if not nil, shows what the search does while it runs.
	Meter *Meter
	// Prune, if not nil, is called now and then and reports whether to give up a
	// branch: it may return true only if no solution contains all the options
	// chosen so far. It must not keep or change the Partial, and with several
	// workers it is called concurrently. States are then not merged.
	Prune func(*Partial) bool
	// CellOrder, if not nil, ranks the items that are to be scanned as cells: the
	// search always covers the first one that is still empty. Negative ranks are
	// for items that are no cells. CellOrder is ignored if an option would reach
	// more than 63 cells ahead, or such an item can be covered more than once.
	CellOrder func(item int) int
	// OptionOrder, if not nil, ranks the options: options with the same first
	// cell are tried in this order, so that the solutions that a person expects
	// first can come first.
	OptionOrder func(option int) int
	// Stats, if not nil, is called at the end of every search.
	Stats func(Stats)

	// The other fields are for tests, see settings.
	engine                            string
	merge, shards, ahead, completions int
	levels                            run.Levels
	within                            *within // nil: all solutions
}

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

// Within returns s restricted to the solutions in all the given classes of a partition.
// It ignores CellOrder, and counts along no order of its own.
func (s Searcher) Within(p *Partition, in ...Class) Searcher { return s.Parts(p)(in...) }

// Parts returns Within for many classes: their searches share the setup for a model, and
// only the first one takes the time for it. Searches that run side by side may differ only
// in MaxNodes, Meter, Progress and Stats.
func (s Searcher) Parts(p *Partition) func(in ...Class) Searcher {
	common := &common{}
	return func(in ...Class) Searcher {
		part := s
		part.within = &within{p, slices.Clone(in), common}
		return part
	}
}

// settings returns the settings of s as plain data.
func (s Searcher) settings() *run.Settings {
	return &run.Settings{
		MaxNodes: s.MaxNodes, Memory: s.Memory, Workers: max(1, s.Workers), Progress: s.Progress, Meter: s.Meter.add(), Prune: s.prune(), NoSymmetry: s.NoSymmetry,
		Engine: s.engine, Merge: s.merge, Shards: s.shards, Completions: s.completions, Ahead: s.ahead, Levels: s.levels,
	}
}

// sums is the rule that a model whose numbers do not add up has no solution. It is
// checked once for the model, whatever the engine.
const sums = "sums"

// memo is the rule that the search by the most constrained item does not repeat the search
// of a state.
const memo = "memo"

// prune returns the caller's rule for searches, nil for none.
func (s *Searcher) prune() func(*run.Partial) bool {
	if s.Prune == nil {
		return nil
	}
	return func(p *run.Partial) bool { return s.Prune((*Partial)(p)) }
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

func (s Searcher) run(ctx context.Context, m *cover.Model, visit func(cover.Solution) bool) (*big.Int, run.Stats, error) {
	if err := ctx.Err(); err != nil || s.levels[sums] >= 0 && !m.AddsUp() {
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
	ctx, p, roots := c.begun.Ctx, c.p, c.roots
	if w.roots != nil {
		roots = w.roots
	}
	switch {
	case p.Impossible:
		return new(big.Int), run.Stats{}, nil
	case w.done != nil:
		return w.done.count, w.done.stats, w.done.err
	case w.expander != nil:
		return merge.Count(ctx, c.Settings, w.expander)
	case w.shared:
		total, did := run.Spread(ctx, c.Settings, p, w.engine, roots, visit)
		return total, w.engine.Stats(w.nodes, did), did.Err
	}
	alone := w.engine.Base()
	alone.Again, alone.AgainAt = c.orders.again, laterNodes
	alone.ShowTo(c.Meter) // the work of choosing is not part of the search
	total := run.SearchAll(w.engine, p, roots, visit)
	if c.orders.later != nil {
		return c.orders.later.count, c.orders.later.stats, c.orders.later.err
	}
	return total, w.engine.Stats(w.nodes, alone), alone.Err
}
