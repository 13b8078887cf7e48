package native

import (
	"math"

	"github.com/exactile/exactile/native/internal/links"
	"github.com/exactile/exactile/native/internal/run"
	"github.com/exactile/exactile/native/internal/table"
)

// A strategy is a row of the table that says when a problem is searched how.
type strategy struct {
	name    string
	purpose purpose
	when    string // it applies, in words
	// try returns how to search, with the result if that is known by then. It returns nil if the
	// strategy does not apply, or if it leaves a first search or an estimate to the rows below.
	try func(c *chooser) *choice
}

// A purpose is what a strategy is for.
type purpose string

const (
	// starts is for strategies that make the first search, which later rows try and improve on.
	starts purpose = "first search"
	both   purpose = "count, list"
	counts purpose = "count"
	lists  purpose = "list"
)

// strategies is the table. A chooser goes through it once, from top to bottom, and takes what the
// first row returns. README.md shows it.
var strategies = []strategy{
	{"own order", starts, "the caller ranks the cells", (*chooser).startOwn},
	{"fast tables", starts, "a board whose options have at most 64 shapes and reach at most " +
		"32 cells ahead", (*chooser).startFast},
	{"brief", both, "a board without fast tables: words end within 256 nodes",
		(*chooser).searchBriefly},
	{"wide tables", starts, "a board whose options reach at most 63 cells ahead",
		(*chooser).startWide},
	{"words", starts, "any model", (*chooser).startWords},
	{"fixed", both, "the caller fixes the search, the merging or an order",
		(*chooser).searchFixed},
	{"layers", counts, "a board and many copies of pieces: equal states merge",
		(*chooser).mergeAtOnce},
	{"words alone", lists, "no board, one worker, no ranges of bounds: there is nothing to choose",
		(*chooser).searchAtOnce},
	{"trial", both, "the first search ends within 16384 nodes; a listing 1000; " +
		"a count without a board 2048", (*chooser).tryFirst},
	{"frontier", counts, "no board: states merge along a recovered order, while that is " +
		"forecast to be faster", (*chooser).countAlong},
	{"estimate", both, "always: probes of the first search and of its rivals find the best one",
		(*chooser).weigh},
	{"late layers", counts, "a board with holes, some copies or few states, and a long search: " +
		"equal states merge", (*chooser).mergeLate},
	{"tight", both, "ranges of bounds and more than a second: a linear program narrows them, " +
		"and the table begins again", (*chooser).startTight},
	{"reduced", both, "words are the best search of a board, and take more than .1 s",
		(*chooser).searchReduced},
	{"best", both, "always: the best one", (*chooser).searchBest},
}

// next returns the choice of the next row that makes one. It may find that the problem is
// impossible.
func (c *chooser) next() choice {
	for !c.p.Impossible && c.row < len(strategies) {
		s := &strategies[c.row]
		c.row++
		if found := c.try(s); found != nil {
			return *found
		}
	}
	return choice{}
}

// try tries a strategy that is for the task.
func (c *chooser) try(s *strategy) *choice {
	switch {
	case s.purpose == counts && c.listing, s.purpose == lists && !c.listing:
		return nil
	case s.purpose == starts && c.first != nil:
		return nil
	}
	return s.try(c)
}

// starting returns the first search that suits, without trying anything. It may find that the
// problem is impossible.
func (c *chooser) starting() run.Walker {
	for n := range strategies {
		if strategies[n].purpose == starts && !c.p.Impossible {
			c.try(&strategies[n])
		}
	}
	return c.first
}

const (
	// briefNodes is the budget of a brief search: its setup takes a fifth of the time of wide
	// tables.
	briefNodes = 1 << 8
	// shortTrial is the budget of a trial where a count along an order may be far shorter.
	shortTrial = 1 << 11
	// worthTightening is the expected time in nanoseconds above which a search is worth a linear
	// program.
	worthTightening = 1e9
	// worthReducing is the expected time in nanoseconds above which a board is searched in reduced
	// matrices if the most constrained item suits it better than a scan: options of such a board
	// block each other from the top to the bottom of the tree.
	worthReducing = 1e8
)

func (c *chooser) startOwn() *choice {
	if c.cellOrder != nil {
		if ord, ok := c.p.OwnOrder(c.cellOrder); ok {
			c.start(c.tables(&ord))
		}
	}
	return nil
}

func (c *chooser) startFast() *choice {
	cells := c.p.CellItems()
	c.sparse = c.isFree() && c.p.IsSparse(cells, table.FastSpan)
	if c.sparse || !c.scans() {
		return nil
	}
	c.orders = c.p.Orders(cells, false)
	for ; len(c.orders) > 0 && !c.p.Impossible; c.orders = c.orders[1:] {
		if c.window = c.windowOf(&c.orders[0]); c.window != nil {
			c.start(c.fast(c.window, &c.orders[0]))
			break
		}
	}
	return nil
}

func (c *chooser) searchBriefly() *choice {
	if !c.isFree() || !c.sparse && c.window == nil {
		return nil
	}
	words := links.New(c.p, links.Words, c.limited(briefNodes))
	done := c.countAll(words)
	switch {
	case done == nil:
		return nil
	case c.listing:
		return &choice{search: words.Clone(c.initial())}
	}
	return &choice{search: words, outcome: done}
}

func (c *chooser) startWide() *choice {
	w := c.window
	if c.sparse {
		c.orders = c.p.Orders(c.p.CellItems(), false)
	}
	for n := range c.orders {
		if w == nil {
			w = c.windowOf(&c.orders[n])
		}
		if c.start(c.tablesOf(w, &c.orders[n])); c.first != nil || c.p.Impossible {
			break
		}
		w = nil
	}
	return nil
}

func (c *chooser) startWords() *choice {
	kind := links.Words
	switch c.Forced {
	case "links":
		kind = links.Links
	case "reduced":
		kind = links.Thorough
	}
	c.first = links.New(c.p, kind, c.initial())
	return nil
}

func (c *chooser) searchFixed() *choice {
	if !c.isFixed() {
		return nil
	}
	if c.Forced == "frontier" && !c.listing && c.Prune == nil {
		if done := c.order.countUnbounded(); done != nil {
			return c.counted(done)
		}
	}
	w := c.wholeTree(c.first, 0, math.Inf(1))
	if c.Forced == layered && c.canMerge() {
		w.expander = c.expander()
	}
	return w
}

func (c *chooser) mergeAtOnce() *choice {
	if !c.merges(run.Guess{}) {
		return nil
	}
	t := c.first.(*table.Search)
	// With holes the width predicts almost nothing: most states have too many holes.
	if t.Scanner().Window.Hole < 0 {
		if x := c.order.narrower(t.Order); x != nil {
			return &choice{search: t, expander: x}
		}
	}
	return c.merged()
}

func (c *chooser) searchAtOnce() *choice {
	if c.scanned() || !c.Single() || c.tighter != nil {
		return nil
	}
	return &choice{search: c.first}
}

func (c *chooser) tryFirst() *choice {
	budget := int64(trialNodes)
	switch {
	case c.listing:
		budget = firstProbes // a listing must repeat the work of a trial
	case !c.scanned() && c.Prune == nil:
		budget = shortTrial
	}
	done := c.countAll(c.first.Clone(c.limited(budget)))
	if done != nil && c.listing {
		return &choice{search: c.first}
	}
	return c.counted(done)
}

func (c *chooser) countAlong() *choice {
	if c.scanned() || c.Prune != nil {
		return nil
	}
	return c.counted(c.order.countInstead(c.first.(*links.Search)))
}

// weigh chooses the search that is likely to go through the whole tree the fastest, with the
// expected nodes and nanoseconds: the first one or one of its rivals. If it has no rivals, there
// are no probes, and the expectation is a lower bound: the nodes and time of a trial.
func (c *chooser) weigh() *choice {
	t, tables := c.first.(*table.Search)
	if !tables {
		c.best = c.first
		c.expected = run.Guess{Nodes: trialNodes, Time: trialNodes * c.first.NodeCost()}
		if c.tighter != nil || !c.Single() { // is it worth a linear program, or sharing?
			c.order.probe(c.first.(*links.Search))
			c.expected.Time = max(c.expected.Time, c.order.estimate.Time)
		}
		return nil
	}
	best := c.probed(t, firstProbes)
	if !c.staysSmall(t) {
		best = c.fastest(t, best, c.rivals)
	}
	c.best, c.expected = best.search, best.Guess
	return nil
}

func (c *chooser) mergeLate() *choice {
	if !c.merges(c.expected) {
		return nil
	}
	return c.merged()
}

func (c *chooser) startTight() *choice {
	if c.tighter == nil || c.expected.Time <= worthTightening || c.late > 0 {
		return nil
	}
	if p := c.tighter(); p != nil {
		trials := c.trials
		*c = *newChooser(c.ctx, &c.Settings, p, c.Roots(p), c.listing)
		c.trials = trials
	}
	return nil
}

func (c *chooser) searchReduced() *choice {
	_, scans := c.best.(*table.Search)
	if scans || c.best == c.first || c.expected.Time <= worthReducing {
		return nil
	}
	w := c.wholeTree(links.New(c.p, links.Reduced, c.initial()), 0, c.expected.Time)
	if c.roots[0].Option >= 0 {
		w.roots = c.p.EvenRoots()
	}
	return w
}

func (c *chooser) searchBest() *choice {
	if t, ok := c.best.(*table.Search); ok {
		t.Tune(&c.Settings, table.Expected{Time: c.expected.Time})
	}
	return c.wholeTree(c.best, c.expected.Reported(), c.expected.Time)
}
