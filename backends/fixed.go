package backends

import (
	"fmt"
	"iter"
	"math"
	"slices"

	"github.com/exactile/exactile/encode/cover"
)

// A fixedModel has the solutions of a model that an automorphism maps to themselves, for
// Burnside's lemma: each of its solutions for which holds is true stands for one.
//
// A solution that an automorphism fixes is a union of its cycles of options. A cycle is one
// option here, which covers what its members cover; a cycle whose members exclude each other
// is dropped. A cycle can cover an item several times (a piece that is used once for each
// member), but an option covers an item once. So an item that cycles cover with different
// multiplicities is one item for each multiplicity here, and a coverSum bounds their covers
// together. An item whose bounds cannot bind has no sum.
type fixedModel struct {
	*cover.Model
	sums []coverSum
}

// A coverSum bounds how often items are covered: times[0] times the covers of items[0], and so on,
// add up to min to max.
type coverSum struct {
	items, times []int
	min, max     int
}

// used are the items of all sums, one sum after the other.
func (f *fixedModel) used() (items []int) {
	for _, s := range f.sums {
		items = append(items, s.items...)
	}
	return items
}

// holds reports whether all sums keep their bounds, given how often each item of used is
// covered.
func (f *fixedModel) holds(covers []int) bool {
	for _, s := range f.sums {
		sum := 0
		for k, times := range s.times {
			sum += times * covers[k]
		}
		if sum < s.min || sum > s.max {
			return false
		}
		covers = covers[len(s.items):]
	}
	return true
}

// exact yields models without sums whose numbers of solutions add up to the number of those of f
// for which holds is true: one for each choice of how often each item of a sum but its first is
// covered. They may be very many. All share their options.
func (f *fixedModel) exact() iter.Seq[*cover.Model] {
	return func(yield func(*cover.Model) bool) {
		items := slices.Clone(f.Items)
		var choose func(sum, part, used int) bool
		choose = func(sum, part, used int) bool {
			if sum == len(f.sums) {
				m := *f.Model
				m.Items = slices.Clone(items)
				return yield(&m)
			}
			s := f.sums[sum]
			i := s.items[part]
			most := f.Items[i].Max
			if part == 0 {
				left := cover.Item{
					Name: f.Items[i].Name, Min: max(s.min-used, 0), Max: s.max - used,
				}
				rest := shrink(left, s.times[0])
				rest.Max = min(rest.Max, max(most, rest.Min))
				if rest.Min > most {
					return true // the lower bound cannot be reached
				}
				items[i] = rest
				return next(choose, f.sums, sum+1)
			}
			for n := 0; n <= most && used+n*s.times[part] <= s.max; n++ {
				items[i].Min, items[i].Max = n, n
				if !choose(sum, part-1, used+n*s.times[part]) {
					return false
				}
			}
			return true
		}
		next(choose, f.sums, 0)
	}
}

// next begins with the last part of a sum.
func next(choose func(sum, part, used int) bool, sums []coverSum, sum int) bool {
	if sum == len(sums) {
		return choose(sum, 0, 0)
	}
	return choose(sum, len(sums[sum].items)-1, 0)
}

type part struct{ item, times, options int }

// newFixed returns the model of the solutions of m that the automorphism g maps to themselves.
// Its options are not those of m.
func newFixed(m *cover.Model, g []int) *fixedModel {
	f := &fixedModel{Model: &cover.Model{}}
	cycles := usableCycles(m, g)

	// Count how many options will cover each item how many times.
	parts := make([][]part, len(m.Items))
	for _, c := range cycles {
		for k, i := range c.items {
			at := slices.IndexFunc(parts[i], func(p part) bool { return p.times == c.times[k] })
			if at < 0 {
				at = len(parts[i])
				parts[i] = append(parts[i], part{times: c.times[k]})
			}
			parts[i][at].options++
		}
	}
	f.Items = slices.Clone(m.Items)
	f.Pos = slices.Clone(m.Pos)
	for i, it := range m.Items {
		slices.SortFunc(parts[i], func(a, b part) int { return a.times - b.times })
		options, covered := 0, 0
		for k := range parts[i] {
			parts[i][k].item = i
			options += parts[i][k].options
			covered += parts[i][k].options * parts[i][k].times
		}
		switch {
		case it.Min <= min(1, options) && covered <= it.Max:
			f.Items[i].Max = options // cannot bind, and each option covers it once or more
		case len(parts[i]) == 1:
			f.Items[i] = shrink(it, parts[i][0].times)
		case len(parts[i]) > 1:
			sum := coverSum{min: it.Min, max: it.Max}
			for k := range parts[i] {
				p := &parts[i][k]
				if k > 0 {
					p.item = len(f.Items)
					f.Items = append(f.Items, cover.Item{Name: freshName(f.Items, it.Name)})
					if m.Pos != nil {
						f.Pos = append(f.Pos, -1)
					}
				}
				f.Items[p.item].Min, f.Items[p.item].Max = 0, min(p.options, it.Max/p.times)
				sum.items, sum.times = append(sum.items, p.item), append(sum.times, p.times)
			}
			f.sums = append(f.sums, sum)
		}
	}
	for _, c := range cycles {
		items := make([]int, len(c.items))
		for k, i := range c.items {
			at := slices.IndexFunc(parts[i], func(p part) bool { return p.times == c.times[k] })
			items[k] = parts[i][at].item
		}
		slices.Sort(items)
		f.Options = append(f.Options, items)
	}
	return f
}

// noCount is more than there are options, and as large as a bound of an item may be.
const noCount = math.MaxInt32 - 1

// shrink returns the bounds on the number of options that each cover an item the given number of
// times. If no number satisfies it.Min and it.Max, the bounds are more than there are options.
func shrink(it cover.Item, times int) cover.Item {
	low, high := it.Min/times, it.Max/times
	if it.Min%times > 0 {
		low++ // adding times-1 before the division could overflow
	}
	if low > high {
		low, high = noCount, noCount
	}
	return cover.Item{Name: it.Name, Min: low, Max: high}
}

// cycle is a set of options that are chosen together: the items they cover, increasing, and how
// many times.
type cycle struct{ items, times []int }

// usableCycles lists the cycles of g that can be part of a solution.
func usableCycles(m *cover.Model, g []int) []cycle {
	var cycles []cycle
	done := make([]bool, len(g))
	times := make([]int, len(m.Items))
	for o := range g {
		if done[o] {
			continue
		}
		var c cycle
		for p := o; !done[p]; p = g[p] {
			done[p] = true
			for _, i := range m.Options[p] {
				if times[i]++; times[i] == 1 {
					c.items = append(c.items, i)
				}
			}
		}
		slices.Sort(c.items)
		usable := true
		for _, i := range c.items {
			c.times = append(c.times, times[i])
			usable = usable && times[i] <= m.Items[i].Max
			times[i] = 0
		}
		if usable {
			cycles = append(cycles, c)
		}
	}
	return cycles
}

// freshName returns name, or name with a number that no item has yet.
func freshName(items []cover.Item, name string) string {
	fresh := name
	for n := 2; slices.ContainsFunc(items,
		func(it cover.Item) bool { return it.Name == fresh }); n++ {
		fresh = fmt.Sprintf("%s%d", name, n)
	}
	return fresh
}
