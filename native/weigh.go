package native

import (
	"math"
	"sync"
	"sync/atomic"

	"github.com/exactile/exactile/native/internal/links"
	"github.com/exactile/exactile/native/internal/run"
	"github.com/exactile/exactile/native/internal/table"
)

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

// weigh returns the engine that is likely to be the fastest to go through the
// whole tree below the roots, with the number of nodes and of nanoseconds that is
// expected: those of a trial at least, made of no probes, if there is nothing to choose
// from. The engine given is the first that suits.
func (c *chooser) weigh(e run.Engine) (_ run.Engine, expected run.Guess) {
	t, ok := e.(*table.Engine)
	if !ok {
		return e, run.Guess{Nodes: trialNodes, Time: trialNodes * e.NodeCost()}
	}
	expected = run.Estimate(t, c.roots, firstProbes)
	if c.staysSmall(t) {
		return t, expected
	}
	cost := setUp * float64(len(c.p.Live))
	// A search that may not go on for long is not worth more than it may take.
	most := math.Inf(1)
	if c.MaxNodes > 0 {
		most = float64(c.MaxNodes) * t.NodeCost()
	}
	least := cost + fewProbes*probeCost*t.NodeCost()
	// An estimate may be infinite.
	rivals := int(min(min(expected.Time, most)*forRivals/least, manyRivals))
	if rivals == 0 {
		return t, expected
	}
	spent := min(expected.Time*forFirst, most*forFirst, longProbes)
	expected = run.Estimate(t, c.roots, int64(spent/(probeCost*t.NodeCost())))
	makers := c.rivals(t)
	makers = makers[:min(rivals, len(makers))]
	share := min(min(expected.Time, most)*forRivals/float64(len(makers))-cost, longProbes)
	// All workers have a part in it, since it would be the longest they wait for one
	// another. What is found does not depend on them.
	type rival struct {
		engine run.Prober // nil: none was made
		run.Guess
	}
	guesses := make([]rival, len(makers))
	try := func(k int) {
		e := makers[k]()
		if e == nil {
			return
		}
		if probes := int64(share / (probeCost * e.NodeCost())); probes >= fewProbes {
			g := &guesses[k]
			g.engine = e
			g.Guess = run.Estimate(e, c.roots, probes)
		}
	}
	workers := c.Workers
	if c.Single() {
		workers = 1
	}
	eachBy(workers, len(makers), try)
	for _, g := range guesses {
		// Probes scatter; a rival must look clearly better.
		if g.engine != nil && g.Time < 0.7*expected.Time {
			e, expected = g.engine, g.Guess
		}
	}
	return e, expected
}

// rivals makes the engines that may be faster than t: the most constrained item, and
// other orders of the cells.
func (c *chooser) rivals(t *table.Engine) []func() run.Prober {
	makers := []func() run.Prober{func() run.Prober { return links.New(c.p, true, c.walk) }}
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
