package table

import "math/bits"

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
	stranded := make([]uint64, len(w.at))
	for c := range w.N {
		// Sixty-four placements at a time, as bits of a word.
		for from := w.from[c]; from < w.from[c+1]; from += 64 {
			to := min(from+64, w.from[c+1])
			w.strandedOf(c, w.at[from:to], must[c], stranded[from:to])
		}
	}
	return stranded
}

// strandedOf fills in stranded for up to 64 placements at cell c.
func (w *Window) strandedOf(c int, here []placement, must uint64, stranded []uint64) {
	var with [64]uint64   // the placements that cover the cell j positions on
	var taking [64]uint64 // the placements that exhaust the count of bit j
	reach := uint64(0)
	for k := range here {
		reach |= here[k].mask
		for m := here[k].mask; m != 0; m &= m - 1 {
			with[bits.TrailingZeros64(m)] |= 1 << k
		}
		for m := w.kinds[here[k].kind].once; m != 0; m &= m - 1 {
			taking[bits.TrailingZeros64(m)] |= 1 << k
		}
	}
	// doomed are the placements after which none is known yet to cover the cell j positions on,
	// and open the cells with any. Nothing placed at c reaches beyond the span.
	var doomed [64]uint64
	open, all := must&^1&(2<<w.Span-1), ^uint64(0)>>(64-len(here))
	for left := open; left != 0; left &= left - 1 {
		j := bits.TrailingZeros64(left)
		doomed[j] = all &^ with[j]
	}
	// By falling lowest cell the first options are the least likely to clash with a placement.
	for d := min(w.Span, w.N-1-c); d > 0; d-- {
		for _, q := range w.placements(c + d) {
			if open>>d == 0 {
				break
			}
			m, clash := q.mask<<d&open, uint64(0)
			if m == 0 || q.option < 0 { // a hole covers nothing
				continue
			}
			for m := w.kinds[q.kind].once; m != 0; m &= m - 1 {
				clash |= taking[bits.TrailingZeros64(m)]
			}
			for m := q.mask << d & reach; m != 0; m &= m - 1 {
				clash |= with[bits.TrailingZeros64(m)]
			}
			for ; m != 0; m &= m - 1 {
				j := bits.TrailingZeros64(m)
				if doomed[j] &= clash; doomed[j] == 0 {
					open &^= 1 << j
				}
			}
		}
	}
	for ; open != 0; open &= open - 1 {
		d := bits.TrailingZeros64(open)
		for m := doomed[d]; m != 0; m &= m - 1 {
			stranded[bits.TrailingZeros64(m)] |= 1 << d
		}
	}
}
