package native

import (
	"context"
	"errors"
	"math"
	"math/big"

	"github.com/exactile/exactile/native/internal/frontier"
	"github.com/exactile/exactile/native/internal/links"
	"github.com/exactile/exactile/native/internal/merge"
	"github.com/exactile/exactile/native/internal/problem"
	"github.com/exactile/exactile/native/internal/run"
	"github.com/exactile/exactile/native/internal/table"
)

// What is spent on orders must stay small beside the search, most of all where that is
// short and merging does not help.
const (
	// worthTrying is by how many bits a frontier may have more states than the search has
	// nodes to be tried all the same, as far as is known: the bound on its states is as a
	// rule far above what there is.
	worthTrying = 14
	tryPart     = 1. / 32 // of the time of the search, for that
	orderPart   = 1. / 50 // for orders
	probePart   = 1. / 100
	trialPart   = 1. / 16 // of the time of the trial that was too short, for the first probes
	stateCost   = 100     // nanoseconds for a state that is come to
	// However short the search may look, a frontier may come to so many states: what takes
	// some part of the time of the trial that was too short, where a node takes several
	// times as long if the items do not fit words.
	leastStates = 1 << 11
	slowStates  = 1 << 13
	narrow      = 20 // bits of an order that is worth as much however fast the search is
	// farBelow is by how many bits the states must be fewer than the nodes are said to be
	// for the count to need no bound.
	farBelow = 10
	// A search is asked again whether it had better be a count along an order when it has
	// taken so many nodes, and each time that it has taken laterStep times as many.
	laterNodes = 1 << 16
	laterStep  = 8
)

// recovered names an order that is no scan of a board.
const recovered = "narrow frontier"

// An outcome is what came of a count.
type outcome struct {
	count *big.Int
	stats run.Stats
	err   error
}

// An orders counts along orders that are recovered from a problem.
type orders struct {
	*run.Settings
	ctx   context.Context
	p     *problem.Problem
	roots []problem.Root
	fast  bool // the search has words for its items from the beginning
	// putOff says that only narrow orders were tried so far.
	putOff bool
	// again, if not nil, asks once more how to go on when a search takes long, and later is
	// what came of it if that ended the search.
	again func() (next int64)
	later *outcome
}

// instead counts along a recovered order instead of a search, if that is likely
// to be faster. It returns nil if it is not, or turns out not to be.
//
// Merging loses by far where nearly all states differ. How many there are cannot be
// told from the first steps of an order: that guess came out up to eight bits too low. So a
// frontier that is not sure to be smaller than the search gets a small part of the time
// of the search to show it. What probes say of that time can be as far off, so a search
// that goes on for longer is asked again.
func (c *orders) instead(search *links.Search) *outcome {
	c.fast = search.InWords()
	cost := search.ProbeCost()
	probes := min(trialNodes*search.NodeCost()*trialPart/cost, firstProbes)
	guess := run.Estimate(search, c.roots, int64(probes))
	if guess.Time*probePart/cost > firstProbes {
		guess = run.Estimate(search, c.roots, firstProbes)
	}
	if done := c.try(guess, 0); done != nil {
		return done
	}
	c.again = func() (next int64) {
		spent := search.Nodes
		if float64(spent) < 2*guess.Nodes && !c.putOff {
			return laterStep * spent // it is as long as it was said to be
		}
		guess.Nodes, guess.Time = float64(spent), float64(spent)*search.NodeCost()
		if c.later = c.try(guess, spent); c.later != nil {
			return 0
		}
		return laterStep * spent
	}
	return nil
}

// try counts along a recovered order if that is likely to be faster than the search,
// as far as is guessed, which has taken so many nodes.
func (c *orders) try(guess run.Guess, spent int64) *outcome {
	// It is not done, and as a rule not nearly.
	bits := math.Log2(max(guess.Nodes, 2*trialNodes))
	most := bits + worthTrying
	// A short search in words is over before a wide order pays; a longer one asks again.
	if c.putOff = c.fast && states(guess.Time*tryPart) < leastStates; c.putOff {
		most = max(bits, narrow)
	}
	ord := frontier.Recover(c.p, most, int(min(guess.Time*orderPart, math.MaxInt32)))
	if ord == nil {
		return nil
	}
	least := int64(leastStates)
	if !c.fast || ord.Bits <= narrow {
		least = slowStates
	}
	sure, part := ord.Bits <= bits, 1.
	if !sure {
		part = tryPart
	} else if x := c.window(ord); x != nil && spent == 0 {
		return c.merge(x, guess, ord.Bits > bits-farBelow)
	}
	return c.count(ord, guess.Told(), spent, max(least, states(guess.Time*part)), sure)
}

// states is how many states a frontier comes to in so many nanoseconds.
func states(time float64) int64 { return int64(min(time/stateCost, math.MaxInt64/4)) }

// window returns what expands states in a recovered order by the tables of a window, or nil if
// some option reaches too far for it, or that takes too many tables.
func (c *orders) window(ord *frontier.Order) *table.Expander {
	rank := ord.Ranks(len(c.p.Items))
	own, ok := c.p.OwnOrder(func(i int) int { return rank[i] })
	if !ok {
		return nil
	}
	own.Name = recovered
	return table.NewExpander(c.Settings, c.p, &own, c.roots)
}

// merge counts by the layers of a window. It returns nil if that is bounded and takes longer
// than the search is likely to.
func (c *orders) merge(x *table.Expander, guess run.Guess, bounded bool) *outcome {
	s := *c.Settings
	if bounded && s.MaxNodes == 0 {
		s.MaxNodes, s.Meter, s.Progress = max(slowStates, states(guess.Time)), nil, nil
	}
	n, st, err := merge.Count(c.ctx, &s, x)
	switch {
	case !bounded || c.MaxNodes > 0:
	case errors.Is(err, run.ErrBudget):
		return nil
	case err == nil:
		c.shown(st.Nodes, n)
	}
	return &outcome{n, st, err}
}

// narrower returns what expands states of a board in an order whose frontier is far narrower
// than that of the order given, nil if there is none. The bound on the states is no more than
// a hint where both orders suit the board: diagonals of a square have one of two bits less
// than rows, and twice or a third of the states. In space, and where positions say little,
// the difference is larger.
func (c *orders) narrower(than *problem.Order) *table.Expander {
	const short, clear, most = 18, 3, 64 // bits
	bits := frontier.Width(c.p, than.Pos, most)
	if bits < short {
		return nil
	}
	ord := frontier.Recover(c.p, min(bits, most)-clear, 1e6)
	if ord == nil {
		return nil
	}
	return c.window(ord)
}

// count counts along an order after so many nodes of a search, and in most of them at
// most, 0 for any number. It returns nil if that, or the memory, is not enough. It shows
// how it comes on if it is sure to be the way.
func (c *orders) count(ord *frontier.Order, nodes float64, spent, most int64, sure bool) *outcome {
	limit := c.MaxNodes
	bounded := most > 0 && (limit == 0 || spent+most < limit)
	if bounded {
		limit = spent + most
	}
	begun := run.Search{Ctx: c.ctx, Nodes: spent, MaxNodes: limit, PauseAt: 1}
	f := frontier.New(c.p, ord, c.MostMemory(), begun)
	if f == nil {
		return nil
	}
	var shown int64
	told := 0.0
	show := func(nodes, solutions int64) {
		if shown += nodes; c.Meter != nil {
			c.Meter(nodes, solutions)
		}
	}
	tell := func(done float64) {
		if told = done; c.Progress != nil {
			c.Progress(done)
		}
	}
	var n *big.Int
	if sure {
		f.ShowNodesTo(show)
		n = f.Run(tell)
	} else {
		n = f.Run(nil)
	}
	switch {
	case errors.Is(f.Err, frontier.ErrMemory) || bounded && errors.Is(f.Err, run.ErrBudget):
		show(-shown, 0)
		if progress := c.Progress; progress != nil {
			c.Progress = func(done float64) { progress(max(done, told)) }
		}
		return nil
	case n == nil:
		n = new(big.Int)
	default:
		if spent > 0 {
			show(f.Nodes-spent-shown, 0) // the search has shown some of the solutions
			break
		}
		c.shown(f.Nodes-shown, n)
	}
	st := f.Stats("frontier", nodes)
	st.Order = recovered
	return &outcome{n, st, f.Err}
}

// shown shows the end of a count: nodes that were not shown, and solutions.
func (c *orders) shown(nodes int64, n *big.Int) {
	if c.Meter != nil {
		solutions := int64(0)
		if n.IsInt64() {
			solutions = n.Int64()
		}
		c.Meter(nodes, solutions)
	}
	if c.Progress != nil {
		c.Progress(1)
	}
}

// whatever counts along an order in whatever time that takes, as tests ask for.
func (c *orders) whatever() *outcome {
	ord := frontier.Recover(c.p, math.Inf(1), math.MaxInt32)
	if ord == nil {
		return nil
	}
	return c.count(ord, 0, 0, 0, true)
}
