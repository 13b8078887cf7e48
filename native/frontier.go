package native

import (
	"errors"
	"math"
	"math/big"

	"github.com/exactile/exactile/native/internal/frontier"
	"github.com/exactile/exactile/native/internal/layers"
	"github.com/exactile/exactile/native/internal/links"
	"github.com/exactile/exactile/native/internal/problem"
	"github.com/exactile/exactile/native/internal/run"
	"github.com/exactile/exactile/native/internal/table"
)

// The time spent on orders must stay small beside the search, most of all if the
// search is short and merging does not help.
const (
	// Probes estimate the nodes of a search well and its time too low by this factor, unless
	// few items are left from the beginning.
	linksTime = 3
	// worthOrder is how long a search must be, in nanoseconds, to look for an order.
	worthOrder  = 3e6
	orderPart   = 1. / 50 // of the time of the search, for orders
	fewOrders   = 1 << 14 // steps, however short the search
	firstOrder  = 1 << 18 // steps, for the first of them
	probePart   = 1. / 100
	trialPart   = 1. / 8 // of the time of a trial, for the first probes
	askedStates = 1 << 20
	showStates  = 1 << 16 // from here on states are shown while the count may still be given up
	// farBelow is by how many bits the states must be fewer than the estimated nodes for
	// the count to need no bound.
	farBelow = 10
	// After run.RecheckNodes, and each time that there are laterStep times as many nodes, a search
	// checks again whether a count along an order would be faster.
	laterStep = 2
)

// recovered names an order that is no scan of a board.
const recovered = "narrow frontier"

// An outcome is the result of a count.
type outcome struct {
	count *big.Int
	stats run.Stats
	err   error
}

// An orderTrial counts along an order that is recovered from a problem.
type orderTrial struct {
	*job
	estimate run.Guess // of the search
	work     int       // how many steps have been taken to find an order
	order    *frontier.Order
	count    *layers.Trial // along it; nil: none was begun, or it takes too much memory
	ahead    forecasts     // of the states of that count
	meter    shownNodes
	// recheck, if not nil, compares a search of this many nodes with a count again. It returns at
	// how many nodes to call it next, or 0 if a count has replaced the search: counted is its
	// outcome.
	recheck func(nodes int64) (next int64)
	counted *outcome
}

// countInstead counts along a recovered order instead of a search, if that is likely to be
// faster. It returns nil if it is not, or turns out not to be.
//
// Merging loses by far where nearly all states differ, and an order alone does not tell how many
// states there are: the bound on them is usually far too high. So the count begins, and continues
// while its forecast is below the time of the search. Probes can underestimate that time by far, so
// a search that exceeds its estimate repeats the comparison.
func (c *orderTrial) countInstead(search *links.Search) *outcome {
	c.probe(search)
	each := min(search.NodeCost(), c.estimate.Time/max(1, c.estimate.Nodes))
	if done := c.try(0); done != nil {
		return done
	}
	c.recheck = func(nodes int64) (next int64) {
		if now := float64(nodes); now > 2*c.estimate.Nodes {
			// The search is longer than estimated.
			c.estimate.Nodes, c.estimate.Time = 2*now, 2*now*each
			if c.counted = c.try(nodes); c.counted != nil {
				return 0
			}
		}
		return laterStep * nodes
	}
	return nil
}

// probe estimates the search, unless it has been estimated.
func (c *orderTrial) probe(search *links.Search) {
	if c.estimate.Probes > 0 {
		return
	}
	cost := search.ProbeCost()
	probes := min(trialNodes*search.NodeCost()*trialPart/cost, firstProbes)
	c.estimate = run.Estimate(search, c.roots, int64(probes))
	if c.estimate.Time*probePart/cost > firstProbes {
		c.estimate = run.Estimate(search, c.roots, firstProbes)
	}
	if !search.IsSmall() {
		c.estimate.Time *= linksTime
	}
}

// try counts along a recovered order while that is likely to be faster than the
// estimated rest of the search, which has spent this number of nodes.
func (c *orderTrial) try(spent int64) *outcome {
	if c.estimate.Time < worthOrder {
		return nil
	}
	work := max(fewOrders, int(min(c.estimate.Time*orderPart, math.MaxInt32)))
	if c.order == nil && work > c.work {
		c.work = work
		// However wide it is: most bits of a state may say the same, as the items do by which
		// options agree on a colour.
		c.order = frontier.Recover(c.p, math.Inf(1), work, firstOrder)
		c.begin()
	}
	for f := c.count; f != nil; f = c.count {
		c.ahead.add(f.Nodes, f.Forecast())
		next := c.ahead.next(f.Nodes, c.trials.Spent, c.estimate.Time)
		c.trials.Settled = c.ahead.settled(c.estimate.Time)
		if next == giveUp {
			break
		}
		memory := min(layers.TrialMemory, c.MostMemory())
		if c.trials.Settled && c.ahead.expected() < clearPart*c.estimate.Time {
			memory = c.MostMemory()
		}
		f.Allow(memory)
		expected, most := c.ahead[0], until(f.Nodes)
		if c.asking && f.Nodes > 0 && max(expected, float64(most)) > askedStates {
			st := run.Stats{Engine: "frontier", Order: recovered, Nodes: math.MaxInt64}
			return &outcome{stats: st}
		}
		if next == useWindow && spent == 0 {
			if x := c.expanderIn(c.order); x != nil && !c.asking {
				bounded := math.Log2(expected) > math.Log2(c.estimate.Nodes)-farBelow
				return c.merge(x, settledPart, memory, bounded)
			}
		}
		if c.MaxNodes > 0 && most > c.MaxNodes-spent {
			break // the budget does not allow a wrong guess
		}
		if done := c.countUntil(most, spent); done != nil {
			return done
		}
		if errors.Is(f.Err, layers.ErrMemory) && spent == 0 && !c.asking &&
			f.Forecast()*windowCost < freePart*c.estimate.Time {
			// It has no more memory, but beside such a long search more may be tried, on disk.
			if x := c.expanderIn(c.order); x != nil {
				return c.merge(x, freePart, layers.TrialMemory, true)
			}
		}
	}
	c.resetProgress()
	return nil
}

// expanderIn returns an expander of states in a recovered order by the tables of a window, or
// nil if some option reaches too far for the window or that takes too many tables.
func (c *orderTrial) expanderIn(ord *frontier.Order) *table.Expander {
	own, ok := ownOrder(c.p, ord)
	if !ok {
		return nil
	}
	return table.NewExpander(&c.Settings, c.p, &own, c.roots)
}

// ownOrder returns a recovered order as an order of the cells; ok is false if some option
// reaches too far for a window.
func ownOrder(p *problem.Problem, ord *frontier.Order) (own problem.Order, ok bool) {
	rank := ord.Ranks(len(p.Items))
	own, ok = p.OwnOrder(func(i int) int { return rank[i] })
	own.Name = recovered
	return own, ok
}

// merge counts by the layers of a window, with this many bytes of memory. It returns nil if the
// count is bounded and all trials take more than this part of the time of the search.
func (c *orderTrial) merge(x *table.Expander, part float64, memory int64, bounded bool) *outcome {
	s := c.Settings
	s.Memory = min(memory, c.MostMemory())
	if bounded && s.MaxNodes == 0 {
		risked := part*c.estimate.Time - c.trials.Spent
		s.MaxNodes = max(worthWindow, int64(min(risked/windowCost, math.MaxInt64/4)))
		s.Meter, s.Progress = nil, nil
	}
	c.resetProgress()
	n, st, err := layers.Count(c.ctx, &s, x, &c.trials)
	c.trials.Spent += float64(st.Nodes) * windowCost
	switch {
	case !bounded || c.MaxNodes > 0:
	case errors.Is(err, run.ErrBudget):
		return nil
	case err == nil:
		c.end(st.Nodes, n)
	}
	if errors.Is(err, layers.ErrLate) {
		c.late = st.Merging
		return nil
	}
	return &outcome{n, st, err}
}

// narrower returns an expander of a board's states in an order whose frontier is far
// narrower than that of the given order, nil if there is none. The bound on the states is
// no more than a hint if both orders suit the board: diagonals of a square have one or two
// bits less than rows, and twice or a third of the states. In space, and where positions
// tell little, the difference is larger.
func (c *orderTrial) narrower(than *problem.Order) *table.Expander {
	const (
		short, most = 18, 64 // bits
		clear       = 3      // bits
		part        = 12     // of the bits, where there are many
	)
	bits := frontier.Width(c.p, than.Pos, most)
	if bits < short {
		return nil
	}
	bits = min(bits, most)
	ord := frontier.Recover(c.p, bits-max(clear, bits/part), 1e6, 1<<22)
	if ord == nil {
		return nil
	}
	return c.expanderIn(ord)
}

// begin sets up a count along the order, if there is one and it is narrow enough.
func (c *orderTrial) begin() {
	if c.order != nil {
		c.count, c.ahead = nil, noForecasts
		if p := frontier.Compile(c.p, c.order); p != nil {
			c.count = layers.NewTrial(c.ctx, p, min(layers.TrialMemory, c.MostMemory()))
			if c.Forced == "" {
				c.count.Hurry(&c.trials)
			}
		}
	}
}

// countUntil counts until the count has most nodes in all, 0 for no limit; a search has spent
// others before. It returns nil if the nodes, or the memory, are not enough.
func (c *orderTrial) countUntil(most, spent int64) *outcome {
	f := c.count
	var tell func(float64)
	if most == 0 || most > showStates {
		f.ShowNodesTo(c.show)
		tell = c.showFraction
	}
	before := f.Nodes
	n := f.Run(most, tell)
	c.trials.Spent += float64(f.Nodes-before) * stateCost
	switch {
	case errors.Is(f.Err, layers.ErrMemory):
		c.count = nil
		return nil
	case errors.Is(f.Err, layers.ErrLate):
		c.count, c.late = nil, f.Expected()
		return nil
	case errors.Is(f.Err, run.ErrBudget) && most != c.MaxNodes:
		return nil
	case n == nil:
		n = new(big.Int)
	case spent > 0:
		c.end(f.Nodes, nil) // the search has shown some of the solutions
	default:
		c.end(f.Nodes, n)
	}
	st := f.Stats("frontier", c.estimate.Reported())
	st.Order = recovered
	st.Nodes += spent
	return &outcome{n, st, f.Err}
}

// A shownNodes is the progress shown of a count that may be given up.
type shownNodes struct {
	nodes int64
	done  float64
}

func (c *orderTrial) show(nodes, solutions int64) {
	if c.meter.nodes += nodes; c.Meter != nil {
		c.Meter(nodes, solutions)
	}
}

func (c *orderTrial) showFraction(done float64) {
	if done > c.meter.done && c.Progress != nil {
		c.meter.done = done
		c.Progress(done)
	}
}

// resetProgress restarts the node count. The fraction shown never falls.
func (c *orderTrial) resetProgress() {
	c.show(-c.meter.nodes, 0)
	if told, progress := c.meter.done, c.Progress; told > 0 {
		c.Progress = func(done float64) { progress(max(done, told)) }
	}
	c.meter = shownNodes{}
}

// end shows the end of a count of this number of nodes, and its solutions, if not nil.
func (c *orderTrial) end(nodes int64, n *big.Int) {
	solutions := int64(0)
	if n != nil && n.IsInt64() {
		solutions = n.Int64()
	}
	c.show(nodes-c.meter.nodes, solutions)
	c.showFraction(1)
}

// countUnbounded counts along the order without a limit of time. Tests use it.
func (c *orderTrial) countUnbounded() *outcome {
	c.order = frontier.Recover(c.p, math.Inf(1), math.MaxInt32, 0)
	if c.begin(); c.count == nil {
		return nil
	}
	c.count.Allow(c.MostMemory())
	return c.countUntil(c.MaxNodes, 0)
}
