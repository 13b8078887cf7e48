package native

import (
	"cmp"
	"math"
	"slices"
)

// A window is a problem in the form the table search works on. A state of that
// search is a cell c, before which no cell is empty; a word f whose bit j says
// that the cell j positions after c was filled; and a word with the packed counts
// of what is left to place.
//
// Scanning for the first empty cell is folklore of polyomino programs; counting
// by equal states is the broken-profile dynamic programming of tilings.
type window struct {
	p    *problem
	n    int      // positions, gaps included
	open []uint64 // open[c], bit j: position c+j is a cell; n+1 words
	must []uint64 // the same for the cells that may not stay empty
	span int      // the highest bit of a placement
	tally
	// at holds the placements by lowest cell: those of c are at[from[c]:from[c+1]],
	// increasing by kind, mask and option.
	at   []placement
	from []int32
	// keepDead is set to let placements leave dead cells.
	keepDead bool
}

// A placement is an option seen from its lowest cell.
type placement struct {
	mask   uint64 // bit j: it covers the cell j positions on; bit 0 is set
	kind   int32
	option int32 // index into the model's options; -1: the cell stays empty
}

// newWindow puts p in window form, scanning the cells in the given order. It
// returns nil when the counts do not fit the packed word, or show p to be
// impossible.
func newWindow(p *problem, ord *order) *window {
	w := &window{p: p, n: ord.n, span: ord.span}
	w.layOut(ord)
	if !w.tally.build(p, ord) || p.impossible {
		return nil
	}
	if w.hole < 0 {
		w.must = w.open // as many cells as must be filled there are
	}
	w.place(ord)
	return w
}

// layOut makes the words of the board, 64 positions from every position on.
func (w *window) layOut(ord *order) {
	words := make([]uint64, 2*(w.n+1))
	w.open, w.must = words[:w.n+1], words[w.n+1:]
	for i, q := range ord.pos {
		if q >= 0 {
			w.open[q] = 1
			if w.p.items[i].lo > 0 {
				w.must[q] = 1
			}
		}
	}
	for q := w.n - 1; q >= 0; q-- {
		w.open[q] |= w.open[q+1] << 1
		w.must[q] |= w.must[q+1] << 1
	}
}

// place sorts the placements by lowest cell.
func (w *window) place(ord *order) {
	p := w.p
	cellOf := make([]int32, len(p.live))
	mask := make([]uint64, len(p.live))
	w.from = make([]int32, w.n+2)
	for k, o := range p.live {
		low := int32(-1)
		m := uint64(0)
		for _, i := range p.m.Options[o] {
			at := ord.pos[i]
			switch {
			case at < 0:
			case low < 0:
				low, m = at, 1
			case at < low:
				low, m = at, m<<(low-at)|1
			default:
				m |= 1 << (at - low)
			}
		}
		cellOf[k], mask[k] = low, m
		w.from[low+2]++
	}
	holes := 0
	if w.hole >= 0 {
		for q := range w.n {
			if w.mayStayEmpty(q) {
				w.from[q+2]++
				holes++
			}
		}
	}
	for q := range w.n {
		w.from[q+2] += w.from[q+1]
	}
	w.at = make([]placement, len(p.live)+holes)
	for k, o := range p.live {
		next := &w.from[cellOf[k]+1]
		w.at[*next] = placement{mask: mask[k], kind: w.kindOf[k], option: o}
		*next++
	}
	if w.hole >= 0 {
		for q := range w.n {
			if w.mayStayEmpty(q) {
				next := &w.from[q+1]
				w.at[*next] = placement{mask: 1, kind: int32(w.hole), option: -1}
				*next++
			}
		}
	}
	w.from = w.from[:w.n+1]
	for q := range w.n {
		slices.SortFunc(w.placements(q), func(a, b placement) int {
			return cmp.Or(cmp.Compare(rankOf(p, a), rankOf(p, b)), cmp.Compare(a.kind, b.kind), cmp.Compare(a.mask, b.mask), cmp.Compare(a.option, b.option))
		})
	}
}

// rankOf is the caller's rank of a placement; a cell is left empty last.
func rankOf(p *problem, q placement) int {
	switch {
	case p.rank == nil:
		return 0
	case q.option < 0:
		return math.MaxInt
	}
	return p.rank(int(q.option))
}

func (w *window) placements(c int) []placement { return w.at[w.from[c]:w.from[c+1]] }

func (w *window) mayStayEmpty(c int) bool { return (w.open[c]&^w.must[c])&1 != 0 }

// reach is the cells that placements whose lowest cell is c cover.
func (w *window) reach(c int) (cells uint64) {
	for _, p := range w.placements(c) {
		cells |= p.mask
	}
	return cells
}
