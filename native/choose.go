package native

import (
	"context"
	"math"
	"math/big"
)

// A chooser chooses how a problem is searched. This is the one place that knows all
// engines: which of them can search it, which is likely to be the fastest, and what of
// rules and merging that engine is to use.
type chooser struct {
	*settings
	p         *problem
	roots     []root
	listing   bool
	walk      walk // what that of every engine begins as
	cellOrder func(item int) int
	// brief is the search that was tried for a moment, with what came of it: no count,
	// if that was not enough.
	brief      *setSearch
	briefly    *big.Int
	did        *walk
	triedBrief bool
}

// A way is how to search: an engine, and what is to be done with it.
type way struct {
	engine engine
	nodes  float64 // about how many it takes, 0 if nobody asked or too few probes say so
	// count, if not nil, is the result, which was found on the way by the walk did.
	count  *big.Int
	did    *walk
	merged bool // count by merging equal states
	shared bool // cut into tasks, for several workers or to see the search progress
}

// newChooser returns a chooser for a problem that is possible.
func newChooser(ctx context.Context, s *Searcher, p *problem, listing bool) *chooser {
	c := &chooser{settings: s.settings(), p: p, roots: trivialRoot, listing: listing, cellOrder: s.CellOrder}
	if !s.NoSymmetry {
		c.roots = p.roots()
	}
	c.walk = walk{ctx: ctx, maxNodes: s.MaxNodes, pauseAt: 1, rules: rules{prune: s.Prune}}
	return c
}

// choose returns the way to search. It may find the problem to be impossible.
func (c *chooser) choose() way {
	// A rule wants to see the whole search, once.
	c.triedBrief = c.decided() || c.prune != nil
	e := c.first()
	c.triedBrief = true
	switch {
	case c.p.impossible:
		return way{}
	case c.briefly != nil && c.listing:
		return way{engine: c.brief}
	case c.briefly != nil:
		return way{engine: c.brief, count: c.briefly, did: c.did}
	case c.decided():
		return c.whole(e, 0, math.Inf(1))
	case c.prefersMerging(e):
		t := e.(*tableEngine)
		c.chooseSpacing(t, 0)
		return way{engine: e, merged: true}
	}
	budget := int64(trialNodes)
	if c.listing {
		// Whatever a trial counts must be searched again to be listed.
		budget = firstProbes
		if _, ok := e.(*tableEngine); !ok && c.single() {
			return way{engine: e} // there is nothing to choose
		}
	}
	n, did := c.trial(e, budget)
	switch {
	case n == nil:
		e, expected := c.weigh(e)
		c.sharpen(e, expected.time)
		if t, ok := e.(*tableEngine); ok && !c.listing && c.prune == nil {
			c.chooseSpacing(t, expected.nodes)
		}
		return c.whole(e, expected.told(), expected.time)
	case c.listing:
		return way{engine: e}
	}
	return way{engine: e, count: n, did: did}
}

// whole is the way to search all of the tree, which is likely to take so many nodes, as
// far as is known, and so long.
func (c *chooser) whole(e engine, nodes, time float64) way {
	w := way{engine: e, nodes: nodes, shared: time > worthSharing && !c.single()}
	if t, ok := e.(*tableEngine); ok {
		w.merged = t.spacing > 0 && !c.listing
	}
	return w
}

// worthSharing is the time in nanoseconds from which on a search is cut into
// tasks, if there are several workers or someone wants to see it progress.
const worthSharing = 3e6

// decided reports whether the caller leaves nothing to choose.
func (c *chooser) decided() bool {
	return c.engine != "" || c.spacing != 0 || c.cellOrder != nil || c.p.rank != nil
}

// first returns the first engine that suits the problem; nil if none is needed.
func (c *chooser) first() engine {
	p := c.p
	if c.cellOrder != nil {
		if ord, ok := p.ownOrder(c.cellOrder); ok {
			if e := c.tables(&ord); e != nil || p.impossible {
				return orNone(e)
			}
		}
	}
	switch c.engine {
	case "links", "words":
	case "sets":
		if e := newSetSearch(p, c.walk); e != nil && c.prune == nil {
			return e
		}
	default:
		cells := p.cellItems()
		if !c.triedBrief && p.sprawls(cells, fastSpan) && c.settledBriefly() {
			return nil
		}
		orders := p.orders(cells, false)
		for n := range orders {
			if e := c.tables(&orders[n]); e != nil || p.impossible || c.briefly != nil {
				return orNone(e)
			}
		}
	}
	return newLinkSearch(p, c.engine != "links", c.walk)
}

// orNone is e as an engine, nil if it is nil.
func orNone(e *tableEngine) engine {
	if e == nil {
		return nil
	}
	return e
}

// tables returns an engine that scans the cells in the given order, or nil if the model
// does not fit its tables, or a brief search makes them needless. It may find the
// problem to be impossible.
func (c *chooser) tables(ord *order) *tableEngine {
	w := newWindow(c.p, ord)
	if w == nil {
		return nil
	}
	w.keepDead = c.dead < 0
	// A slot of the fast board has one place in the order, whatever the cell, and
	// its search does not keep what a caller's rule wants to see.
	if c.engine != "wide" && c.prune == nil && c.p.rank == nil {
		if e := newFastEngine(c.settings, w, ord, c.walk); e != nil {
			return e
		}
	}
	if c.settledBriefly() {
		return nil
	}
	return newWideEngine(c.settings, w, ord, c.walk)
}

// trialNodes is how far a search goes before anything is weighed: most puzzles
// are done by then, in a fraction of a millisecond.
const trialNodes = 1 << 14

// trial counts with a small budget; it returns nil if that is not enough.
func (c *chooser) trial(e engine, budget int64) (*big.Int, *walk) {
	if c.maxNodes > 0 {
		budget = min(budget, c.maxNodes)
	}
	t := e.clone(walk{ctx: c.walk.ctx, maxNodes: budget, pauseAt: budget + 1, rules: e.base().rules.again()})
	total := new(big.Int)
	for r := range c.roots {
		n := search(t, &c.roots[r])
		if t.base().stopped {
			return nil, t.base()
		}
		total.Add(total, c.roots[r].weighted(n))
	}
	return total, t.base()
}

// settledBriefly tries, once, whether the problem is done at once by a search that takes
// next to no time to set up. It may go so many times through all options as to take a
// tenth of the time in which wide tables are made.
func (c *chooser) settledBriefly() bool {
	const passes = 40
	if c.triedBrief {
		return false
	}
	c.triedBrief = true
	e := newSetSearch(c.p, c.walk)
	if e == nil {
		return false
	}
	e.most = passes * int64(len(c.p.live))
	c.brief = e
	c.briefly, c.did = c.trial(e, trialNodes)
	e.most = 0
	return c.briefly != nil
}

// prefersMerging reports whether a count by e is sure to gain by merging: then
// it is not even tried without.
func (c *chooser) prefersMerging(e engine) bool {
	t, tables := e.(*tableEngine)
	return tables && !c.listing && c.prune == nil && t.scanner().w.sameness() <= 0.5
}

// staysSmall reports whether a count is sure to merge in tables that stay small. Then
// nothing is to be chosen: how long other orders and searches take without merging is
// beside the point, and the narrowest frontier has the fewest states. There are at most
// as many as ways to fill it and sets of pieces together, and in fact far fewer.
func (c *chooser) staysSmall(t *tableEngine) bool {
	const small = 32 // bits
	w := t.scanner().w
	return !c.listing && c.prune == nil && w.sameness() <= manyCopies && t.order.mean+w.sets() <= small
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

// sharpen gives an engine the rules that are worth their while in a search that is
// likely to take so many nanoseconds.
func (c *chooser) sharpen(e engine, time float64) {
	t, ok := e.(*tableEngine)
	if !ok {
		return
	}
	w := t.scanner().w
	if c.islands == 0 && time > longIslands {
		t.islands = newIslands(w)
	}
	if c.pockets == 0 && !(c.listing && newEndings(c.settings, w) != nil) {
		if spent := time / float64(len(c.p.live)); spent > longPockets {
			t.sharpen(pocketBytes)
		} else if spent > somePockets {
			t.sharpen(1)
		}
	}
}

// chooseSpacing decides how often a count merges states. Where pieces have copies,
// states meet all the time and merging wins by orders of magnitude. Where all
// differ they meet seldom, a layer outgrows the caches, and what merging saves is
// less than what it costs: on full boards it halves the nodes of twelve pentominoes
// at best, and takes 1.1 to 2.5 times as long. Where cells may stay empty, holes
// are the copies: it pays to merge once or twice on the way through a long search,
// unless symmetry has cut that already.
func (c *chooser) chooseSpacing(t *tableEngine, nodes float64) {
	const (
		often      = 4
		longMerged = 1e7
		fewStates  = 1 << 22
	)
	w := t.scanner().w
	switch {
	case w.sameness() <= manyCopies:
		t.spacing = often
	case w.hole >= 0 && nodes > longMerged && (len(c.roots) == 1 || len(c.p.m.Sym) <= 2):
		t.spacing = max(often, w.n*2/5)
		t.maxStates = min(t.maxStates, fewStates)
	}
}
