package backends

import (
	"slices"

	"github.com/exactile/exactile/encode/cover"
)

// A core is what is left to decide of a model once everything that follows at
// once has been decided: options that can be in no solution are gone
// (cover.Model.Reduce), options that must be in all of them are taken, and bounds
// are what the taken ones leave. A solution of the original is a solution of the
// core and the taken options.
//
// Restricting a core gives a smaller one, so that the parts of a model get small
// quickly, and so do their formulas. The other way, the formula of the whole with
// a unit clause for each option that a part decides, was measured beside this one
// (all solutions by cubes, user CPU seconds, this way / that way): 520 pentominoes
// on 8x8 less the centre by gini 8.5 / 11.8, by gophersat 11.0 / 33.5; 8 on 3x20
// by gini .25 / .35, by gophersat .31 / .48; 6728 dominoes on 6x6 the same.
type core struct {
	model   *cover.Model // the undecided part; nothing in it is dead or forced
	options []int        // option o of model is options[o] of the original, increasing
	taken   []int        // options of the original
}

// restricted is a part of a core, unless there is no solution in it.
type restricted struct {
	core
	impossible bool
}

// newCore returns the core of m.
func newCore(m *cover.Model) restricted {
	if !m.AddsUp() {
		return restricted{impossible: true}
	}
	c := core{model: m, options: make([]int, len(m.Options))}
	for o := range c.options {
		c.options[o] = o
	}
	return c.settled()
}

// restricted returns the core of a part of c. Positions go: of the rules of
// Reduce, the one that looks at regions costs more in the parts than it saves.
func (c core) restricted(sh cover.Shard) restricted {
	c.model = c.model.Restrict(sh)
	c.model.Pos = nil
	return c.settled()
}

// solution returns the solution of the original that contains the given one of
// the core.
func (c core) solution(s cover.Solution) cover.Solution {
	whole := append(cover.Solution(c.original(s)), c.taken...)
	slices.Sort(whole)
	return whole
}

// original returns the options of the original that options of the core are.
func (c core) original(options []int) []int {
	original := make([]int, len(options))
	for k, o := range options {
		original[k] = c.options[o]
	}
	return original
}

// settled decides what follows at once, until nothing does.
func (c core) settled() restricted {
	for {
		if !c.propagate() {
			return restricted{impossible: true}
		}
		reduced := c.model.Reduce()
		if reduced == c.model {
			return restricted{core: c}
		}
		c.model = reduced
	}
}

// propagate takes options that an item cannot do without and drops those that
// then have no room, until there is neither. It reports false if an item is left
// with too few options.
func (c *core) propagate() bool {
	m := c.model
	least, most := make([]int, len(m.Items)), make([]int, len(m.Items))
	count := make([]int, len(m.Items)) // open options that cover an item
	for i, it := range m.Items {
		least[i], most[i] = it.Min, it.Max
	}
	open := make([]bool, len(m.Options))
	for o, items := range m.Options {
		open[o] = true
		for _, i := range items {
			count[i]++
		}
	}
	covers := m.Covers()
	var work []int // items to look at
	for i := range m.Items {
		work = append(work, i)
	}
	// closing takes an option out of the open ones; what it covers needs a look.
	closing := func(o int) {
		open[o] = false
		for _, i := range m.Options[o] {
			count[i]--
			work = append(work, i)
		}
	}
	for len(work) > 0 {
		i := work[len(work)-1]
		work = work[:len(work)-1]
		switch {
		case count[i] < least[i] || most[i] < 0:
			return false
		case count[i] == 0:
		case most[i] == 0:
			for _, o := range covers[i] {
				if open[o] {
					closing(o)
				}
			}
		case count[i] == least[i]:
			for _, o := range covers[i] {
				if !open[o] {
					continue
				}
				c.taken = append(slices.Clip(c.taken), c.options[o])
				for _, j := range m.Options[o] {
					least[j] = max(least[j]-1, 0)
					most[j]--
				}
				closing(o)
			}
		}
	}
	c.keep(open, least, most, count)
	return true
}

// keep makes the model of the open options and of the items they cover.
func (c *core) keep(open []bool, least, most, count []int) {
	m := c.model
	if !slices.Contains(open, false) {
		return
	}
	kept := &cover.Model{}
	place := make([]int, len(m.Items))
	for i, it := range m.Items {
		if count[i] == 0 {
			continue
		}
		place[i] = len(kept.Items)
		kept.Items = append(kept.Items, cover.Item{Name: it.Name, Min: least[i], Max: most[i]})
		if m.Pos != nil {
			kept.Pos = append(kept.Pos, m.Pos[i])
		}
	}
	var options []int
	for o, items := range m.Options {
		if !open[o] {
			continue
		}
		renamed := make([]int, len(items))
		for k, i := range items {
			renamed[k] = place[i]
		}
		kept.Options = append(kept.Options, renamed)
		options = append(options, c.options[o])
	}
	c.model, c.options = kept, options
}
