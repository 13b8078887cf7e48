package native

import (
	"context"
	"errors"
	"iter"
	"math"
	"math/big"
	"slices"

	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/native/internal/frontier"
	"github.com/exactile/exactile/native/internal/layers"
	"github.com/exactile/exactile/native/internal/links"
	"github.com/exactile/exactile/native/internal/problem"
	"github.com/exactile/exactile/native/internal/run"
	"github.com/exactile/exactile/native/internal/table"
)

// Groups counts the solutions of each group that has some, sorted as by [cover.SortGroups].
// If equal states can be merged, it adds the group's chosen options to the state and lists
// nothing; otherwise it lists the solutions. The numbers are the same either way.
func (s Searcher) Groups(
	ctx context.Context, m *cover.Model, g cover.Grouping,
) ([]cover.Group, error) {
	groups, st, err := s.load(ctx, m).groups(g)
	tell(s.Stats, st)
	return groups, err
}

// A short listing of few solutions is over before a merged count is set up: it uses
// symmetries, which groups do not have.
const (
	fewNodes     = 1 << 26
	fewSolutions = 1 << 20
	// Uses alone are few numbers in a state: so many times fewer nodes make a listing short.
	fewUses = 4096
)

func (l *loaded) groups(g cover.Grouping) (groups []cover.Group, st run.Stats, err error) {
	p := l.problem()
	if p.Impossible {
		return nil, st, l.ctx.Err()
	}
	nodes, few := float64(fewNodes), fewSolutions
	if len(g.By) == 0 {
		nodes, few = nodes/fewUses, few/fewUses
	}
	x, short := l.grouper(nodes)
	var labels *layers.Labels
	if x != nil && l.within == nil { // the solutions of classes are listed
		labels = layers.NewLabels(x, g)
	}
	if p.Impossible {
		return nil, st, nil
	}
	if labels == nil || short {
		most := math.MaxInt
		if labels != nil {
			most = few
		}
		groups, err = g.Grouped(l.m, upTo(most, l.solutions(&st)))
		if !errors.Is(err, errMany) {
			return groups, st, err
		}
	}
	groups = nil
	always := g.Of(l.m, p.Taken)
	st, err = layers.CountGroups(l.ctx, l.settings, x, labels, func(k uint64, count *big.Int) {
		options, use := labels.Read(k)
		options = append(options, always.Options...)
		slices.Sort(options)
		options = slices.Compact(options) // an option may have several items of By
		for n := range use {
			use[n] += always.Use[n]
		}
		groups = append(groups, cover.Group{Options: options, Use: use, Count: count})
	})
	cover.SortGroups(groups)
	return groups, st, err
}

// errMany ends a listing that was expected to be shorter.
var errMany = errors.New("native: more solutions than expected")

// upTo passes on up to most solutions, and ends with errMany if there are more.
func upTo(most int, solutions iter.Seq2[cover.Solution, error]) iter.Seq2[cover.Solution, error] {
	return func(yield func(cover.Solution, error) bool) {
		n := 0
		for s, err := range solutions {
			if n++; n > most && err == nil {
				s, err = nil, errMany
			}
			if !yield(s, err) || err != nil {
				return
			}
		}
	}
}

// grouper returns an expander of the states of a grouped count, nil if states cannot be
// merged, and whether a listing is likely to be short, with fewer nodes than so many. It may
// find the problem to be impossible.
func (l *loaded) grouper(nodes float64) (x *table.Expander, short bool) {
	c := l.chooser(problem.TrivialRoot, false)
	switch search, scarce := c.starting().(*links.Search); {
	case c.p.Impossible:
	case c.canMerge():
		return c.expander(), c.listsSoon(nodes)
	case scarce && c.Prune == nil && c.Merge >= 0 && (c.Forced == "" || c.Forced == layered):
		x = c.recovered(search)
	}
	return x, x == nil
}

// recovered returns an expander of states in an order recovered from a model without a
// board that can be scanned; nil if a listing is likely to be short, or no order is so
// narrow that its states are sure to be fewer than the nodes of a listing.
func (c *chooser) recovered(search *links.Search) *table.Expander {
	bits, steps := math.Inf(1), math.MaxInt32
	if c.Forced != layered {
		nodes := c.listingNodes(search)
		if nodes < worthWindow {
			return nil
		}
		bits, steps = math.Log2(nodes), firstOrder
	}
	ord := frontier.Recover(c.p, bits, steps, firstOrder)
	if ord == nil {
		return nil
	}
	return c.order.expanderIn(ord)
}

// listsSoon reports whether a listing is likely to be short, in the order of the first search,
// which has the narrowest frontier.
func (c *chooser) listsSoon(nodes float64) bool {
	return c.Forced != layered && !c.merges(run.Guess{}) && c.listingNodes(c.first) < nodes
}

// listingNodes is about how many nodes a listing, which uses symmetry, takes.
func (c *chooser) listingNodes(e run.Walker) float64 {
	return run.Estimate(e, c.Roots(c.p), firstProbes).Nodes
}
