package dlx

import (
	"maps"
	"slices"
)

// A group is a set of options that exclude each other whatever their colours.
type group struct {
	always bool // exactly one of them is in every solution
	byName map[string][]int
	size   int
}

func (g *group) add(name string, options ...int) {
	if g.byName == nil {
		g.byName = make(map[string][]int)
	}
	g.byName[name] = append(g.byName[name], options...)
	g.size += len(options)
}

// all returns the options of a group.
func (g *group) all() []int {
	var options []int
	for _, name := range slices.Sorted(maps.Keys(g.byName)) {
		options = append(options, g.byName[name]...)
	}
	return options
}

// A member is an option and the colour that it gives.
type member struct {
	name   string
	option int
}

// groups splits options by items with Max at most 1: first the options that cover the item covered
// most often, then of the others likewise, and so on. This gives few groups, though not always the
// fewest. Once they are too many to agree in pairs, each remaining option goes by its item that
// occurs most often among the rest.
func (r *rewrite) groups(shared map[string][]int) []group {
	var rest []member
	for _, name := range slices.Sorted(maps.Keys(shared)) {
		for _, o := range shared[name] {
			rest = append(rest, member{name, o})
		}
	}
	var seen []int // items that the rest cover, r.common[i] times
	for _, m := range rest {
		for _, i := range r.singles[m.option] {
			if r.common[i]++; r.common[i] == 1 {
				seen = append(seen, i)
			}
		}
	}
	slices.Sort(seen)
	var groups []group
	for len(rest) > 0 && len(groups) < r.most {
		best := -1
		for _, i := range seen {
			if r.common[i] > 0 && (best < 0 || r.common[i] > r.common[best]) {
				best = i
			}
		}
		if best < 0 {
			break
		}
		var g group
		rest = slices.DeleteFunc(rest, func(m member) bool {
			if !slices.Contains(r.singles[m.option], best) {
				return false
			}
			g.add(m.name, m.option)
			for _, i := range r.singles[m.option] {
				r.common[i]--
			}
			return true
		})
		g.always = r.m.Items[best].Min == 1 && r.uses[best] == g.size
		groups = append(groups, g)
	}
	parts := make(map[int]*group)
	for _, m := range rest {
		by := -1 - m.option // it may be alone in its group
		for _, i := range r.singles[m.option] {
			if by < 0 || r.common[i] > r.common[by] {
				by = i
			}
		}
		if parts[by] == nil {
			parts[by] = &group{}
		}
		parts[by].add(m.name, m.option)
	}
	for _, i := range seen {
		r.common[i] = 0
	}
	for _, by := range slices.Sorted(maps.Keys(parts)) {
		groups = append(groups, *parts[by])
	}
	return groups
}

// looked bounds the items of an option that groups considers, so that wide options do not take
// quadratic time.
const looked = 16
