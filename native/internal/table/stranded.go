package table

import (
	"math/bits"
	"sort"
)

// stranded is the rule of stranded cells: cells that nothing can cover after a placement.
// Once o is placed at c, every cell up to c is filled, so a later option has its lowest cell
// after c, avoids o, and does not need the only copy of a piece that o has used. A cell y
// that must be covered and that no such option covers is stranded; if y is still empty, o
// leads to no solution. This depends only on the options, not on other placements, so y
// being filled is a demand of o.
var stranded = Rule{Name: "stranded", Levels: 1, demands: (*Window).stranded}

func (w *Window) stranded(strict bool) []uint64 {
	must := w.must
	if strict {
		must = w.Open
	}
	return w.strandedIn(must)
}

// strandedIn looks for stranded cells among those of must, which holds a window of cells
// for every position.
func (w *Window) strandedIn(must []uint64) []uint64 {
	covers := w.coverers()
	stranded := make([]uint64, len(w.at))
	for c := range w.N {
		// Sixty-four placements at a time, as bits of a word.
		for from := w.from[c]; from < w.from[c+1]; from += 64 {
			to := min(from+64, w.from[c+1])
			w.strandedOf(c, w.at[from:to], must[c], &covers, stranded[from:to])
		}
	}
	return stranded
}

// strandedOf fills in stranded for up to 64 placements at cell c.
func (w *Window) strandedOf(
	c int, here []placement, must uint64, covers *coverers, stranded []uint64,
) {
	var with [64]uint64   // the placements that cover the cell j positions on
	var taking [64]uint64 // the placements that exhaust the count of bit j
	for k := range here {
		for m := here[k].mask; m != 0; m &= m - 1 {
			with[bits.TrailingZeros64(m)] |= 1 << k
		}
		for m := w.kinds[here[k].kind].once; m != 0; m &= m - 1 {
			taking[bits.TrailingZeros64(m)] |= 1 << k
		}
	}
	all := ^uint64(0) >> (64 - len(here))
	// Nothing placed at c reaches beyond the span.
	for left := must &^ 1 & (2<<w.Span - 1); left != 0; left &= left - 1 {
		d := bits.TrailingZeros64(left)
		doomed := all &^ with[d] // placements after which none is known yet to cover the cell
		for _, r := range covers.of(c+d, c) {
			if doomed == 0 {
				break
			}
			q, clash := &w.at[r.placement], uint64(0)
			for m := q.mask << (int(r.low) - c); m != 0; m &= m - 1 {
				clash |= with[bits.TrailingZeros64(m)]
			}
			for m := w.kinds[q.kind].once; m != 0; m &= m - 1 {
				clash |= taking[bits.TrailingZeros64(m)]
			}
			doomed &= clash
		}
		for ; doomed != 0; doomed &= doomed - 1 {
			stranded[bits.TrailingZeros64(doomed)] |= 1 << d
		}
	}
}

// coverers lists for every cell the placements that cover it, by falling lowest cell:
// the first are the least likely to clash with another placement, and placements after
// a given cell come first.
type coverers struct {
	list []coverer
	from []int32
}

// A coverer is a placement, as an index, with its lowest cell.
type coverer struct{ placement, low int32 }

func (w *Window) coverers() coverers {
	cs := coverers{from: make([]int32, w.N+2)}
	total := int32(0)
	for c := range w.N {
		for _, q := range w.placements(c) {
			if q.option < 0 {
				continue // a hole covers nothing
			}
			total += int32(bits.OnesCount64(q.mask))
			for m := q.mask; m != 0; m &= m - 1 {
				cs.from[c+bits.TrailingZeros64(m)+2]++
			}
		}
	}
	for c := range w.N {
		cs.from[c+2] += cs.from[c+1]
	}
	cs.list = make([]coverer, total)
	for c := w.N - 1; c >= 0; c-- {
		for k := w.from[c]; k < w.from[c+1]; k++ {
			if w.at[k].option < 0 {
				continue
			}
			for m := w.at[k].mask; m != 0; m &= m - 1 {
				next := &cs.from[c+bits.TrailingZeros64(m)+1]
				cs.list[*next] = coverer{int32(k), int32(c)}
				*next++
			}
		}
	}
	return cs
}

// of returns the placements that cover cell y and whose lowest cell is after c.
func (cs *coverers) of(y, c int) []coverer {
	list := cs.list[cs.from[y]:cs.from[y+1]]
	return list[:sort.Search(len(list), func(k int) bool { return int(list[k].low) <= c })]
}
