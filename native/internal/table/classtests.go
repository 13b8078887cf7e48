package table

import (
	"math/bits"
	"slices"

	"github.com/exactile/exactile/native/internal/classes"
	"github.com/exactile/exactile/native/internal/problem"
)

// ClassTests let a state pass only if its solutions are in the given classes. Each class is tested
// once, on the first state whose first empty cell is at or after the cell of the class. Unlike
// pruning rules, class tests are also tested in listings and on full boards.
//
// A root that is placed beforehand is left out of the sums of states before its lowest cell,
// since other searches place it only when they reach that cell.
type ClassTests struct {
	filter *classes.Filter
	before []uint64 // by cell: the sum of the numbers of the cells of the board before it
	counts []classCount

	root []int32 // cells of the root that is placed, increasing
	unit uint64  // what the root took from the packed counts
}

// A classCount is the count of an item in a window, with its number in the filter.
type classCount struct {
	count
	number uint64
}

// NewClassTests returns the class tests of a window for a filter, nil if the filter is nil; ok
// is false if the window does not count an item that the filter counts.
func NewClassTests(w *Window, f *classes.Filter) (g *ClassTests, ok bool) {
	if f == nil {
		return nil, true
	}
	g = &ClassTests{filter: f, before: make([]uint64, w.N+2)}
	for c := range w.N {
		g.before[c+1] = g.before[c]
		if w.Open[c]&1 != 0 {
			g.before[c+1] += f.Cells[c]
		}
	}
	g.before[w.N+1] = g.before[w.N]
next:
	for k, i := range f.Counted {
		for _, c := range w.counts {
			if c.item == int(i) && !c.need {
				g.counts = append(g.counts, classCount{c, f.Items[k]})
				continue next
			}
		}
		return nil, false
	}
	return g, true
}

// Counted are the items that a window counts, increasing, but for those that may be needs: a class
// must be the same whether they are or not.
func (w *Window) Counted() (items []int32) {
	for _, c := range w.counts {
		if c.item >= 0 && !c.low {
			items = append(items, int32(c.item))
		}
	}
	return items // counts come in the order of the items
}

// rooted returns the class tests for a search below a root, which took unit from the counts.
func (g *ClassTests) rooted(
	w *Window, r *problem.Root, ord *problem.Order, unit uint64,
) *ClassTests {
	if g == nil || r.Option < 0 {
		return g
	}
	with := *g
	with.unit = unit
	for _, i := range w.p.Model.Options[r.Option] {
		if c := ord.Pos[i]; c >= 0 {
			with.root = append(with.root, c)
		}
	}
	slices.Sort(with.root)
	return &with
}

// pass reports whether a state passes the class tests after cell from, the cell of its parent, up
// to its own first empty cell; from is -1 if there is no parent.
func (g *ClassTests) pass(from int, st State) bool {
	for _, class := range g.filter.Classes {
		if from < class.Cell && class.Cell <= st.C && !class.In(g.sum(class.Cell, st)) {
			return false
		}
	}
	return true
}

// sum adds up the numbers of a state for a class test at or before its first empty cell.
func (g *ClassTests) sum(cell int, st State) uint64 {
	sum := g.before[st.C] - g.before[cell]
	for f := st.F; f != 0; f &= f - 1 {
		sum += g.filter.Cells[st.C+bits.TrailingZeros64(f)]
	}
	late := len(g.root) > 0 && int(g.root[0]) >= cell
	for _, c := range g.root {
		switch {
		case late && int(c) < st.C:
			sum -= g.filter.Cells[c]
		case !late && int(c) >= st.C:
			sum += g.filter.Cells[c]
		}
	}
	k := st.K
	if late {
		k += g.unit
	}
	for n := range g.counts {
		c := &g.counts[n]
		sum += (uint64(c.hi) - k&c.field>>c.shift()) * c.number
	}
	return sum
}

// after returns the cell of the first class test after a cell, or most if there is none before it.
func (g *ClassTests) after(c, most int) int {
	if g != nil {
		for _, class := range g.filter.Classes {
			if class.Cell > c {
				return min(class.Cell, most)
			}
		}
	}
	return most
}
