package cover

import (
	"slices"
)

// A Shard is a part of a model's solutions: those that contain every option of Take and none of
// Drop. It is plain data, so that parts can be counted elsewhere and added up later. The zero Shard
// is the whole.
type Shard struct {
	// Take and Drop are strictly increasing option indices.
	Take []int `json:"take,omitempty"`
	Drop []int `json:"drop,omitempty"`
}

// Split splits the solutions of m by the lowest chosen option of an item. The shards are disjoint
// and together hold every solution, whatever the item's bounds: part j takes the j-th option that
// covers the item and drops those before it, and if Min is 0 a last part drops them all. Dead
// options get no part. If an item must be covered and no option covers it, there are no shards,
// since there is no solution. Split panics if m does not have the item.
func (m *Model) Split(item int) []Shard {
	dead := m.Dead()
	var options []int
	for o, items := range m.Options {
		if _, covers := slices.BinarySearch(items, item); covers && !dead[o] {
			options = append(options, o)
		}
	}
	it := m.Items[item]
	parts := len(options)
	if it.Min == 0 {
		parts++
	}
	shards := make([]Shard, parts)
	for j := range shards {
		switch {
		case j == len(options):
			shards[j].Drop = options
		case it.Max == 1:
			// The bound itself drops the other options.
			shards[j].Take = options[j : j+1]
		default:
			shards[j].Take, shards[j].Drop = options[j:j+1], options[:j:j]
		}
	}
	return shards
}

// Join returns the shard of the solutions in both a and b; b is a part of a split of the model
// restricted to a.
func (a Shard) Join(b Shard) Shard {
	return Shard{
		Take: union(a.Take, b.Take),
		Drop: union(a.Drop, b.Drop),
	}
}

func union(a, b []int) []int {
	u := slices.Concat(a, b)
	slices.Sort(u)
	return slices.Compact(u)
}

// Restrict returns the model of the solutions in the shard. Option indices do not change; the shard
// becomes at most two more items, one that every option of Take must cover and one that no option
// of Drop may cover. Symmetries that do not map the shard onto itself are dropped. Restrict panics
// if the shard names an option that m does not have.
func (m *Model) Restrict(sh Shard) *Model {
	n := len(sh.Take)
	return m.With(
		Extra{Item{Name: "!take", Min: n, Max: n}, sh.Take},
		Extra{Item{Name: "!drop"}, sh.Drop})
}

// Shards splits the solutions of m into n disjoint shards, n >= 1, which together hold every
// solution; some may be empty. There are fewer only if there are too few choices: a model with one
// option has at most two parts. Shards groups the options of an item that is covered exactly once:
// the one with the fewest options, but at least n. If no item has n options, it splits the one with
// the most and then its parts. If there is no such item, a shard takes or drops a single option.
func (m *Model) Shards(n int) []Shard {
	return m.Reduce().shards(Shard{}, n)
}

func (m *Model) shards(within Shard, n int) []Shard {
	if n <= 1 {
		return []Shard{within}
	}
	open := m.undecided()
	var parts []Shard
	if i := m.branchItem(open, n); i >= 0 {
		parts = group(open[i], n)
	} else if o := firstOf(open); o >= 0 {
		take := []int{o}
		parts = []Shard{{Take: take}, {Drop: take}}
	} else {
		return []Shard{within}
	}
	var all []Shard
	for j, part := range parts {
		// The parts share the remaining shards as evenly as possible.
		share := (j+1)*n/len(parts) - j*n/len(parts)
		if share == 1 { // its content need not be known
			all = append(all, within.Join(part))
			continue
		}
		all = append(all, m.Restrict(part).Reduce().shards(within.Join(part), share)...)
	}
	return all
}

// branchItem returns the item that Shards groups, or -1.
func (m *Model) branchItem(open [][]int, n int) int {
	best := -1
	for i, it := range m.Items {
		if it.Min != 1 || it.Max != 1 || len(open[i]) < 2 {
			continue
		}
		switch have := len(open[i]); {
		case best < 0,
			len(open[best]) < n && have > len(open[best]),
			have >= n && have < len(open[best]):
			best = i
		}
	}
	return best
}

// group splits the options of an item that is covered exactly once into at most n groups of
// neighbours; a shard drops the other groups.
func group(options []int, n int) []Shard {
	shards := make([]Shard, min(n, len(options)))
	for j := range shards {
		first, end := j*len(options)/len(shards), (j+1)*len(options)/len(shards)
		shards[j].Drop = slices.Concat(options[:first], options[end:])
	}
	return shards
}

// undecided lists the options of each item that are neither dropped nor forced by an item with no
// more options than it needs. Since m is reduced, an item that is covered exactly once and has a
// forced option has no others.
func (m *Model) undecided() [][]int {
	decided := m.Dead()
	open := m.Covers()
	forget := func() {
		for i := range open {
			open[i] = slices.DeleteFunc(open[i], func(o int) bool { return decided[o] })
		}
	}
	forget() // the dead ones
	for i, options := range open {
		if len(options) <= m.Items[i].Min {
			for _, o := range options {
				decided[o] = true
			}
		}
	}
	forget() // the forced ones
	return open
}

// firstOf returns the first option of an item with the most options, or -1 if there are none.
func firstOf(open [][]int) int {
	option, most := -1, 0
	for _, options := range open {
		if len(options) > most {
			option, most = options[0], len(options)
		}
	}
	return option
}
