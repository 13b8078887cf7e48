package cover

import (
	"fmt"
	"slices"
)

// An Extra is an item that a rewrite adds, and the indices of the options that cover it, each once,
// in any order.
type Extra struct {
	Item
	Options []int
}

// With returns m with more items, except extras that no option covers and none must. It drops
// symmetries that do not map the extras onto extras with the same bounds.
func (m *Model) With(extras ...Extra) *Model {
	extras = slices.DeleteFunc(slices.Clone(extras),
		func(x Extra) bool { return len(x.Options) == 0 && x.Min == 0 })
	for n, x := range extras {
		if !slices.IsSorted(x.Options) { // images are looked up in them
			extras[n].Options = slices.Sorted(slices.Values(x.Options))
		}
	}
	r, first := *m, len(m.Items)
	more := make([]int, len(m.Options)) // how many items each option gets
	for _, x := range extras {
		for _, o := range x.Options {
			more[o]++
		}
	}
	r.Options = slices.Clone(m.Options)
	for o, n := range more {
		if n > 0 { // m and other models keep theirs
			r.Options[o] = append(make([]int, 0, len(m.Options[o])+n), m.Options[o]...)
		}
	}
	r.Items, r.Pos = slices.Clip(m.Items), slices.Clip(m.Pos)
	names := make(map[string]bool, len(m.Items)+len(extras))
	for _, it := range m.Items {
		names[it.Name] = true
	}
	for n, x := range extras {
		x.Name = freshName(x.Name, names)
		names[x.Name] = true
		r.Items = append(r.Items, x.Item)
		for _, o := range x.Options {
			r.Options[o] = append(r.Options[o], first+n)
		}
		if m.Pos != nil {
			r.Pos = append(r.Pos, -1)
		}
	}
	r.AddedItems += len(extras)
	images := func(g []int, x Extra) (n int) { // how many of the extras are the image of x
		if len(x.Options) == 0 {
			return 0
		}
		items := r.Options[g[x.Options[0]]]
		of, _ := slices.BinarySearch(items, first)
		for _, i := range items[of:] {
			if x.mapsTo(g, extras[i-first]) {
				n++
			}
		}
		return n
	}
	itself, copies := slices.Clone(more), make([]int, len(extras))
	for o := range itself {
		itself[o] = o
	}
	for n, x := range extras {
		copies[n] = images(itself, x)
	}
	r.Sym = nil
	for _, g := range m.Sym {
		kept := 0 // a hint may be a copy of a rule's item, and its image none
		for kept < len(extras) && images(g, extras[kept]) == copies[kept] {
			kept++
		}
		if kept == len(extras) {
			r.Sym = append(r.Sym, g)
		}
	}
	return &r
}

// freshName returns name, or name with a number that is not among the names yet.
func freshName(name string, names map[string]bool) string {
	fresh := name
	for n := 2; names[fresh]; n++ {
		fresh = fmt.Sprintf("%s%d", name, n)
	}
	return fresh
}

// mapsTo reports whether g maps the options of x onto those of y, which has the same bounds.
func (x *Extra) mapsTo(g []int, y Extra) bool {
	if x.Min != y.Min || x.Max != y.Max || len(x.Options) != len(y.Options) {
		return false
	}
	for _, o := range x.Options {
		if _, in := slices.BinarySearch(y.Options, g[o]); !in {
			return false
		}
	}
	return true
}

// Bounded returns the model of the solutions with so many options, from first on, as an item's
// bounds say.
func (m *Model) Bounded(it Item, first int) *Model {
	var options []int
	for o := first; o < len(m.Options); o++ {
		options = append(options, o)
	}
	if it.Min == 0 && it.Max >= len(options) {
		return m // they always hold
	}
	it.Max = max(it.Min, min(it.Max, len(options)))
	return m.With(Extra{it, options})
}

// Slack bounds how many of some items stay uncovered, by the bounds of it. The items are {0,1}.
// Each gets a twin that is covered exactly once: by the
// options of the item, or by a new option, which it covers too. So the new options, the last ones,
// cover only added items, and digests leave them out. For each symmetry an image says where it
// takes the items.
func (m *Model) Slack(it Item, items []int, images ...func(i int) int) *Model {
	if it.Min == 0 && it.Max >= len(items) {
		return m
	}
	r, n := *m, len(m.Options)
	r.Options = slices.Concat(m.Options, make([][]int, len(items)))
	covers, twin := m.Covers(), make(map[int]int, len(items))
	var twins []Extra
	for k, i := range items {
		twin[i] = n + k
		twins = append(twins, Extra{
			Item{Name: "!" + m.Items[i].Name, Min: 1, Max: 1}, append(slices.Clip(covers[i]), n+k),
		})
	}
	r.Sym = nil
	for k, g := range m.Sym {
		g = slices.Clip(g)
		for _, i := range items {
			g = append(g, twin[images[k](i)])
		}
		r.Sym = append(r.Sym, g)
	}
	exact := r.With(twins...)
	if m.Pos != nil { // the twins are what a scan of the board settles
		exact.Pos = slices.Clone(exact.Pos)
		for k, i := range items {
			exact.Pos[len(m.Items)+k], exact.Pos[i] = m.Pos[i], -1
		}
	}
	return exact.Bounded(it, n)
}
