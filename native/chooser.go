package native

import (
	"context"
	"math"

	"github.com/exactile/exactile/native/internal/links"
	"github.com/exactile/exactile/native/internal/problem"
	"github.com/exactile/exactile/native/internal/run"
	"github.com/exactile/exactile/native/internal/table"
)

// A chooser goes through the table of strategies for one problem, and holds what its rows have
// found out.
type chooser struct {
	*job
	listing   bool
	cellOrder func(item int) int // the caller's; nil: none
	// tighter, if not nil, returns the problem with tighter bounds, nil if there are none.
	tighter func() *problem.Problem

	row    int             // of strategies, the next one
	sparse bool            // tables of the board would be wide, as is easy to see
	orders []problem.Order // of the cells, without those that have no window
	window *table.Window   // of the first of orders; nil: none is known
	first  run.Walker      // the first search that suits
	best   run.Walker      // the search that is likely the fastest, or the first
	// expected is what best is expected to take; zero if not estimated.
	expected run.Guess
	order    orderTrial
}

// A choice is how to search a problem.
type choice struct {
	search run.Walker
	nodes  float64 // the estimated number, 0 if there is none or it is from too few probes
	time   float64 // expected, in nanoseconds
	shared bool    // split into tasks, for several workers or to show progress
	// outcome, if not nil, is the result of a count that ended while the strategy was chosen.
	outcome *outcome
	// expander, if not nil, is for counting by merging equal states.
	expander *table.Expander
	// roots, if not nil, suit the search better than the roots used to choose it.
	roots []problem.Root
}

// newChooser returns a chooser for a problem that is possible.
func newChooser(
	ctx context.Context, s *run.Settings, p *problem.Problem, roots []problem.Root, listing bool,
) *chooser {
	j := &job{Settings: *s, ctx: ctx, p: p, roots: roots}
	return &chooser{job: j, listing: listing, order: orderTrial{job: j}}
}

// start makes t the first search unless it is nil.
func (c *chooser) start(t *table.Search) {
	if t != nil {
		c.first = t
	}
}

// isFixed reports whether the caller leaves nothing to choose.
func (c *chooser) isFixed() bool {
	return c.Forced != "" || c.Merge != 0 || c.cellOrder != nil || c.p.Rank != nil
}

// isFree reports whether there is no first search, and whether another may be tried before it is
// made. With a caller's rule none may: the rule must see all of the search once.
func (c *chooser) isFree() bool { return c.first == nil && !c.isFixed() && c.Prune == nil }

// scans reports whether the caller allows a search that scans cells.
func (c *chooser) scans() bool {
	return c.Forced != "links" && c.Forced != "words" && c.Forced != "reduced"
}

// scanned reports whether the first search scans cells.
func (c *chooser) scanned() bool {
	_, tables := c.first.(*table.Search)
	return tables
}

// tables returns a search that scans the cells in the given order, or nil if the model does not fit
// its tables. It may find that the problem is impossible.
func (c *chooser) tables(ord *problem.Order) *table.Search {
	return c.tablesOf(c.windowOf(ord), ord)
}

// tablesOf is tables with the window of the order, if it has one.
func (c *chooser) tablesOf(w *table.Window, ord *problem.Order) *table.Search {
	if w == nil {
		return nil
	}
	if t := c.fast(w, ord); t != nil {
		return t
	}
	t := table.NewWide(&c.Settings, w, ord, c.initial())
	if t != nil && c.Forced != "wide" && c.slowing() != "" && w.FitsFast() {
		t.Slowed = c.slowing()
	}
	return t
}

func (c *chooser) windowOf(ord *problem.Order) *table.Window {
	w := table.NewWindow(c.p, ord)
	if w != nil {
		w.Levels = c.Levels
	}
	return w
}

// fast returns a search by fast tables; nil if the window does not fit them.
func (c *chooser) fast(w *table.Window, ord *problem.Order) *table.Search {
	if c.Forced == "wide" || c.slowing() != "" {
		return nil
	}
	return table.NewFast(&c.Settings, w, ord, c.initial())
}

// slowing is the caller's hook that rules out fast tables, "" for none. A slot of a fast board has
// the same place in the option order at every cell, and its search does not keep the options that a
// rule needs.
func (c *chooser) slowing() string {
	switch {
	case c.Prune != nil:
		return "Prune"
	case c.p.Rank != nil:
		return "OptionOrder"
	}
	return ""
}

// initial is the initial search of every walker.
func (c *chooser) initial() run.Search {
	return run.Search{Ctx: c.ctx, MaxNodes: c.MaxNodes, PauseAt: 1, Prune: c.Prune}
}

// limited is a search with this budget, or with MaxNodes if that is less.
func (c *chooser) limited(nodes int64) run.Search {
	if c.MaxNodes > 0 {
		nodes = min(nodes, c.MaxNodes)
	}
	return run.Search{Ctx: c.ctx, MaxNodes: nodes, PauseAt: nodes + 1, Prune: c.Prune}
}

// countAll counts by a search; the outcome is nil if its budget is too small.
func (c *chooser) countAll(e run.Walker) *outcome {
	n, did := run.SearchAll(e, c.p, c.roots, nil), e.Base()
	if did.Stopped {
		return nil
	}
	return &outcome{n, e.Stats(0, did), nil}
}

// counted is the choice of an outcome that is known; nil if it is not.
func (c *chooser) counted(done *outcome) *choice {
	if done == nil {
		return nil
	}
	return &choice{search: c.first, outcome: done}
}

// worthSharing is the expected time in nanoseconds above which a search is split into tasks, if
// there are several workers or a caller asks for progress.
const worthSharing = 3e6

// wholeTree searches all of the tree with e. Unknown estimates are 0 nodes and +Inf time.
func (c *chooser) wholeTree(e run.Walker, nodes, time float64) *choice {
	return &choice{search: e, nodes: nodes, time: time, shared: time > worthSharing && !c.Single()}
}

// rivals makes the searches that may be faster than t: the most constrained item, and other
// orders of the cells.
func (c *chooser) rivals(t *table.Search) []func() run.Walker {
	makers := []func() run.Walker{
		func() run.Walker { return links.New(c.p, links.Words, c.initial()) },
	}
	for _, ord := range c.p.Orders(c.p.CellItems(), true) {
		if ord.Name != t.Order.Name {
			makers = append(makers, func() run.Walker {
				if rival := c.tables(&ord); rival != nil {
					return rival
				}
				return nil
			})
		}
	}
	return makers
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

// merges reports whether a count merges equal states, in the order of the first search; best is the
// estimate for the best search, zero if not estimated yet.
func (c *chooser) merges(best run.Guess) bool {
	if !c.canMerge() {
		return false
	}
	t := c.first.(*table.Search)
	w := t.Scanner().Window
	sameness, bits := w.Sameness(), stateBits(t)
	// The parts of a plan hardly share states, and profiles have no budget.
	byProfile := bits <= smallTables && c.MaxNodes == 0 && !c.asking
	for _, row := range merging {
		if sameness <= row.sameness && (w.Hole >= 0 || !row.holes) && best.Nodes >= row.nodes &&
			(row.each == 0 || byProfile && best.Time >= row.each*math.Exp2(bits)) {
			return true
		}
	}
	return false
}

// canMerge reports whether a count may merge equal states in the order of the first search.
func (c *chooser) canMerge() bool {
	return c.scanned() && !c.listing && c.Prune == nil && c.Merge >= 0 && c.late == 0
}

// expander returns an expander of states to be merged, in the order of the first search; nil if
// that takes too many tables.
func (c *chooser) expander() *table.Expander {
	return table.NewExpander(&c.Settings, c.p, c.first.(*table.Search).Order, c.roots)
}

// merged is the choice to merge equal states in the order of the first search; nil if that takes
// too many tables.
func (c *chooser) merged() *choice {
	if x := c.expander(); x != nil {
		return &choice{search: c.first, expander: x}
	}
	return nil
}

// stateBits bounds the number of states at a cell, as a logarithm to base 2: the ways to fill
// the frontier times the sets of pieces. In fact there are far fewer.
func stateBits(t *table.Search) float64 { return t.Order.Mean + t.Scanner().Window.Sets() }

// smallTables bounds the stateBits of counts whose tables stay small.
const smallTables = 32

// staysSmall reports whether a count is sure to merge in tables that stay small. The count then
// merges without a trial of other orders: the narrowest frontier has the fewest states.
func (c *chooser) staysSmall(t *table.Search) bool {
	return !c.listing && c.Prune == nil && t.Scanner().Window.Sameness() <= table.ManyCopies &&
		stateBits(t) <= smallTables
}
