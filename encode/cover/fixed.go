package cover

import (
	"iter"
	"slices"
)

// Fixed yields models whose numbers of solutions add up to the number of solutions of m that the
// automorphism g maps to themselves, for Burnside's lemma. Their options are not those of m.
//
// A solution that g fixes is a union of g's cycles of options. A cycle becomes one option, which
// covers what its members cover; a cycle whose members exclude each other is dropped. A cycle can
// cover an item several times (a piece that is used once for each member), but an option covers an
// item once. So an item that cycles cover with different multiplicities a, b, ... becomes one item
// for each multiplicity. One model is yielded for each choice of how many cycles of the
// multiplicities b, ... are used; what is left of the bounds then bounds the cycles of multiplicity
// a. An item whose bounds cannot bind is not split. All models share their options.
func (m *Model) Fixed(g []int) iter.Seq[*Model] {
	return func(yield func(*Model) bool) {
		f := newFixing(m, g)
		f.choose(0, yield)
	}
}

// fixing is the state of one enumeration of Fixed.
type fixing struct {
	m     *Model
	model Model   // shared by all yielded models; Items are the current ones
	split []split // items with several multiplicities
}

// split is the list of items that an item of m has become.
type split struct {
	item  Item
	parts []part // increasing multiplicities
}

type part struct{ item, times, options int }

func newFixing(m *Model, g []int) *fixing {
	f := &fixing{m: m}
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
	f.model.Items = slices.Clone(m.Items)
	f.model.Pos = slices.Clone(m.Pos)
	for i, it := range m.Items {
		slices.SortFunc(parts[i], func(a, b part) int { return a.times - b.times })
		options, covered := 0, 0
		for k := range parts[i] {
			parts[i][k].item = i
			options += parts[i][k].options
			covered += parts[i][k].options * parts[i][k].times
		}
		switch {
		case it.Min == 0 && covered <= it.Max:
			f.model.Items[i].Max = options // cannot bind
		case len(parts[i]) == 1:
			f.model.Items[i] = shrink(it, parts[i][0].times)
		case len(parts[i]) > 1:
			for k := range parts[i][1:] {
				p := &parts[i][1+k]
				p.item = len(f.model.Items)
				f.model.Items = append(f.model.Items, Item{Name: f.model.freshName(it.Name)})
				if m.Pos != nil {
					f.model.Pos = append(f.model.Pos, -1)
				}
			}
			f.split = append(f.split, split{it, parts[i]})
		}
	}
	for _, c := range cycles {
		items := make([]int, len(c.items))
		for k, i := range c.items {
			at := slices.IndexFunc(parts[i], func(p part) bool { return p.times == c.times[k] })
			items[k] = parts[i][at].item
		}
		slices.Sort(items)
		f.model.Options = append(f.model.Options, items)
	}
	return f
}

// shrink returns the bounds on the number of options that each cover an item the given number of
// times. If no number satisfies it.Min and it.Max, the bounds are more than there are options.
func shrink(it Item, times int) Item {
	low, high := it.Min/times, it.Max/times
	if it.Min%times > 0 {
		low++ // adding times-1 before the division could overflow
	}
	if low > high {
		low, high = maxIndex, maxIndex
	}
	return Item{it.Name, low, high}
}

// choose chooses the numbers of the splits from the k-th on in every possible way.
func (f *fixing) choose(k int, yield func(*Model) bool) bool {
	if k == len(f.split) {
		model := f.model
		model.Items = slices.Clone(model.Items)
		return yield(&model)
	}
	return f.chooseParts(k, len(f.split[k].parts)-1, 0, yield)
}

// chooseParts chooses how many options of each multiplicity but the first cover the item of split
// k, the last multiplicity first; used is the total cover by those chosen.
func (f *fixing) chooseParts(k, p, used int, yield func(*Model) bool) bool {
	it, here := f.split[k].item, f.split[k].parts[p]
	if p == 0 {
		rest := shrink(Item{it.Name, max(it.Min-used, 0), it.Max - used}, here.times)
		if rest.Min > here.options {
			return true // the lower bound cannot be reached
		}
		f.model.Items[here.item] = rest
		return f.choose(k+1, yield)
	}
	for n := 0; n <= here.options && used+n*here.times <= it.Max; n++ {
		f.model.Items[here.item].Min, f.model.Items[here.item].Max = n, n
		if !f.chooseParts(k, p-1, used+n*here.times, yield) {
			return false
		}
	}
	return true
}

// cycle is a set of options that are chosen together: the items they cover, increasing, and how
// many times.
type cycle struct{ items, times []int }

// usableCycles lists the cycles of g that can be part of a solution.
func usableCycles(m *Model, g []int) []cycle {
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
