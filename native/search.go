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

	// What is left is for tests, see settings.
	engine                          string
	spacing, shards, islands, ahead int
	endings, pockets, dead          int
	sums                            int // -1 not to ask whether the numbers add up
}

// Solutions yields every solution of m once, in an order that depends on m
// alone. A search that is cut short, by ctx or MaxNodes, ends with a pair
// (nil, err). The caller owns the solutions; who keeps a few of very many had better
// keep copies, since a solution shares up to 32 KiB with others.
func (s Searcher) Solutions(ctx context.Context, m *cover.Model) iter.Seq2[cover.Solution, error] {
	return func(yield func(cover.Solution, error) bool) {
		b := ballast{left: ballastFrom}
		set := s.settings()
		_, err := s.search(ctx, m, func(sol cover.Solution) bool {
			if b.left -= len(sol); b.left < 0 {
				b.take(set.most())
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
	return s.search(ctx, m, nil)
}

// settings returns what s asks for, as plain data.
func (s Searcher) settings() *settings {
	return &settings{
		maxNodes: s.MaxNodes, memory: s.Memory, workers: max(1, s.Workers), progress: s.Progress, meter: s.Meter, prune: s.Prune,
		engine: s.engine, spacing: s.spacing, shards: s.shards, islands: s.islands, endings: s.endings,
		ahead: s.ahead, pockets: s.pockets, dead: s.dead,
	}
}

// search counts the solutions of m, and visits them unless visit is nil.
func (s Searcher) search(ctx context.Context, m *cover.Model, visit func(cover.Solution) bool) (*big.Int, error) {
	total, st, err := s.run(ctx, m, visit)
	if s.Stats != nil {
		s.Stats(st)
	}
	if err != nil {
		return nil, err
	}
	return total, nil
}

func (s Searcher) run(ctx context.Context, m *cover.Model, visit func(cover.Solution) bool) (*big.Int, Stats, error) {
	if err := ctx.Err(); err != nil || s.sums >= 0 && !m.AddsUp() {
		return new(big.Int), Stats{}, err
	}
	p := load(m)
	if p.impossible {
		return new(big.Int), Stats{}, nil
	}
	p.rank = s.OptionOrder
	c := newChooser(ctx, &s, p, visit != nil)
	w := c.choose()
	switch {
	case p.impossible:
		return new(big.Int), Stats{}, nil
	case w.count != nil:
		return w.count, w.engine.stats(0, w.did), nil
	case w.merged:
		return runMerged(ctx, c.settings, w.engine.(*tableEngine), w.nodes, c.roots)
	case w.shared:
		total, did := spread(ctx, c.settings, p, w.engine, c.roots, visit)
		return total, w.engine.stats(w.nodes, did), did.err
	}
	return runAlone(c.settings, p, w.engine, w.nodes, c.roots, visit)
}

// runAlone searches from every root with one worker.
func runAlone(s *settings, p *problem, e engine, nodes float64, roots []root, visit func(cover.Solution) bool) (*big.Int, Stats, error) {
	total := new(big.Int)
	w := e.base()
	var l *lister
	if visit != nil {
		l = newLister(p, visit)
	}
	w.meter = s.meter
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
