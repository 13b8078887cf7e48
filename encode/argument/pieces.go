package argument

import (
	"slices"

	"github.com/exactile/exactile/encode/cover"
)

// maxPieceWork bounds the options that Find looks at in the search for pieces: some 2 ms.
const maxPieceWork = 1 << 20

// others returns by item whether it is no cell, without those that share an option with one
// before it.
func others(m *cover.Model, cell func(i int) bool) []bool {
	piece := make([]bool, len(m.Items))
	for i := range piece {
		piece[i] = !cell(i)
	}
	for _, items := range m.Options {
		first := true
		for _, i := range items {
			if piece[i] {
				piece[i], first = first, false
			}
		}
	}
	return piece
}

// Pieces returns by item whether it belongs to a set of items of which no option covers two, and
// that covers many options: of the sets that a greedy choice finds from each item on, the first
// that covers the most options. About work options are looked at.
func Pieces(m *cover.Model, work int) []bool {
	covers := m.Covers()
	entries := 1
	order := make([]int, len(m.Items))
	for i, options := range covers {
		order[i] = i
		entries += len(options)
	}
	slices.SortStableFunc(order, func(a, b int) int { return len(covers[b]) - len(covers[a]) })
	best, most := make([]bool, len(m.Items)), 0
	taken := make([]int, len(m.Options)) // the last attempt that took the option
	for attempt := 1; attempt <= min(len(order), max(1, work/entries)); attempt++ {
		set, covered := make([]bool, len(m.Items)), 0
		add := func(i int) {
			if !slices.ContainsFunc(covers[i], func(o int) bool { return taken[o] == attempt }) {
				for _, o := range covers[i] {
					taken[o] = attempt
				}
				set[i] = len(covers[i]) > 0
				covered += len(covers[i])
			}
		}
		add(order[attempt-1])
		for _, i := range order {
			if !set[i] {
				add(i)
			}
		}
		if covered > most {
			best, most = set, covered
		}
		if most == len(m.Options) {
			break
		}
	}
	return best
}
