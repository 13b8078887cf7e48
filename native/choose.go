package native

import (
	"context"
	"math"
	"math/big"
	"sync"
	"sync/atomic"
)

// trialNodes is how far a search goes before anything is weighed: most puzzles
// are done by then, in a fraction of a millisecond.
const trialNodes = 1 << 14

// trial counts with a small budget; it returns nil if that is not enough.
func (s Searcher) trial(ctx context.Context, e engine, roots []root, budget int64) (*big.Int, *walk) {
	if s.MaxNodes > 0 {
		budget = min(budget, s.MaxNodes)
	}
	t := e.clone(walk{ctx: ctx, maxNodes: budget, pauseAt: budget + 1, rules: e.base().rules.again()})
	total := new(big.Int)
	for r := range roots {
		n := search(t, &roots[r])
		if t.base().stopped {
			return nil, t.base()
		}
		total.Add(total, roots[r].weighted(n))
	}
	return total, t.base()
}

// tryBriefly tries whether p is done at once by a search that takes next to no time
// to set up. It may go so many times through all options as to take a tenth of the
// time in which wide tables are made, and returns no count if that is not enough.
func (s Searcher) tryBriefly(ctx context.Context, p *problem, roots []root, wk walk) (*setSearch, *big.Int, *walk) {
	const passes = 40
	e := newSetSearch(p, wk)
	if e == nil {
		return nil, nil, nil
	}
	e.most = passes * int64(len(p.live))
	n, did := s.trial(ctx, e, roots, trialNodes)
	e.most = 0
	return e, n, did
}

// What is spent on choosing must stay small beside the search: a fiftieth, or
// firstProbes nodes of the first engine, which take a tenth of a millisecond. Up to
// a four hundredth of the time that the first engine is likely to take is for weighing
// it, and a two hundredth for its rivals: a rival can turn out to be twice as fast, and
// what times are estimated to be is without merging, which can halve them. Rivals are
// tried as far as that reaches: each must be set up, which takes about setUp
// nanoseconds an option, and is worth it only with fewProbes nodes or more to go by.
// A probe goes through the top of the tree, one state at a time: its nodes cost
// probeCost times as much. Beyond longProbes nanoseconds the estimates hardly get
// better.
const (
	forFirst    = 1. / 400
	forRivals   = 1. / 200
	firstProbes = 1000
	fewProbes   = 300
	setUp       = 300
	probeCost   = 15
	longProbes  = 20e6
	manyRivals  = 100 // more than there are
)

// choose returns the engine that is likely to be the fastest to go through the
// whole tree below the roots, with the number of nodes and of nanoseconds that is
// expected: those of a trial at least, if there is nothing to choose from.
func (s Searcher) choose(p *problem, e engine, roots []root, listing bool, wk walk) (_ engine, nodes, time float64) {
	t, ok := e.(*tableEngine)
	if !ok {
		return e, trialNodes, trialNodes * e.nodeCost()
	}
	defer func() {
		t, ok := e.(*tableEngine)
		if ok && s.islands == 0 && time > longIslands {
			t.islands = newIslands(t.scanner().w)
		}
		if ok && s.pockets == 0 && !(listing && s.newEndings(t.scanner().w) != nil) {
			if spent := time / float64(len(p.live)); spent > longPockets {
				t.sharpen(pocketBytes)
			} else if spent > somePockets {
				t.sharpen(1)
			}
		}
	}()
	nodes, time = estimate(t, roots, firstProbes)
	if !listing && s.Prune == nil && t.staysSmall() {
		return t, nodes, time
	}
	cost := setUp * float64(len(p.live))
	// A search that may not go on for long is not worth more than it may take.
	most := math.Inf(1)
	if s.MaxNodes > 0 {
		most = float64(s.MaxNodes) * t.nodeCost()
	}
	least := cost + fewProbes*probeCost*t.nodeCost()
	rivals := int(min(min(time, most)*forRivals/least, manyRivals)) // an estimate may be infinite
	if rivals == 0 {
		return t, nodes, time
	}
	nodes, time = estimate(t, roots, int64(min(time*forFirst, most*forFirst, longProbes)/(probeCost*t.nodeCost())))
	makers := []func() prober{func() prober { return newLinkSearch(p, true, wk) }}
	for _, ord := range p.orders(p.cellItems(), true) {
		if ord.name != t.order.name {
			makers = append(makers, func() prober {
				if e := s.newTableEngine(p, &ord, wk); e != nil {
					return e
				}
				return nil
			})
		}
	}
	makers = makers[:min(rivals, len(makers))]
	share := min(min(time, most)*forRivals/float64(len(makers))-cost, longProbes)
	// All workers have a part in it, since it would be the longest they wait for one
	// another. What is found does not depend on them.
	type guess struct {
		engine      prober // nil: none was made
		nodes, time float64
	}
	guesses := make([]guess, len(makers))
	try := func(k int) {
		e := makers[k]()
		if e == nil {
			return
		}
		if probes := int64(share / (probeCost * e.nodeCost())); probes >= fewProbes {
			g := &guesses[k]
			g.engine = e
			g.nodes, g.time = estimate(e, roots, probes)
		}
	}
	workers := s.Workers
	if s.single() {
		workers = 1
	}
	eachBy(workers, len(makers), try)
	for _, g := range guesses {
		// Probes scatter; a rival must look clearly better.
		if g.engine != nil && g.time < 0.7*time {
			e, nodes, time = g.engine, g.nodes, g.time
		}
	}
	return e, nodes, time
}

// eachBy does all of n things with so many workers.
func eachBy(workers, n int, do func(k int)) {
	var next atomic.Int64
	work := func() {
		for k := int(next.Add(1)) - 1; k < n; k = int(next.Add(1)) - 1 {
			do(k)
		}
	}
	var group sync.WaitGroup
	for range min(workers, n) - 1 {
		group.Go(work)
	}
	work()
	group.Wait()
}

// longIslands is how many nanoseconds a search must be expected to take for it to
// be worth telling what is connected.
const longIslands = 5e6

// To look for pockets in the first byte takes some 150 nanoseconds an option, and
// in all of them three times as long. That is worth it where a search is expected to
// take so many nanoseconds an option. A listing that remembers endings searches little
// more than the tops of the tree: there the tables, which are then one for each cell
// and no longer in the first cache, cost it a quarter.
const (
	somePockets = 300
	longPockets = 1500
)

// prefersMerging reports whether a count by e is sure to gain by merging: then
// it is not even tried without.
func (s Searcher) prefersMerging(e engine, listing bool) bool {
	t, tables := e.(*tableEngine)
	return tables && !listing && s.Prune == nil && !s.decided() && t.scanner().w.sameness() <= 0.5
}

// sameness says how many of the pieces of a board are copies of one another: it
// compares the number of sets of pieces that may be left with what it would be if
// all pieces differed. It is 0 when nothing is counted and 1 when every piece is
// there once.
func (w *window) sameness() float64 {
	pieces := 0
	for _, c := range w.counts {
		if c.item >= 0 {
			pieces += c.hi
		}
	}
	if pieces == 0 {
		return 0
	}
	return w.sets() / float64(pieces)
}

// sets is the number of sets of pieces that may be left, as its logarithm to base 2.
func (w *window) sets() (bits float64) {
	for _, c := range w.counts {
		if c.item >= 0 {
			bits += math.Log2(float64(c.hi + 1))
		}
	}
	return bits
}

// staysSmall reports whether a count is sure to merge in tables that stay small. Then
// nothing is to be chosen: how long other orders and searches take without merging is
// beside the point, and the narrowest frontier has the fewest states. There are at most
// as many as ways to fill it and sets of pieces together, and in fact far fewer.
func (t *tableEngine) staysSmall() bool {
	const small = 32 // bits
	w := t.scanner().w
	return w.sameness() <= manyCopies && t.order.mean+w.sets() <= small
}

// manyCopies is the sameness up to which a count merges at most cells.
const manyCopies = 0.9

// chooseSpacing decides how often a count merges states. Where pieces have copies,
// states meet all the time and merging wins by orders of magnitude. Where all
// differ they meet seldom, a layer outgrows the caches, and what merging saves is
// less than what it costs: on full boards it halves the nodes of twelve pentominoes
// at best, and takes 1.1 to 2.5 times as long. Where cells may stay empty, holes
// are the copies: it pays to merge once or twice on the way through a long search,
// unless symmetry has cut that already.
func (t *tableEngine) chooseSpacing(roots []root, nodes float64) {
	const (
		often      = 4
		longMerged = 1e7
		fewStates  = 1 << 22
	)
	w := t.scanner().w
	switch {
	case w.sameness() <= manyCopies:
		t.spacing = often
	case w.hole >= 0 && nodes > longMerged && (len(roots) == 1 || len(w.p.m.Sym) <= 2):
		t.spacing = max(often, w.n*2/5)
		t.maxStates = min(t.maxStates, fewStates)
	}
}
