package native

import (
	"context"
	"math/big"
	"slices"
	"sync"

	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/native/internal/classes"
	"github.com/exactile/exactile/native/internal/links"
	"github.com/exactile/exactile/native/internal/problem"
	"github.com/exactile/exactile/native/internal/table"
)

// A base is what the searches of all classes of a partition share. It does not change
// once made, so that several may use it at once.
type base struct {
	*portion
	p *problem.Problem
	// engine has its tables and no gates; nil: no engine that scans cells is used.
	engine   *table.Engine
	expander *table.Expander // nil: states are not merged
}

// common holds the bases that searches share: one for counts, one for listings.
type common struct {
	mu    sync.Mutex
	model *cover.Model
	bases [2]*base
}

// base returns the base of a model, which only the first search makes. A search with
// another model, or with an order of options, makes a base for itself.
func (w *within) base(s Searcher, m *cover.Model, listing bool) (*base, error) {
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

// newBase sets up the engine that can search the classes of the partition. The whole
// decides which rules are worth while, since few searches know how many others follow.
func (w *within) newBase(s Searcher, m *cover.Model, listing bool) (*base, error) {
	p := problem.Load(m)
	b := &base{p: p}
	if p.Impossible {
		return b, nil
	}
	p.Rank = s.OptionOrder
	d, err := w.on(p)
	if err != nil {
		return nil, err
	}
	b.portion = d
	s.MaxNodes = 0
	c := newChooser(context.Background(), s.settings(), p, d.roots, listing)
	c.Engine = c.named(w.Partition)
	e := c.scanning(&d.Order)
	if e == nil || p.Impossible {
		return b, nil
	}
	if _, ok := table.NewGates(e.Scanner().Window, classes.NewFilter(d.scheme, d.N, nil)); !ok {
		return b, nil
	}
	if c.Engine == layers && c.canMerge(e) {
		b.expander = c.expander(e)
	}
	b.engine = e
	if b.expander == nil {
		remembers := listing && table.NewCompletions(c.Settings, e.Scanner().Window) != nil
		e.Sharpen(c.Settings, table.Expected{Time: w.Nodes * e.NodeCost(), Remembers: remembers})
	}
	return b, nil
}

// named is the engine that the caller names, or else the partition.
func (c *chooser) named(p *Partition) string {
	if c.Engine == "" && slices.Contains(Engines(), p.Engine) {
		return p.Engine
	}
	return c.Engine
}

// scanning returns an engine of tables, nil if the model does not fit them or another
// engine is named.
func (c *chooser) scanning(ord *problem.Order) *table.Engine {
	switch c.Engine {
	case "links", "words", "reduced":
		return nil
	}
	if !c.p.Measure(ord) {
		return nil
	}
	c.triedBrief = true
	return c.tables(ord)
}

// chooseWithin returns the way to search some classes of a partition: in its order, by the
// engine that the caller or else the partition names, or by another if that engine cannot.
func (c *chooser) chooseWithin(p *Partition, b *base, filter *classes.Filter) way {
	expected := p.Nodes
	for _, class := range filter.Classes {
		expected /= float64(class.Of)
	}
	if b.engine == nil {
		way := links.Words
		switch c.named(p) {
		case "links":
			way = links.Links
		case "reduced":
			way = links.Reduced
		}
		search := links.NewGated(c.p, way, filter, c.begun)
		return c.whole(search, 0, expected*search.NodeCost())
	}
	if b.expander != nil {
		x := b.expander.Clone(c.begun)
		g, _ := table.NewGates(x.Window, filter)
		if !x.Gate(g) {
			return way{done: &outcome{count: new(big.Int)}}
		}
		return way{engine: b.engine, expander: x}
	}
	e := b.engine.Clone(c.begun).(*table.Engine)
	g, _ := table.NewGates(e.Scanner().Window, filter)
	e.Gate(g)
	return c.whole(e, 0, expected*e.NodeCost())
}
