package native

import (
	"math/big"
	"slices"

	"github.com/exactile/exactile/native/internal/links"
	"github.com/exactile/exactile/native/internal/table"
)

// chooseWithin returns the way to search some classes of a partition: in its order, by the
// engine that the caller or else the partition names, or one that can do what that one
// cannot.
func (c *chooser) chooseWithin(p *Partition, d *portion) way {
	engine := c.Engine
	if engine == "" && slices.Contains(Engines(), p.Engine) {
		engine = p.Engine
	}
	expected := p.Nodes
	for _, class := range d.filter.Classes {
		expected /= float64(class.Of)
	}
	e := c.gated(engine, d)
	if c.p.Impossible {
		return way{}
	}
	if e == nil {
		way := links.Words
		switch engine {
		case "links":
			way = links.Links
		case "reduced":
			way = links.Reduced
		}
		search := links.NewGated(c.p, way, d.filter, c.begun)
		return c.whole(search, 0, expected*search.NodeCost())
	}
	if engine == layers && c.canMerge(e) {
		if x := c.expander(e); x != nil {
			g, _ := table.NewGates(x.Window, d.filter)
			if !x.Gate(g) {
				return way{done: &outcome{count: new(big.Int)}}
			}
			return way{engine: e, expander: x}
		}
	}
	time := expected * e.NodeCost()
	e.Sharpen(c.Settings, table.Expected{Time: time, Remembers: c.listing && table.NewCompletions(c.Settings, e.Scanner().Window) != nil})
	return c.whole(e, 0, time)
}

// gated returns an engine of tables with gates, nil if the model does not fit them or another
// engine is to search it.
func (c *chooser) gated(engine string, d *portion) *table.Engine {
	if engine == "links" || engine == "words" || engine == "reduced" || !c.p.Measure(&d.Order) {
		return nil
	}
	named := c.Engine
	c.Engine, c.triedBrief = engine, true
	e := c.tables(&d.Order)
	c.Engine = named
	if e == nil {
		return nil
	}
	g, ok := table.NewGates(e.Scanner().Window, d.filter)
	if !ok {
		return nil
	}
	e.Gate(g)
	return e
}
