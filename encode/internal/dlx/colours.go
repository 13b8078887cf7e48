package dlx

import (
	"maps"
	"slices"

	"github.com/exactile/exactile/encode/cover"
)

// A colour is the colour that options give a secondary item: options with the same colour agree,
// others exclude each other. The empty name is no colour, which agrees with none.
type colour struct {
	item int
	name string
}

// colours are the options that give each colour, in increasing order.
type colours map[colour][]int

// rewrite turns the colours of a model into bounds. The options of the model do not have the items
// of the colours yet, and own their slices; most is the greatest number of groups that agree in
// pairs. The error is that the limits are exceeded.
func (c colours) rewrite(m *cover.Model, limits Limits, most int) error {
	r := rewrite{m: m, names: make(map[string]bool), limits: limits, most: most}
	r.uses, r.common = make([]int, len(m.Items)), make([]int, len(m.Items))
	r.singles = make([][]int, len(m.Options))
	r.next = 2
	for _, it := range m.Items {
		r.names[it.Name] = true
	}
	for o, items := range m.Options {
		r.spent += len(items)
		for _, i := range items {
			r.uses[i]++
			if m.Items[i].Max <= 1 && len(r.singles[o]) < looked {
				r.singles[o] = append(r.singles[o], i)
			}
		}
	}
	byItem := make(map[int][]string)
	for at := range c {
		byItem[at.item] = append(byItem[at.item], at.name)
	}
	for _, i := range slices.Sorted(maps.Keys(byItem)) {
		names := byItem[i]
		slices.Sort(names)
		if err := r.item(i, names, c); err != nil {
			return err
		}
	}
	for _, a := range r.added {
		r.cover(r.name(a.name, a.min, 1), a.options...)
		m.AddedItems++
	}
	for _, items := range m.Options {
		slices.Sort(items)
	}
	return nil
}

// item rewrites the colours of an item.
func (r *rewrite) item(i int, names []string, c colours) error {
	r.now = i
	var alone group // options that agree with no other
	shared := make(map[string][]int)
	named := make(map[string]int)
	uses := 0
	for _, name := range names {
		uses += len(c[colour{i, name}])
	}
	if !r.fits(uses, len(names)) {
		return r.tooMany()
	}
	for _, name := range names {
		options := c[colour{i, name}]
		if name != "" {
			named[name] = r.name(r.m.Items[i].Name+"="+name, 0, len(options))
			r.cover(named[name], options...)
		}
		if name != "" && len(options) > 1 {
			shared[name] = options
			continue
		}
		r.cover(i, options...)
		alone.add(name, options...)
	}
	if len(shared) == 0 || len(shared) == 1 && alone.size == 0 {
		return nil // item i is enough, or nothing is needed
	}
	parts := r.groups(shared)
	groups := parts
	if alone.size > 0 {
		groups = append(groups, alone)
	}
	if len(groups) > r.most || !r.leavesRoom(pairwise(groups)) {
		return r.unused(i, named, parts, alone.size > 0)
	}
	for b := range groups {
		for a := range b {
			r.agree(groups[a], groups[b])
		}
	}
	return nil
}
