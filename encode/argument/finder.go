package argument

import (
	"fmt"
	"slices"

	"github.com/exactile/exactile/encode/cover"
)

// A finder is one run of Find.
type finder struct {
	m       *cover.Model
	options [][]int // those that cover no item with Max == 0
	// low and high are by item the least and the greatest number of options that can cover it.
	low, high []int
	pieces    []int // increasing items
	groups    []group
	basis     []int // options that span the others, as far as the last elimination went
	groupOf   []int // by option; the last group has the options without a piece
}

// A group is the options that cover a piece, or those that cover none.
type group struct {
	least, most int // options of a solution
	size        int // cells that each option covers at least
	options     int
	weights     []int // of the options, without repeats
}

func newFinder(m *cover.Model) *finder {
	f := &finder{
		m: m, options: m.Options, low: make([]int, len(m.Items)), high: make([]int, len(m.Items)),
	}
	barred := func(i int) bool { return m.Items[i].Max == 0 }
	if slices.ContainsFunc(m.Items, func(it cover.Item) bool { return it.Max == 0 }) {
		f.options = nil
		for _, items := range m.Options {
			if !slices.ContainsFunc(items, barred) {
				f.options = append(f.options, items)
			}
		}
	}
	for _, items := range f.options {
		for _, i := range items {
			f.high[i]++
		}
	}
	for i, it := range m.Items {
		// An item that needs more options than there are needs one more as well.
		f.low[i] = min(it.Min, f.high[i]+1)
		f.high[i] = min(it.Max, f.high[i])
	}
	return f
}

// shortItem finds an item that too few options cover.
func (f *finder) shortItem() *Argument {
	for i, it := range f.m.Items {
		if f.low[i] > f.high[i] {
			a := &Argument{Weights: make([]int, len(f.m.Items))}
			a.Weights[i] = 1
			covers := " cover it"
			if f.high[i] == 1 {
				covers = " covers it"
			}
			a.Text = "item " + it.Name + " must be covered " + plural(it.Min, "time") + ", and " +
				plural(f.high[i], "option") + covers
			return a
		}
	}
	return nil
}

// count names a number of items with weights: as cells and pieces where the model has a board.
func (f *finder) count(weights []int) string {
	cells, others := 0, 0
	for i, w := range weights {
		switch {
		case w == 0:
		case f.m.Pos != nil && f.m.Pos[i] >= 0:
			cells++
		default:
			others++
		}
	}
	switch {
	case f.m.Pos == nil:
		return plural(others, "item")
	case others == 0:
		return plural(cells, "cell")
	case cells == 0:
		return plural(others, "piece")
	}
	return plural(cells, "cell") + " and " + plural(others, "piece")
}

func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
