package cover

import (
	"fmt"
	"slices"
)

// An Extra is an item that a rewrite adds, and the indices of the options that cover it,
// increasing.
type Extra struct {
	Item
	Options []int
}

// With returns m with more items, except extras that no option covers and none must. It drops
// symmetries that do not map the extras onto extras with the same bounds.
func (m *Model) With(extras ...Extra) *Model {
	extras = slices.DeleteFunc(slices.Clone(extras),
		func(x Extra) bool { return len(x.Options) == 0 && x.Min == 0 })
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
	for n, x := range extras {
		x.Name = r.freshName(x.Name)
		r.Items = append(r.Items, x.Item)
		for _, o := range x.Options {
			r.Options[o] = append(r.Options[o], first+n)
		}
		if m.Pos != nil {
			r.Pos = append(r.Pos, -1)
		}
	}
	r.AddedItems += len(extras)
	r.Sym = nil
	for _, g := range m.Sym {
		if !slices.ContainsFunc(extras, func(x Extra) bool {
			if len(x.Options) == 0 {
				return false
			}
			items := r.Options[g[x.Options[0]]] // one of the extras here is the image of x
			of, _ := slices.BinarySearch(items, first)
			return !slices.ContainsFunc(items[of:], func(i int) bool {
				return x.mapsTo(g, extras[i-first])
			})
		}) {
			r.Sym = append(r.Sym, g)
		}
	}
	return &r
}

// freshName returns name, or name with a number that no item has yet.
func (m *Model) freshName(name string) string {
	used := func(name string) bool {
		return slices.ContainsFunc(m.Items, func(it Item) bool { return it.Name == name })
	}
	fresh := name
	for n := 2; used(fresh); n++ {
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
