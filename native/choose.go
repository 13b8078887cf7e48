package native

import (
	"context"
	"math"

	"github.com/exactile/exactile/native/internal/links"
	"github.com/exactile/exactile/native/internal/problem"
	"github.com/exactile/exactile/native/internal/run"
	"github.com/exactile/exactile/native/internal/table"
)

// A chooser chooses how a problem is searched. Only the chooser knows all engines:
// which of them can search the problem, which is likely to be the fastest, and
// which rules and what merging that engine should use.
type chooser struct {
	job
	listing   bool
	initial   run.Search // the initial search of every engine
	cellOrder func(item int) int
	// brief is an engine that was tried for a short time, and briefOutcome its result; nil if it
	// did not end in time.
	brief        run.Engine
	briefOutcome *outcome
	triedBrief   bool
	orders       *frontierTrial
	ranged       bool // some items have a range, and no linear program has tightened them
}

// A strategy is how to search: an engine, and how to use it.
type strategy struct {
	engine run.Engine
	nodes  float64 // the estimated number, 0 if there is none or it is from too few probes
	// outcome, if not nil, is the result of a count that ended while the strategy was chosen.
	outcome *outcome
	// expander, if not nil, is for counting by merging equal states.
	expander *table.Expander
	shared   bool    // split into tasks, for several workers or to show progress
	time     float64 // expected, in nanoseconds
	// roots, if not nil, suit the engine better than the roots used to choose it.
	roots []problem.Root
}

// newChooser returns a chooser for a problem that is possible.
func newChooser(ctx context.Context, s *run.Settings, p *problem.Problem, roots []problem.Root, listing bool) *chooser {
	c := &chooser{job: job{s, ctx, p, roots}, listing: listing}
	c.initial = run.Search{Ctx: ctx, MaxNodes: s.MaxNodes, PauseAt: 1, Prune: s.Prune}
	c.orders = &frontierTrial{job: c.job}
	return c
}

// choose returns the strategy of the search. It may find that the problem is impossible.
func (c *chooser) choose() strategy {
	// With a caller's rule there is no brief search: the rule must see all of the search once.
	c.triedBrief = c.isSettled() || c.Prune != nil
	e := c.firstEngine()
	c.triedBrief = true
	switch {
	case c.p.Impossible:
		return strategy{}
	case c.briefOutcome != nil && c.listing:
		return strategy{engine: c.brief.Clone(c.initial)}
	case c.briefOutcome != nil:
		return strategy{engine: c.brief, outcome: c.briefOutcome}
	case c.isSettled():
		return c.forcedStrategy(e)
	}
	if x := c.mergesAtOnce(e); x != nil {
		return strategy{engine: e, expander: x}
	}
	return c.tryOut(e)
}

// forcedStrategy returns the strategy that the caller has fixed.
func (c *chooser) forcedStrategy(e run.Engine) strategy {
	if c.Engine == "frontier" && !c.listing && c.Prune == nil {
		if done := c.orders.countUnbounded(); done != nil {
			return strategy{engine: e, outcome: done}
		}
	}
	w := c.wholeTree(e, 0, math.Inf(1))
	if c.Engine == layered && c.canMerge(e) {
		w.expander = c.expander(e)
	}
	return w
}

// mergesAtOnce returns an expander if the count merges without an estimate of the search; else nil.
func (c *chooser) mergesAtOnce(e run.Engine) *table.Expander {
	if !c.merges(e, run.Guess{}) {
		return nil
	}
	t := e.(*table.Engine)
	// With holes the width predicts almost nothing: most states have too many holes.
	if t.Scanner().Window.Hole < 0 {
		if x := c.orders.narrower(t.Order); x != nil {
			return x
		}
	}
	return c.expander(e)
}

// tryOut searches for a short while by the first engine that suits. If that does not count
// all solutions, engines are weighed.
func (c *chooser) tryOut(e run.Engine) strategy {
	search, scarce := e.(*links.Search)
	ordered := scarce && !c.listing && c.Prune == nil
	budget := int64(trialNodes)
	switch {
	case c.listing && scarce && c.Single() && !c.ranged:
		return strategy{engine: e} // there is nothing to choose
	case c.listing:
		budget = firstProbes // a listing must repeat the work of a trial
	case ordered:
		budget = shortTrial // a count along an order may be far shorter than a trial
	}
	done := c.tryBriefly(e.Clone(c.limitedSearch(budget)))
	switch {
	case done != nil && c.listing:
		return strategy{engine: e}
	case done == nil && ordered:
		done = c.orders.countInstead(search)
	}
	if done != nil {
		return strategy{engine: e, outcome: done}
	}
	return c.weighed(e)
}

// weighed returns the strategy for a long search; first is the first engine that suits.
func (c *chooser) weighed(first run.Engine) strategy {
	e, expected := c.weigh(first)
	if c.merges(first, expected) {
		if x := c.expander(first); x != nil {
			return strategy{engine: first, expander: x}
		}
	}
	if t, ok := e.(*table.Engine); ok {
		c.tuneTables(t, expected.Time)
	} else if e != first && expected.Time > worthReducing {
		w := c.wholeTree(links.New(c.p, links.Reduced, c.initial), 0, expected.Time)
		if c.roots[0].Option >= 0 {
			w.roots = c.p.EvenRoots()
		}
		return w
	}
	return c.wholeTree(e, expected.Reported(), expected.Time)
}

// tuneTables adds the rules that pay in a search of the expected time, in nanoseconds.
func (c *chooser) tuneTables(t *table.Engine, time float64) {
	t.Tune(c.Settings, table.Expected{Time: time})
}

// wholeTree searches all of the tree with e. Unknown estimates are 0 nodes and +Inf time.
func (c *chooser) wholeTree(e run.Engine, nodes, time float64) strategy {
	return strategy{engine: e, nodes: nodes, shared: time > worthSharing && !c.Single(), time: time}
}

// shortTrial is the budget of a trial where a count along an order may be faster.
const shortTrial = 1 << 11

// worthSharing is the expected time in nanoseconds above which a search is split
// into tasks, if there are several workers or a caller asks for progress.
const worthSharing = 3e6

// worthReducing is the expected time in nanoseconds above which a board is searched in
// reduced matrices if the most constrained item suits it better than a scan: options of such
// a board block each other from the top to the bottom of the tree.
const worthReducing = 1e8

// isSettled reports whether the caller leaves nothing to choose.
func (c *chooser) isSettled() bool {
	return c.Engine != "" || c.Merge != 0 || c.cellOrder != nil || c.p.Rank != nil
}

// firstEngine returns the first engine that suits the problem; nil if none is needed.
func (c *chooser) firstEngine() run.Engine {
	p := c.p
	if c.cellOrder != nil {
		if ord, ok := p.OwnOrder(c.cellOrder); ok {
			if e := c.tables(&ord); e != nil || p.Impossible {
				return engineOf(e)
			}
		}
	}
	if c.scans() {
		cells := p.CellItems()
		if !c.triedBrief && p.IsSparse(cells, table.FastSpan) && c.settledBriefly() {
			return nil
		}
		orders := p.Orders(cells, false)
		for n := range orders {
			if e := c.tables(&orders[n]); e != nil || p.Impossible || c.briefOutcome != nil {
				return engineOf(e)
			}
		}
	}
	way := links.Words
	switch c.Engine {
	case "links":
		way = links.Links
	case "reduced":
		way = links.Thorough
	}
	return links.New(p, way, c.initial)
}

// scans reports whether the caller allows an engine that scans cells.
func (c *chooser) scans() bool {
	return c.Engine != "links" && c.Engine != "words" && c.Engine != "reduced"
}

// engineOf returns e as an engine: nil if e is nil, not an interface with a nil in it.
func engineOf(e *table.Engine) run.Engine {
	if e == nil {
		return nil
	}
	return e
}

// tables returns an engine that scans the cells in the given order, or nil if the model
// does not fit its tables or a brief search has solved the problem. It may find that the
// problem is impossible.
func (c *chooser) tables(ord *problem.Order) *table.Engine {
	w := table.NewWindow(c.p, ord)
	if w == nil {
		return nil
	}
	w.Levels = c.Levels
	// A slot of the fast board has the same place in the option order at every cell, and
	// its search does not keep the options that a caller's rule needs.
	slowed := ""
	switch {
	case c.Engine == "wide":
	case c.Prune != nil:
		slowed = "Prune"
	case c.p.Rank != nil:
		slowed = "OptionOrder"
	default:
		if e := table.NewFast(c.Settings, w, ord, c.initial); e != nil {
			return e
		}
	}
	if c.settledBriefly() {
		return nil
	}
	e := table.NewWide(c.Settings, w, ord, c.initial)
	if e != nil && slowed != "" && w.FitsFast() {
		e.Slowed = slowed
	}
	return e
}

// limitedSearch is a search with this budget, or with MaxNodes if that is less.
func (c *chooser) limitedSearch(nodes int64) run.Search {
	if c.MaxNodes > 0 {
		nodes = min(nodes, c.MaxNodes)
	}
	return run.Search{Ctx: c.ctx, MaxNodes: nodes, PauseAt: nodes + 1, Prune: c.Prune}
}

// tryBriefly counts with an engine; the outcome is nil if its budget is too small.
func (c *chooser) tryBriefly(e run.Engine) *outcome {
	n, did := run.SearchAll(e, c.p, c.roots, nil), e.Base()
	if did.Stopped {
		return nil
	}
	return &outcome{n, e.Stats(0, did), nil}
}

// settledBriefly tries, only once, whether a brief search by the most constrained item
// counts all solutions: its setup takes a fifth of the time of wide tables.
func (c *chooser) settledBriefly() bool {
	const briefNodes = 1 << 8
	if c.triedBrief {
		return false
	}
	c.triedBrief = true
	c.brief = links.New(c.p, links.Words, c.limitedSearch(briefNodes))
	c.briefOutcome = c.tryBriefly(c.brief)
	return c.briefOutcome != nil
}

// weigh returns the engine that is likely to search the whole tree the fastest, with the
// expected nodes and nanoseconds. e is the first engine that suits. If e has no rivals, there
// are no probes, and the expectation is a lower bound: the nodes and time of a trial.
func (c *chooser) weigh(e run.Engine) (_ run.Engine, expected run.Guess) {
	t, ok := e.(*table.Engine)
	if !ok {
		expected = run.Guess{Nodes: trialNodes, Time: trialNodes * e.NodeCost()}
		if search, ok := e.(*links.Search); ok && (c.ranged || !c.Single()) {
			c.orders.probe(search) // is it worth sharing, or a linear program?
			expected.Time = max(expected.Time, c.orders.estimate.Time)
		}
		return e, expected
	}
	first := c.probed(t, firstProbes)
	if c.staysSmall(t) {
		return t, first.Guess
	}
	best := c.fastest(t, first, c.otherEngines)
	return best.engine, best.Guess
}

// otherEngines makes the engines that may be faster than t: the most constrained item, and
// other orders of the cells.
func (c *chooser) otherEngines(t *table.Engine) []func() run.Engine {
	makers := []func() run.Engine{func() run.Engine { return links.New(c.p, links.Words, c.initial) }}
	for _, ord := range c.p.Orders(c.p.CellItems(), true) {
		if ord.Name != t.Order.Name {
			makers = append(makers, func() run.Engine { return engineOf(c.tables(&ord)) })
		}
	}
	return makers
}

// canMerge reports whether a count by e may merge equal states.
func (c *chooser) canMerge(e run.Engine) bool {
	_, tables := e.(*table.Engine)
	return tables && !c.listing && c.Prune == nil && c.Merge >= 0
}

// expander returns an expander of states to be merged, in the order of e; nil if that takes
// too many tables.
func (c *chooser) expander(e run.Engine) *table.Expander {
	return table.NewExpander(c.Settings, c.p, e.(*table.Engine).Order, c.roots)
}

// merging lists when a count by tables merges equal states, in the order with the narrowest
// frontier: if all conditions of one row hold.
var merging = []struct {
	sameness float64 // at most so much of it, see [table.Window.Sameness]
	holes    bool    // cells may stay empty
	nodes    float64 // the best search takes as many; 0: also if that was not estimated
	each     float64 // the search takes as many nanoseconds for each possible state; 0: any
}{
	// Pieces have copies: equal states are frequent, and merging wins by orders of magnitude.
	{sameness: 0.5},
	{sameness: table.ManyCopies, nodes: 1},
	// Holes act as copies, once a search is long.
	{sameness: 1, holes: true, nodes: 3e8},
	// All pieces differ. Equal states are rare and a layer may outgrow the caches, but a set of
	// filled cells is expanded once for all sets of pieces left. That took .3 to 20 nanoseconds
	// for each possible state on the boards measured, most where a search meets the same states
	// again and again.
	{sameness: 1, each: 5},
}

// merges reports whether a count merges equal states, in the order of e; best is the estimate
// for the best search, zero if not estimated yet.
func (c *chooser) merges(e run.Engine, best run.Guess) bool {
	if !c.canMerge(e) {
		return false
	}
	w := e.(*table.Engine).Scanner().Window
	sameness, bits := w.Sameness(), stateBits(e.(*table.Engine))
	// The parts of a plan hardly share states, and profiles have no budget.
	byProfile := bits <= smallTables && c.MaxNodes == 0 && !c.orders.brief
	for _, row := range merging {
		if sameness <= row.sameness && (w.Hole >= 0 || !row.holes) && best.Nodes >= row.nodes &&
			(row.each == 0 || byProfile && best.Time >= row.each*math.Exp2(bits)) {
			return true
		}
	}
	return false
}

// stateBits bounds the number of states at a cell, as a logarithm to base 2: the ways to fill
// the frontier times the sets of pieces. In fact there are far fewer.
func stateBits(t *table.Engine) float64 { return t.Order.Mean + t.Scanner().Window.Sets() }

// smallTables bounds the stateBits of counts whose tables stay small.
const smallTables = 32

// staysSmall reports whether a count is sure to merge in tables that stay small. The count then
// merges without a trial of other orders: the narrowest frontier has the fewest states.
func (c *chooser) staysSmall(t *table.Engine) bool {
	return !c.listing && c.Prune == nil && t.Scanner().Window.Sameness() <= table.ManyCopies && stateBits(t) <= smallTables
}
