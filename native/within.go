package native

import (
	"context"
	"fmt"
	"math/big"
	"slices"

	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/native/internal/classes"
	"github.com/exactile/exactile/native/internal/links"
	"github.com/exactile/exactile/native/internal/problem"
	"github.com/exactile/exactile/native/internal/table"
)

// Within returns s restricted to the solutions in all the given classes of a partition.
// It ignores CellOrder, and counts along no order of its own.
func (s Searcher) Within(p *Partition, in ...Class) Searcher { return s.Parts(p)(in...) }

// Parts returns Within for many classes: their searches share the setup for a model, and
// only the first one takes the time for it. Searches that run side by side may differ only
// in MaxNodes, Meter, Progress and Stats.
func (s Searcher) Parts(p *Partition) func(in ...Class) Searcher {
	common := &setups{}
	return func(in ...Class) Searcher {
		part := s
		part.within = &within{p, slices.Clone(in), common}
		return part
	}
}

// base returns the base of a model, which only the first search makes. A search with
// another model, or with an order of options, makes a base for itself.
func (w *within) base(s Searcher, m *cover.Model, listing bool) (*sharedSetup, error) {
	if s.OptionOrder != nil {
		return w.newBase(s, m, listing)
	}
	c, at := w.common, 0
	if listing {
		at = 1
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.model != nil && c.model != m {
		return w.newBase(s, m, listing)
	}
	if c.bases[at] == nil {
		b, err := w.newBase(s, m, listing)
		if err != nil {
			return nil, err
		}
		c.model, c.bases[at] = m, b
	}
	return c.bases[at], nil
}

// newBase sets up the search that can search the classes of the partition. The rules that pay are
// chosen for all classes together, since a search does not know how many others follow.
func (w *within) newBase(s Searcher, m *cover.Model, listing bool) (*sharedSetup, error) {
	s.MaxNodes = 0
	l := s.load(context.Background(), m)
	p := l.problem()
	b := &sharedSetup{p: p}
	if p.Impossible {
		return b, nil
	}
	d, err := w.on(p)
	if err != nil {
		return nil, err
	}
	b.classRoots = d
	c := newChooser(l.ctx, l.settings, p, d.roots, listing)
	c.Forced = c.searchName(w.Partition)
	e := c.scanning(&d.Order)
	if e == nil || p.Impossible {
		return b, nil
	}
	none := classes.NewFilter(d.scheme, d.N, nil)
	if _, ok := table.NewClassTests(e.Scanner().Window, none); !ok {
		return b, nil
	}
	if c.start(e); c.Forced == layered && c.canMerge() {
		// The expander of a plan that counts what are needs here has no class tests for it.
		if x := c.expander(); x != nil {
			if _, ok := table.NewClassTests(x.Window, none); ok {
				b.expander = x
			}
		}
	}
	b.scan = e
	if b.expander == nil {
		e.Tune(&c.Settings, table.Expected{Time: w.Nodes * e.NodeCost()})
	}
	return b, nil
}

// filter returns the filter of the classes, if the partition has them.
func (w *within) filter(b *sharedSetup) (*classes.Filter, error) {
	in := make([]classes.Class, len(w.in))
	for k, c := range w.in {
		switch {
		case c.Cut < 0 || c.Cut >= len(w.Cuts) || w.Cuts[c.Cut] < 0 || w.Cuts[c.Cut] > b.N:
			return nil, fmt.Errorf("%w: it has no cut %d", errPartition, c.Cut)
		case c.Index < 0 || c.Index >= c.Of:
			return nil, fmt.Errorf("%w: class %d of %d", errPartition, c.Index, c.Of)
		}
		in[k] = classes.Class{Cell: w.Cuts[c.Cut], Index: c.Index, Of: c.Of}
	}
	slices.SortStableFunc(in, func(a, b classes.Class) int { return a.Cell - b.Cell })
	return classes.NewFilter(b.scheme, b.N, in), nil
}

// searchName is the search that the caller names, or else the partition.
func (c *chooser) searchName(p *Partition) string {
	if c.Forced == "" && slices.Contains(searches, p.Engine) {
		return p.Engine
	}
	return c.Forced
}

// scanning returns a search by tables, nil if the model does not fit them or another
// search is named.
func (c *chooser) scanning(ord *problem.Order) *table.Search {
	if !c.scans() || !c.p.Measure(ord) {
		return nil
	}
	return c.tables(ord)
}

// chooseWithin returns the choice for some classes of a partition: in its order, by the search
// that the caller or else the partition names, or by another if that one cannot.
func (c *chooser) chooseWithin(p *Partition, b *sharedSetup, filter *classes.Filter) choice {
	expected := p.Nodes
	for _, class := range filter.Classes {
		expected /= float64(class.Of)
	}
	if b.scan == nil {
		way := links.Words
		switch c.searchName(p) {
		case "links":
			way = links.Links
		case "reduced":
			way = links.Reduced
		}
		search := links.NewFiltered(c.p, way, filter, c.initial())
		return *c.wholeTree(search, 0, expected*search.NodeCost())
	}
	if b.expander != nil {
		x := b.expander.Clone(c.initial())
		g, _ := table.NewClassTests(x.Window, filter)
		if !x.Restrict(g) {
			return choice{outcome: &outcome{count: new(big.Int)}}
		}
		return choice{search: b.scan, expander: x}
	}
	e := b.scan.Clone(c.initial()).(*table.Search)
	g, _ := table.NewClassTests(e.Scanner().Window, filter)
	e.Restrict(g)
	return *c.wholeTree(e, 0, expected*e.NodeCost())
}
