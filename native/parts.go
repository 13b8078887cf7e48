package native

import (
	"context"
	"math"
	"slices"

	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/native/internal/classes"
	"github.com/exactile/exactile/native/internal/frontier"
	"github.com/exactile/exactile/native/internal/links"
	"github.com/exactile/exactile/native/internal/problem"
	"github.com/exactile/exactile/native/internal/run"
	"github.com/exactile/exactile/native/internal/table"
)

// Advice estimates the cost of a count in parts.
type Advice struct {
	// Parts is the largest number of parts that is worth while.
	Parts int
	// Factor is about how many times the time of the whole all the requested parts take
	// together.
	Factor float64
	// Seconds is about how long one core takes for the whole; 0 if not known.
	Seconds float64
	// Merges is set if the whole is counted by merging equal states. Parts hardly share
	// states: each has nearly as many as the whole.
	Merges bool
}

// The fixed cost of a process that searches one part was measured as 1.5 to 4 milliseconds
// on boards with some 2000 placements. A process that searches many parts sets up once.
const (
	partSetUp    = 1e6 // nanoseconds
	optionSetUp  = 1e3 // for each option
	setUpPart    = 1. / 20
	headShare    = 1. / 50 // of the nodes: what all parts repeat above their cut
	worthParting = 1e9     // nanoseconds
	mostParts    = 1 << 12 // without being asked
	// A part has manyStates at its cut if headShare allows, so that parts are even, and
	// at least fewStates.
	manyStates, fewStates = 256, 4
	// nextStates is the factor between the numbers of states at successive cuts: a
	// part may be a single state at one cut, and is divided further at the next.
	nextStates = 128
	mergedPart = 0.8 // all of n parts take about n to this power times the whole
)

// Partition returns how to divide the solutions of m into n classes or more of about equal
// work, with cuts by which a class can be divided further; n is 0 for as many as is worth
// while. It depends only on the model, on the arguments, and on the symmetry, searches and
// rules chosen for s: not on workers, memory or time.
func (s Searcher) Partition(
	ctx context.Context, m *cover.Model, list bool, n int,
) (*Partition, Advice, error) {
	ask := Searcher{
		NoSymmetry: s.NoSymmetry, Memory: 1 << 30,
		forced: s.forced, merge: s.merge, levels: s.levels,
	}
	l := ask.load(ctx, m)
	p := l.problem()
	none := &Partition{Order: "none", Pos: slices.Repeat([]int32{-1}, len(m.Items)), Cuts: []int{0}}
	if p.Impossible {
		return none, Advice{Parts: 1, Factor: 1}, ctx.Err()
	}
	roots := l.settings.Roots(p)
	c := l.chooser(roots, list)
	c.asking = true
	w := c.next()
	if err := ctx.Err(); err != nil {
		return nil, Advice{}, err
	}
	if p.Impossible {
		return none, Advice{Parts: 1, Factor: 1}, nil
	}
	part, advice := c.partition(w)
	nodes, time := c.cost(w)
	part.Nodes, advice.Seconds = nodes, time/1e9
	setUp := partSetUp + optionSetUp*float64(len(m.Options))
	advice.Parts = max(1, int(min(time*setUpPart/setUp, mostParts)))
	if time < worthParting || advice.Merges {
		advice.Parts = 1
	}
	if n == 0 {
		n = advice.Parts
	}
	scheme := classes.Scheme{Pos: part.Pos, Counted: part.Counted}
	filter := classes.NewFilter(scheme, part.cells(), nil)
	paths := max(50, min(2000, int(2e7/float64(len(p.Live)+1))))
	profile := classes.Measure(ctx, p, filter, roots, paths)
	part.cut(profile, max(n, leastFan), nodes)
	advice.Factor = 1
	switch {
	case n == 1:
	case advice.Merges:
		advice.Factor = math.Pow(float64(n), mergedPart)
	case time > 0:
		advice.Factor += float64(n) * (setUp/time + profile.Before[part.Cuts[0]]/max(1, nodes))
	}
	return part, advice, ctx.Err()
}

// leastFan is into how many parts an undivided search may be divided later.
const leastFan = 8

// cells is above every position.
func (p *Partition) cells() int {
	return int(slices.Max(append([]int32{-1}, p.Pos...))) + 1
}

// cut chooses the cuts for n parts; nodes is the size of the whole.
func (p *Partition) cut(profile classes.Profile, n int, nodes float64) {
	last := p.cells()
	first := func(from int, arrivals float64) int {
		at := from
		for at < last && profile.Arrivals[at] < arrivals {
			at++
		}
		return at
	}
	at := first(0, float64(n)*manyStates)
	least := first(0, float64(n)*fewStates)
	for at > least && profile.Before[at]*float64(n) > nodes*headShare {
		at--
	}
	p.Cuts = nil
	for at < last || p.Cuts == nil {
		p.Cuts = append(p.Cuts, at)
		next := first(at, profile.Arrivals[at]*nextStates)
		if next >= last || next == at {
			break
		}
		at = next
	}
}

// partition returns the partition that suits a choice, without cuts.
func (c *chooser) partition(w choice) (*Partition, Advice) {
	part, advice := &Partition{Roots: optionsOf(c.roots)}, Advice{}
	var ord *problem.Order
	if t, ok := w.search.(*table.Search); ok {
		part.Engine, ord = t.Label, t.Order
	} else if w.search != nil {
		part.Engine = w.search.Stats(0, w.search.Base()).Engine
	}
	switch {
	case w.expander != nil:
		part.Engine, ord, advice.Merges = layered, w.expander.Order, true
	case w.outcome != nil && w.outcome.stats.Engine == "frontier":
		part.Engine, advice.Merges = layered, true
	}
	if ord == nil {
		ord = c.someOrder()
	}
	part.Order, part.Pos = ord.Name, ord.Pos
	if c.p.Measure(ord) {
		if window := table.NewWindow(c.p, ord); window != nil {
			part.Counted = window.Counted()
			return part, advice
		}
	}
	if part.Engine == layered {
		part.Engine = "" // that search needs a window
	}
	for i, b := range c.p.Items {
		if part.Pos[i] < 0 && b.N > 0 && b.Binds() {
			part.Counted = append(part.Counted, int32(i))
		}
	}
	return part, advice
}

// someOrder returns an order for a search that has no order of its own.
func (c *chooser) someOrder() *problem.Order {
	for _, ord := range c.p.Orders(c.p.CellItems(), false) {
		if table.NewWindow(c.p, &ord) != nil {
			return &ord
		}
	}
	if ord, ok := c.p.Narrowest(c.p.CellItems()); ok {
		return &ord
	}
	if ord := frontier.Recover(c.p, math.Inf(1), 1e6, 1<<22); ord != nil {
		own, _ := ownOrder(c.p, ord)
		return &own
	}
	own, _ := c.p.OwnOrder(func(i int) int { return i })
	own.Name = "items"
	return &own
}

// cost estimates the nodes and nanoseconds of a choice.
func (c *chooser) cost(w choice) (nodes, time float64) {
	if w.outcome != nil && w.outcome.count != nil {
		cost := 10.
		if w.search != nil {
			cost = w.search.NodeCost()
		}
		return float64(w.outcome.stats.Nodes), float64(w.outcome.stats.Nodes) * cost
	}
	if w.search == nil || w.outcome != nil {
		return 0, 0
	}
	probes := int64(20000)
	if _, ok := w.search.(*links.Search); ok {
		probes /= 20
	}
	g := run.Estimate(w.search, c.roots, probes)
	return g.Nodes, g.Time
}
