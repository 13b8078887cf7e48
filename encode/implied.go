package encode

import (
	"cmp"
	"slices"

	"github.com/exactile/exactile/encode/cover"
)

// implied returns which items need no clauses although their bounds are above 1, since the items
// with exact bounds imply them: a board of 64 cells that must be covered holds 32 dominoes. An
// implied item is not used to imply another.
//
// For an item i let the cells be the items with exact bounds that are covered together with i.
// Suppose each option of i covers s cells, and each other option that covers cells has an item with
// an exact bound that is not a cell, and covers as many cells as all options of that item. Then
// counting the cells gives how often i is covered.
func implied(m *cover.Model, dead []bool) []bool {
	drop := make([]bool, len(m.Items))
	covers := m.Covers()
	var many []int
	for i, it := range m.Items {
		if it.Max > 1 && len(covers[i]) > it.Max {
			many = append(many, i)
		}
	}
	// The items with the most options, which cost most, go first.
	slices.SortStableFunc(many, func(a, b int) int { return cmp.Compare(len(covers[b]), len(covers[a])) })
	for _, i := range many[:min(len(many), mostImplied)] {
		if n, ok := timesCovered(m, dead, covers, drop, i); ok {
			drop[i] = m.Items[i].Min <= n && n <= m.Items[i].Max
		}
	}
	return drop
}

// mostImplied bounds the items that are tried: each takes a pass over the model.
const mostImplied = 4

// timesCovered returns how often item i is covered in every solution, if the items with exact
// bounds that are not dropped determine it.
func timesCovered(m *cover.Model, dead []bool, covers [][]int, drop []bool, i int) (times int, ok bool) {
	exact := func(j int) bool { return j != i && !drop[j] && m.Items[j].Min == m.Items[j].Max }
	cell := make([]bool, len(m.Items))
	total := 0
	for _, o := range covers[i] {
		if dead[o] {
			continue
		}
		for _, j := range m.Options[o] {
			if exact(j) && !cell[j] {
				cell[j] = true
				total += m.Items[j].Min
			}
		}
	}
	// size[j] is the number of cells that an option of item j covers, -1 before one was seen.
	size := make([]int, len(m.Items))
	for j := range size {
		size[j] = -1
	}
	for o, items := range m.Options {
		if dead[o] {
			continue
		}
		cells, owner, several := 0, -1, false
		for _, j := range items {
			switch {
			case j == i:
				owner = i
			case cell[j]:
				cells++
			case exact(j) && owner != i:
				several = owner >= 0
				owner = j
			}
		}
		switch {
		case owner < 0 && cells == 0:
			continue
		case owner < 0 || several && owner != i || size[owner] >= 0 && size[owner] != cells:
			return 0, false
		}
		size[owner] = cells
	}
	for j, cells := range size {
		if j != i && cells > 0 {
			total -= cells * m.Items[j].Min
		}
	}
	if size[i] <= 0 || total < 0 || total%size[i] != 0 {
		return 0, false
	}
	return total / size[i], true
}
