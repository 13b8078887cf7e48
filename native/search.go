package native

import (
	"context"
	"iter"
	"math/big"
	"runtime"

	"github.com/exactile/exactile/encode/cover"
)

// A Searcher lists and counts the solutions of any model, by whichever of its
// engines suits the model. The zero Searcher is ready for use. A Searcher may be
// used concurrently if its hooks may.
type Searcher struct {
	// MaxNodes ends a search with ErrBudget when it needs more nodes; 0 is no limit.
	MaxNodes int64
	// Memory is about how many bytes tables of merged states may take; 0 is a
	// quarter of the machine's memory. Where they would take more, the rest is
	// searched without merging.
	Memory int64
	// NoSymmetry leaves Model.Sym unused.
	NoSymmetry bool
	// Workers is how many goroutines search; 0 and 1 are one. The results and their
	// order do not depend on it.
	Workers int
	// Progress, if not nil, is told now and then which part of the search is done,
	// from 0 to 1, as far as can be told beforehand. Calls do not overlap.
	Progress func(done float64)
	// Meter, if not nil, shows what the search does while it runs.
	Meter *Meter
	// Prune, if not nil, is asked now and then whether a search can be given up:
	// it may report true only if no solution contains all the options chosen so
	// far. It must not keep or change the Partial, and with several workers it is
	// called concurrently. States are then not merged.
	Prune func(*Partial) bool
	// CellOrder, if not nil, ranks the items that are to be scanned as cells: the
	// search always covers the first one that is still empty. Negative ranks are
	// for items that are no cells. It is left out of account where an option would
	// reach more than 63 cells ahead, or the item can be covered more than once.
	CellOrder func(item int) int
	// OptionOrder, if not nil, ranks the options: those whose first cell is the
	// same are tried in this order, so that the solutions that a person expects
	// first can come first.
	OptionOrder func(option int) int
	// Stats, if not nil, is called at the end of every search.
	Stats func(Stats)

	engine  string // for tests: the engine to use, if it can
	spacing int    // for tests: merge every so many cells; -1: never
	shards  int    // for tests: all workers fill every layer of merged states, in so many shards (2, 4, 8...); 0: as is right
	islands int    // for tests: 1 to look at islands at every cell; -1: never
	endings int    // for tests: remember how so many last cells are filled; -1: none
	ahead   int    // for tests: list so many options ahead of who reads; 0: as many as is right
	pockets int    // for tests: in how many bytes to look for pockets at once; -1: never
	dead    int    // for tests: -1 to let placements leave dead cells
	sums    int    // for tests: -1 not to ask whether the numbers add up
}

// Solutions yields every solution of m once, in an order that depends on m
// alone. A search that is cut short, by ctx or MaxNodes, ends with a pair
// (nil, err). The caller owns the solutions; who keeps a few of very many had better
// keep copies, since a solution shares up to 32 KiB with others.
func (s Searcher) Solutions(ctx context.Context, m *cover.Model) iter.Seq2[cover.Solution, error] {
	return func(yield func(cover.Solution, error) bool) {
		b := ballast{left: ballastFrom}
		_, err := s.search(ctx, s.load(m), func(sol cover.Solution) bool {
			if b.left -= len(sol); b.left < 0 {
				b.take(s.memory())
			}
			return yield(sol, nil)
		})
		runtime.KeepAlive(&b)
		if err != nil {
			yield(nil, err)
		}
	}
}

// Count returns the number of solutions of m.
func (s Searcher) Count(ctx context.Context, m *cover.Model) (*big.Int, error) {
	return s.search(ctx, s.load(m), nil)
}

// search counts the solutions of p, and visits them unless visit is nil.
func (s Searcher) search(ctx context.Context, p *problem, visit func(cover.Solution) bool) (*big.Int, error) {
	total, st, err := s.run(ctx, p, visit)
	if s.Stats != nil {
		s.Stats(st)
	}
	if err != nil {
		return nil, err
	}
	return total, nil
}

func (s Searcher) run(ctx context.Context, p *problem, visit func(cover.Solution) bool) (*big.Int, Stats, error) {
	if err := ctx.Err(); err != nil || p.impossible {
		return new(big.Int), Stats{}, err
	}
	p.rank = s.OptionOrder
	roots := trivialRoot
	if !s.NoSymmetry {
		roots = p.roots()
	}
	wk := walk{ctx: ctx, maxNodes: s.MaxNodes, pauseAt: 1, rules: rules{prune: s.Prune}}
	listing := visit != nil
	var brief *setSearch
	var n *big.Int
	var did *walk
	if !s.decided() && s.Prune == nil { // a rule wants to see the whole search, once
		p.early = func() bool {
			p.early = nil
			brief, n, did = s.tryBriefly(ctx, p, roots, wk)
			p.done = n != nil
			return p.done
		}
	}
	e := s.newEngine(p, wk)
	p.early = nil
	switch {
	case p.impossible:
		return new(big.Int), Stats{}, nil
	case p.done && listing:
		return s.runAlone(p, brief, 0, roots, visit)
	case p.done:
		return n, brief.stats(0, did), nil
	}
	switch {
	case s.decided():
		return s.runLong(ctx, p, e, 0, roots, visit)
	case s.prefersMerging(e, listing):
		t := e.(*tableEngine)
		t.chooseSpacing(roots, 0)
		return s.runMerged(ctx, t, 0, roots)
	}
	budget := int64(trialNodes)
	if listing {
		// Whatever a trial counts must be searched again to be listed.
		budget = firstProbes
		if _, ok := e.(*tableEngine); !ok && s.single() {
			return s.runAlone(p, e, 0, roots, visit) // there is nothing to choose
		}
	}
	n, did = s.trial(ctx, e, roots, budget)
	switch {
	case n == nil:
		e, nodes, time := s.choose(p, e, roots, listing, wk)
		if t, ok := e.(*tableEngine); ok && !listing && s.Prune == nil {
			if t.chooseSpacing(roots, nodes); t.spacing > 0 {
				return s.runMerged(ctx, t, nodes, roots)
			}
		}
		if time > worthSharing {
			return s.runLong(ctx, p, e, nodes, roots, visit)
		}
		return s.runAlone(p, e, nodes, roots, visit)
	case listing:
		return s.runAlone(p, e, 0, roots, visit)
	}
	return n, e.stats(0, did), nil
}

// decided reports whether the caller leaves nothing to choose.
func (s Searcher) decided() bool {
	return s.engine != "" || s.spacing != 0 || s.CellOrder != nil || s.OptionOrder != nil
}

// worthSharing is the time in nanoseconds from which on a search is cut into
// tasks, if there are several workers or someone wants to see it progress.
const worthSharing = 3e6

// single reports whether no search is cut into tasks: with a budget none is,
// since who spends that must not depend on chance.
func (s Searcher) single() bool {
	return s.MaxNodes > 0 || s.Workers < 2 && s.Progress == nil
}

// runLong searches from the roots with as many workers as there may be.
func (s Searcher) runLong(ctx context.Context, p *problem, e engine, nodes float64, roots []root, visit func(cover.Solution) bool) (*big.Int, Stats, error) {
	if t, ok := e.(*tableEngine); ok && t.spacing > 0 && visit == nil {
		return s.runMerged(ctx, t, nodes, roots)
	}
	if s.single() {
		return s.runAlone(p, e, nodes, roots, visit)
	}
	total, did := s.spread(ctx, p, e, roots, max(1, s.Workers), visit)
	return total, e.stats(nodes, did), did.err
}

// runAlone searches from every root with one worker.
func (s Searcher) runAlone(p *problem, e engine, nodes float64, roots []root, visit func(cover.Solution) bool) (*big.Int, Stats, error) {
	total := new(big.Int)
	w := e.base()
	var l *lister
	if visit != nil {
		l = p.lister(visit)
	}
	w.meter = s.Meter
	w.metered.nodes, w.metered.found = w.nodes, w.found // what it did to choose is not part of the search
	for r := range roots {
		if l != nil {
			l.below(&roots[r])
			l.serve(w)
		}
		total.Add(total, roots[r].weighted(search(e, &roots[r])))
		if w.stopped {
			break
		}
	}
	return total, e.stats(nodes, w), w.err
}

// newEngine returns the first engine that suits p; nil if none is needed.
func (s Searcher) newEngine(p *problem, wk walk) engine {
	if s.CellOrder != nil {
		if ord, ok := p.ownOrder(s.CellOrder); ok {
			if e := s.newTableEngine(p, &ord, wk); e != nil || p.impossible {
				return e
			}
		}
	}
	switch s.engine {
	case "links", "words":
	case "sets":
		if e := newSetSearch(p, wk); e != nil && s.Prune == nil {
			return e
		}
	default:
		cells := p.cellItems()
		if p.early != nil && p.sprawls(cells) && p.early() {
			return nil
		}
		orders := p.orders(cells, false)
		for n := range orders {
			if e := s.newTableEngine(p, &orders[n], wk); e != nil {
				return e
			} else if p.impossible || p.done {
				return nil
			}
		}
	}
	return newLinkSearch(p, s.engine != "links", wk)
}
