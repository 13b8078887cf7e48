package native

import (
	"context"
	"math"
	"math/big"

	"github.com/exactile/exactile/native/internal/links"
	"github.com/exactile/exactile/native/internal/problem"
	"github.com/exactile/exactile/native/internal/run"
	"github.com/exactile/exactile/native/internal/table"
)

// A chooser chooses how a problem is searched. This is the one place that knows all
// engines: which of them can search it, which is likely to be the fastest, and what of
// rules and merging that engine is to use.
type chooser struct {
	*run.Settings
	p         *problem.Problem
	roots     []problem.Root
	listing   bool
	begun     run.Search // what the search of every engine begins as
	cellOrder func(item int) int
	// brief is the search that was tried for a moment, with what came of it: no count,
	// if that was not enough.
	brief      *links.Sets
	briefly    *big.Int
	did        *run.Search
	triedBrief bool
}

// A way is how to search: an engine, and what is to be done with it.
type way struct {
	engine run.Engine
	nodes  float64 // about how many it takes, 0 if nobody asked or too few probes say so
	// count, if not nil, is the result: the search did found it while the way was chosen.
	count  *big.Int
	did    *run.Search
	merged bool // count by merging equal states
	shared bool // cut into tasks, for several workers or to see the search progress
}

// newChooser returns a chooser for a problem that is possible.
func newChooser(ctx context.Context, s *run.Settings, p *problem.Problem, roots []problem.Root, listing bool) *chooser {
	c := &chooser{Settings: s, p: p, roots: roots, listing: listing}
	c.begun = run.Search{Ctx: ctx, MaxNodes: s.MaxNodes, PauseAt: 1, Rules: run.Rules{Prune: s.Prune}}
	return c
}

// choose returns the way to search. It may find the problem to be impossible.
func (c *chooser) choose() way {
	// A rule wants to see the whole search, once.
	c.triedBrief = c.decided() || c.Prune != nil
	e := c.first()
	c.triedBrief = true
	switch {
	case c.p.Impossible:
		return way{}
	case c.briefly != nil && c.listing:
		return way{engine: c.brief}
	case c.briefly != nil:
		return way{engine: c.brief, count: c.briefly, did: c.did}
	case c.decided():
		return c.whole(e, 0, math.Inf(1))
	case c.prefersMerging(e):
		t := e.(*table.Engine)
		c.chooseSpacing(t, 0)
		return way{engine: e, merged: true}
	}
	budget := int64(trialNodes)
	if c.listing {
		// Whatever a trial counts must be searched again to be listed.
		budget = firstProbes
		if _, ok := e.(*table.Engine); !ok && c.Single() {
			return way{engine: e} // there is nothing to choose
		}
	}
	n, did := c.trial(e, budget)
	switch {
	case n == nil:
		e, expected := c.weigh(e)
		c.sharpen(e, expected.Time)
		if t, ok := e.(*table.Engine); ok && !c.listing && c.Prune == nil {
			c.chooseSpacing(t, expected.Nodes)
		}
		return c.whole(e, expected.Told(), expected.Time)
	case c.listing:
		return way{engine: e}
	}
	return way{engine: e, count: n, did: did}
}

// whole is the way to search all of the tree, which is likely to take so many nodes, as
// far as is known, and so long.
func (c *chooser) whole(e run.Engine, nodes, time float64) way {
	w := way{engine: e, nodes: nodes, shared: time > worthSharing && !c.Single()}
	if t, ok := e.(*table.Engine); ok {
		w.merged = t.Spacing > 0 && !c.listing
	}
	return w
}

// worthSharing is the time in nanoseconds from which on a search is cut into
// tasks, if there are several workers or someone wants to see it progress.
const worthSharing = 3e6

// decided reports whether the caller leaves nothing to choose.
func (c *chooser) decided() bool {
	return c.Engine != "" || c.Spacing != 0 || c.cellOrder != nil || c.p.Rank != nil
}

// first returns the first engine that suits the problem; nil if none is needed.
func (c *chooser) first() run.Engine {
	p := c.p
	if c.cellOrder != nil {
		if ord, ok := p.OwnOrder(c.cellOrder); ok {
			if e := c.tables(&ord); e != nil || p.Impossible {
				return orNone(e)
			}
		}
	}
	switch c.Engine {
	case "links", "words":
	case "sets":
		if e := links.NewSets(p, c.begun); e != nil && c.Prune == nil {
			return e
		}
	default:
		cells := p.CellItems()
		if !c.triedBrief && p.Sprawls(cells, table.FastSpan) && c.settledBriefly() {
			return nil
		}
		orders := p.Orders(cells, false)
		for n := range orders {
			if e := c.tables(&orders[n]); e != nil || p.Impossible || c.briefly != nil {
				return orNone(e)
			}
		}
	}
	return links.New(p, c.Engine != "links", c.begun)
}

// orNone is e as an engine, nil if it is nil.
func orNone(e *table.Engine) run.Engine {
	if e == nil {
		return nil
	}
	return e
}

// tables returns an engine that scans the cells in the given order, or nil if the model
// does not fit its tables, or a brief search makes them needless. It may find the
// problem to be impossible.
func (c *chooser) tables(ord *problem.Order) *table.Engine {
	w := table.NewWindow(c.p, ord)
	if w == nil {
		return nil
	}
	w.KeepStranded = c.Stranded < 0
	// A slot of the fast board has one place in the order, whatever the cell, and
	// its search does not keep what a caller's rule wants to see.
	if c.Engine != "wide" && c.Prune == nil && c.p.Rank == nil {
		if e := table.NewFast(c.Settings, w, ord, c.begun); e != nil {
			return e
		}
	}
	if c.settledBriefly() {
		return nil
	}
	return table.NewWide(c.Settings, w, ord, c.begun)
}

// trialNodes is how far a search goes before anything is weighed: most puzzles
// are done by then, in a fraction of a millisecond.
const trialNodes = 1 << 14

// trial counts with a small budget; it returns nil if that is not enough.
func (c *chooser) trial(e run.Engine, budget int64) (*big.Int, *run.Search) {
	if c.MaxNodes > 0 {
		budget = min(budget, c.MaxNodes)
	}
	t := e.Clone(run.Search{Ctx: c.begun.Ctx, MaxNodes: budget, PauseAt: budget + 1, Rules: e.Base().Rules.Again()})
	total := new(big.Int)
	for r := range c.roots {
		n := run.SearchBelow(t, &c.roots[r])
		if t.Base().Stopped {
			return nil, t.Base()
		}
		total.Add(total, c.roots[r].Weighted(n))
	}
	return total, t.Base()
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
	e := links.NewSets(c.p, c.begun)
	if e == nil {
		return false
	}
	e.MostWork = passes * int64(len(c.p.Live))
	c.brief = e
	c.briefly, c.did = c.trial(e, trialNodes)
	e.MostWork = 0
	return c.briefly != nil
}

// weigh returns the engine that is likely to be the fastest to go through the whole
// tree, with the number of nodes and of nanoseconds that is expected: those of a trial at
// least, made of no probes, if there is nothing to choose from. The engine given is the
// first that suits.
func (c *chooser) weigh(e run.Engine) (_ run.Engine, expected run.Guess) {
	t, ok := e.(*table.Engine)
	if !ok {
		return e, run.Guess{Nodes: trialNodes, Time: trialNodes * e.NodeCost()}
	}
	first := probed(t, c.roots, firstProbes)
	if c.staysSmall(t) {
		return t, first.Guess
	}
	workers := c.Workers
	if c.Single() {
		workers = 1
	}
	best := (&contest{c.roots, len(c.p.Live), workers, c.MaxNodes, func() []func() run.Prober { return c.rivals(t) }}).winner(first)
	return best.engine, best.Guess
}

// rivals makes the engines that may be faster than t: the most constrained item, and
// other orders of the cells.
func (c *chooser) rivals(t *table.Engine) []func() run.Prober {
	makers := []func() run.Prober{func() run.Prober { return links.New(c.p, true, c.begun) }}
	for _, ord := range c.p.Orders(c.p.CellItems(), true) {
		if ord.Name != t.Order.Name {
			makers = append(makers, func() run.Prober {
				if e := c.tables(&ord); e != nil {
					return e
				}
				return nil
			})
		}
	}
	return makers
}

// prefersMerging reports whether a count by e is sure to gain by merging: then
// it is not even tried without.
func (c *chooser) prefersMerging(e run.Engine) bool {
	t, tables := e.(*table.Engine)
	return tables && !c.listing && c.Prune == nil && t.Scanner().Window.Sameness() <= 0.5
}

// staysSmall reports whether a count is sure to merge in tables that stay small. Then
// nothing is to be chosen: how long other orders and searches take without merging is
// beside the point, and the narrowest frontier has the fewest states. There are at most
// as many as ways to fill it and sets of pieces together, and in fact far fewer.
func (c *chooser) staysSmall(t *table.Engine) bool {
	const small = 32 // bits
	w := t.Scanner().Window
	return !c.listing && c.Prune == nil && w.Sameness() <= table.ManyCopies && t.Order.Mean+w.Sets() <= small
}

// longIslands is how many nanoseconds a search must be expected to take for it to
// be worth telling what is connected.
const longIslands = 5e6

// To look for enclosed cells in the first byte takes some 150 nanoseconds an option, and
// in all of them three times as long. That is worth it where a search is expected to
// take so many nanoseconds an option. A listing that remembers completions searches little
// more than the tops of the tree: there the tables, which are then one for each cell
// and no longer in the first cache, cost it a quarter.
const (
	somePockets = 300
	longPockets = 1500
)

// sharpen gives an engine the rules that are worth their while in a search that is
// likely to take so many nanoseconds.
func (c *chooser) sharpen(e run.Engine, time float64) {
	t, ok := e.(*table.Engine)
	if !ok {
		return
	}
	w := t.Scanner().Window
	if c.Components == 0 && time > longIslands {
		t.Components = table.NewComponents(w)
	}
	if c.Enclosed == 0 && !(c.listing && table.NewCompletions(c.Settings, w) != nil) {
		if spent := time / float64(len(c.p.Live)); spent > longPockets {
			t.Sharpen(table.EnclosedBytes)
		} else if spent > somePockets {
			t.Sharpen(1)
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
func (c *chooser) chooseSpacing(t *table.Engine, nodes float64) {
	const (
		often      = 4
		longMerged = 1e7
		fewStates  = 1 << 22
	)
	w := t.Scanner().Window
	switch {
	case w.Sameness() <= table.ManyCopies:
		t.Spacing = often
	case w.Hole >= 0 && nodes > longMerged && (len(c.roots) == 1 || len(c.p.Model.Sym) <= 2):
		t.Spacing = max(often, w.N*2/5)
		t.MaxStates = min(t.MaxStates, fewStates)
	}
}
