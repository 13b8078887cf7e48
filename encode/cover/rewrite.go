package cover

import (
	"fmt"
	"slices"
)

// An extra is an item that a rewrite adds, and the indices of the options that cover it,
// increasing.
type extra struct {
	Item
	options []int
}

// with returns m with more items, except extras that no option covers. It drops symmetries that do
// not map the options of each extra onto themselves.
func (m *Model) with(extras ...extra) *Model {
	r := *m
	r.Sym = nil
	for _, g := range m.Sym {
		if !slices.ContainsFunc(extras, func(x extra) bool { return !mapsOnto(g, x.options) }) {
			r.Sym = append(r.Sym, g)
		}
	}
	for _, x := range extras {
		if len(x.options) > 0 {
			r.addItem(x.Item, x.options)
		}
	}
	return &r
}

// addItem appends an item that the given options cover. It copies what it
// changes, so that m may share its slices with another model.
func (m *Model) addItem(it Item, options []int) {
	i := len(m.Items)
	it.Name = m.freshName(it.Name)
	m.Items = append(m.Items[:i:i], it)
	m.Options = slices.Clone(m.Options)
	for _, o := range options {
		items := m.Options[o]
		m.Options[o] = append(items[:len(items):len(items)], i)
	}
	if m.Pos != nil {
		m.Pos = append(m.Pos[:i:i], -1)
	}
	m.AddedItems++
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

func mapsOnto(g, options []int) bool {
	for _, o := range options {
		if _, in := slices.BinarySearch(options, g[o]); !in {
			return false
		}
	}
	return true
}
