package native

import (
	"cmp"
	"math/big"
	"slices"

	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/native/internal/problem"
)

// copies is the rule that counts pieces that differ only in their names as copies of one piece.
const copies = "copies"

// mergeCopies returns a model in which items that differ only in their names are one item, and a
// factor: m has factor times as many solutions. Items and options keep their indices. The result is
// m itself, and the factor nil, if there are no such items.
//
// Items are copies of each other if each must be covered once, and their options have the same
// other items, option for option. The first of k copies gets the bounds {k,k}, and the others
// {0,0}, which drops their options. A solution gives each copy an option, no two of them
// corresponding ones, since these share an item that is covered at most once. So k options of the
// first copy stand for k! solutions. An option of two copies is no obstacle: its other items are
// not those of any option of the second copy, so the two are no copies.
//
// Where pieces have letters, all equal pieces are copies. To count them one by one, a search by
// layers keeps a state for each of the 2^k subsets that are used so far.
//
// Cells are left as they are, since the orders of a board need cells that are covered once. The
// time is linear in the sizes of the options, and a sort of the options of copies.
func mergeCopies(m *cover.Model) (merged *cover.Model, factor *big.Int) {
	alike, hashes := copiesByHash(m)
	if len(alike) == 0 {
		return m, nil
	}
	c := &copyMerger{m: m, items: m.Items, covers: m.Covers(), hashes: hashes}
	for _, items := range alike {
		c.merge(items)
	}
	if c.factor == nil {
		return m, nil
	}
	merged = new(cover.Model)
	*merged = *m
	merged.Items, merged.Sym = c.items, nil
	// Whether a symmetry keeps the new bounds depends on the items that have them.
	changed := &cover.Model{Items: c.items, Options: make([][]int, len(m.Options))}
	for o, option := range m.Options {
		for k, i := range option {
			switch of := &changed.Options[o]; {
			case c.items[i].Max == m.Items[i].Max:
			case *of == nil:
				*of = option[k : k+1 : k+1]
			default:
				*of = append(*of, i)
			}
		}
	}
	for _, g := range m.Sym {
		if slices.IsSorted(g) || changed.Automorphism(g) { // the identity is one
			merged.Sym = append(merged.Sym, g)
		}
	}
	return merged, c.factor
}

// copiesByHash returns lists of items that may be copies of each other, each increasing, by hashes
// of their options. The longest list is the first one. It also returns the hash of each option.
func copiesByHash(m *cover.Model) (alike [][]int, hashes []uint64) {
	var items []int
	candidate, mixed := make([]bool, len(m.Items)), make([]uint64, len(m.Items))
	for i, it := range m.Items {
		mixed[i] = problem.Mixed(uint64(i))
		if it.Min == 1 && it.Max == 1 && (m.Pos == nil || m.Pos[i] < 0) {
			candidate[i], items = true, append(items, i)
		}
	}
	if len(items) < 2 {
		return nil, nil
	}
	sums := make([]uint64, len(m.Items)) // of the hashes of what the options have beside the item
	hashes = make([]uint64, len(m.Options))
	for o, option := range m.Options {
		for _, i := range option { // without one of the items it is less by the hash of that
			hashes[o] += mixed[i]
		}
		for _, i := range option {
			if candidate[i] {
				sums[i] += problem.Mixed(hashes[o] - mixed[i])
			}
		}
	}
	slices.SortStableFunc(items, func(i, k int) int { return cmp.Compare(sums[i], sums[k]) })
	for len(items) > 0 {
		n := 1
		for n < len(items) && sums[items[n]] == sums[items[0]] {
			n++
		}
		if n > 1 && sums[items[0]] != 0 { // 0: without options
			alike = append(alike, items[:n:n])
		}
		items = items[n:]
	}
	slices.SortFunc(alike, func(a, b []int) int {
		return cmp.Or(cmp.Compare(len(b), len(a)), cmp.Compare(a[0], b[0]))
	})
	return alike, hashes
}

// A copyMerger merges copies of items. Its items have the bounds so far: what one list of copies
// changes may be what another relies on.
type copyMerger struct {
	m      *cover.Model
	items  []cover.Item
	covers [][]int
	hashes []uint64 // of the items of each option
	factor *big.Int // nil: nothing is merged
}

// merge merges the first of some items with its copies among the others.
func (c *copyMerger) merge(items []int) {
	first := items[0]
	options := c.sorted(first)
	for _, o := range options {
		if !slices.ContainsFunc(c.m.Options[o], func(i int) bool {
			return i != first && c.items[i].Max <= 1
		}) {
			return // two copies could have corresponding options
		}
	}
	k := int64(1)
	for _, i := range items[1:] {
		if !slices.EqualFunc(options, c.sorted(i), func(o, p int) bool {
			return sameBut(c.m.Options[o], first, c.m.Options[p], i)
		}) {
			continue
		}
		if c.factor == nil {
			c.factor, c.items = big.NewInt(1), slices.Clone(c.items)
		}
		k++
		c.items[first].Min, c.items[first].Max = int(k), int(k)
		c.items[i].Min, c.items[i].Max = 0, 0
		c.factor.Mul(c.factor, big.NewInt(k))
	}
}

// sorted returns the options of an item, sorted by a hash of their other items.
func (c *copyMerger) sorted(item int) []int {
	own, options := problem.Mixed(uint64(item)), slices.Clone(c.covers[item])
	slices.SortFunc(options, func(a, b int) int {
		if c.hashes[a] != c.hashes[b] {
			return cmp.Compare(c.hashes[a]-own, c.hashes[b]-own)
		}
		return a - b
	})
	return options
}

// sameBut reports whether option a without its item i is option b without its item k.
func sameBut(a []int, i int, b []int, k int) bool {
	if len(a) != len(b) {
		return false
	}
	at := 0
	for _, item := range a {
		if item == i {
			continue
		}
		if b[at] == k {
			at++
		}
		if b[at] != item {
			return false
		}
		at++
	}
	return true
}
