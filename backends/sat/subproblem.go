package sat

import (
	"math"
	"slices"

	"github.com/exactile/exactile/backends/adapter"
	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/encode/cover/bounds"
)

// A subproblem is what engines get of a model: the model as exactile export writes it, or its
// core or that of a part. A core is what is left once everything that follows at once has been
// fixed: options that can be in no solution are gone (cover.Model.Reduce),
// options that must be in all of them are taken, and bounds are reduced by the
// taken ones. A solution of the original is a solution of the core and the taken
// options.
//
// Restricting a core gives a smaller one, so that the parts of a model and their formulas
// get small quickly. The alternative, the formula of the whole with a unit clause for each
// option that a part fixes, was measured beside this one (all solutions by cubes, user CPU
// seconds, this way / the alternative): 520 pentominoes on 8x8 less the centre by gini 8.5
// / 11.8, by gophersat 11.0 / 33.5; 8 on 3x20 by gini .25 / .35, by gophersat .31 / .48;
// 6728 dominoes on 6x6 the same.
type subproblem struct {
	model   *cover.Model // of a core, the undecided part: nothing in it is dead or forced
	options []int        // option o of model is options[o] of the original, increasing
	taken   []int        // options of the original
	// exported is set if the model is the one that exactile export writes.
	exported bool
	// impossible is set if there is no solution; nothing else is set then.
	impossible bool
}

// subproblemOf returns what engines get of m, for parts of the core all of it.
func subproblemOf(m *cover.Model, given adapter.Given) subproblem {
	c := subproblem{model: m, options: make([]int, len(m.Options)), exported: given.Exported()}
	for o := range c.options {
		c.options[o] = o
	}
	switch {
	case given == adapter.GivenReduced:
		c.model = m.Reduce() // the options keep their indices
	case c.exported:
	case !bounds.Of(m).AddUp():
		return subproblem{impossible: true}
	default:
		return c.settled()
	}
	return c
}

// restricted returns the core of a part of c. It drops positions: the rule of
// Reduce that looks at regions costs more in the parts than it saves. A part with more than twice
// the options that an engine gets is not reduced, since it is split again anyway: that took half
// the time of 520 pentominoes by gini.
func (c subproblem) restricted(sh cover.Shard, most int) subproblem {
	c.model = c.model.Restrict(sh)
	c.model.Pos = nil
	if !c.propagate() {
		return subproblem{impossible: true}
	}
	if len(c.model.Options) > 2*most {
		return c
	}
	return c.settled()
}

// solution returns the solution of the original that contains the given one of
// the core.
func (c subproblem) solution(s cover.Solution) cover.Solution {
	whole := make(cover.Solution, 0, len(s)+len(c.taken))
	for _, o := range s {
		whole = append(whole, c.options[o])
	}
	whole = append(whole, c.taken...)
	slices.Sort(whole)
	return whole
}

// settled fixes what follows at once. What Reduce leaves has nothing more for it to drop, also once
// what then follows is fixed: an option that does not go together with a forced one is dropped with
// it.
func (c subproblem) settled() subproblem {
	possible := c.propagate()
	if possible {
		if reduced := c.model.Reduce(); reduced != c.model {
			c.model = reduced
			possible = c.propagate()
		}
	}
	if !possible {
		return subproblem{impossible: true}
	}
	return c
}

// propagate takes options that an item cannot do without and drops those that
// then have no room. It reports false if an item has too few options left.
func (c *subproblem) propagate() bool {
	settled := c.model.Propagate()
	if settled.Impossible {
		return false
	}
	for _, o := range settled.Taken {
		c.taken = append(slices.Clip(c.taken), c.options[o])
	}
	c.keep(&settled)
	return true
}

// keep makes the model of the live options and of the items they cover.
func (c *subproblem) keep(s *cover.Residual) {
	m := c.model
	if len(s.Live) == len(m.Options) {
		return
	}
	kept := &cover.Model{Options: make([][]int, len(s.Live))}
	place := make([]int, len(m.Items))
	for i, b := range s.Items {
		if b.N == 0 {
			continue
		}
		place[i] = len(kept.Items)
		kept.Items = append(kept.Items, cover.Item{
			Name: m.Items[i].Name, Min: int(b.Lo), Max: int(b.Hi),
		})
		if m.Pos != nil {
			kept.Pos = append(kept.Pos, m.Pos[i])
		}
	}
	options := make([]int, len(s.Live))
	for n, o := range s.Live {
		items := m.Options[o]
		renamed := make([]int, len(items))
		for k, i := range items {
			renamed[k] = place[i]
		}
		kept.Options[n], options[n] = renamed, c.options[o]
	}
	c.model, c.options = kept, options
}

// branchItem returns the item that splits m into the fewest parts, at least two,
// or -1 if there is none.
func branchItem(m *cover.Model) int {
	count := make([]int, len(m.Items))
	for _, items := range m.Options {
		for _, i := range items {
			count[i]++
		}
	}
	item, fewest := -1, math.MaxInt
	for i, it := range m.Items {
		// Of n options, at least k of which are chosen, one of the first n-k+1 is the
		// lowest chosen one; or none is chosen.
		parts := count[i] - max(it.Min-1, 0)
		if it.Min == 0 {
			parts++
		}
		if parts > 1 && parts < fewest {
			item, fewest = i, parts
		}
	}
	return item
}
