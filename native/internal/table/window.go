package table

import (
	"cmp"
	"math"
	"math/bits"
	"slices"

	"github.com/exactile/exactile/native/internal/problem"
	"github.com/exactile/exactile/native/internal/run"
)

// A Window is a problem in the form the table search works on. A state of that
// search is a cell c, before which no cell is empty; a word f whose bit j is set
// if the cell j positions after c was filled; and a word with the packed counts
// of what is left to place.
//
// Scanning for the first empty cell is folklore of polyomino programs; counting
// by equal states is the broken-profile dynamic programming of tilings.
type Window struct {
	p    *problem.Problem
	N    int      // positions, gaps included
	Open []uint64 // open[c], bit j: position c+j is a cell; n+1 words
	must []uint64 // the same for the cells that may not stay empty
	Span int      // the highest bit of a placement
	counters
	// at holds the placements by lowest cell: those of c are at[from[c]:from[c+1]],
	// increasing by kind, mask and option.
	at     []placement
	from   []int32
	Levels run.Levels // the levels set for rules
	// weights, if not nil, is by placement how many solutions one with it stands for.
	weights []uint64
}

// A State of the table search: no cell before c is empty, bit j of f is set if
// the cell at c+j was filled, and k is what is left of the packed counts.
type State struct {
	C    int
	F, K uint64
}

// A placement is an option seen from its lowest cell.
type placement struct {
	mask   uint64 // bit j: it covers the cell j positions on; bit 0 is set
	kind   int32
	option int32 // index into the model's options; -1: the cell stays empty
}

// NewWindow puts p in window form, scanning the cells in the given order. It
// returns nil when the counts do not fit the packed word, or show p to be
// impossible.
func NewWindow(p *problem.Problem, ord *problem.Order) *Window { return newWindow(p, ord, false) }

// newWindow is NewWindow, with needs in place of counts where they will do.
func newWindow(p *problem.Problem, ord *problem.Order, needs bool) *Window {
	w := &Window{p: p, N: ord.N, Span: ord.Span}
	w.layOut(ord)
	if !w.counters.build(p, ord, needs) || p.Impossible {
		return nil
	}
	if w.Hole < 0 {
		w.must = w.Open // the counts require every cell to be filled
	}
	w.Place(ord)
	return w
}

// layOut makes the words of the board: for every position the 64 positions from there on.
func (w *Window) layOut(ord *problem.Order) {
	words := make([]uint64, 2*(w.N+1))
	w.Open, w.must = words[:w.N+1], words[w.N+1:]
	for i, q := range ord.Pos {
		if q >= 0 {
			w.Open[q] = 1
			if w.p.Items[i].Lo > 0 {
				w.must[q] = 1
			}
		}
	}
	for q := w.N - 1; q >= 0; q-- {
		w.Open[q] |= w.Open[q+1] << 1
		w.must[q] |= w.must[q+1] << 1
	}
}

// Place sorts the placements by lowest cell.
func (w *Window) Place(ord *problem.Order) {
	p := w.p
	cellOf := make([]int32, len(p.Live))
	mask := make([]uint64, len(p.Live))
	w.from = make([]int32, w.N+2)
	for k, o := range p.Live {
		low := int32(-1)
		m := uint64(0)
		for _, i := range p.Model.Options[o] {
			at := ord.Pos[i]
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
	if w.Hole >= 0 {
		for q := range w.N {
			if w.mayStayEmpty(q) {
				w.from[q+2]++
				holes++
			}
		}
	}
	for q := range w.N {
		w.from[q+2] += w.from[q+1]
	}
	w.at = make([]placement, len(p.Live)+holes)
	for k, o := range p.Live {
		next := &w.from[cellOf[k]+1]
		w.at[*next] = placement{mask: mask[k], kind: w.kindOf[k], option: o}
		*next++
	}
	if w.Hole >= 0 {
		for q := range w.N {
			if w.mayStayEmpty(q) {
				next := &w.from[q+1]
				w.at[*next] = placement{mask: 1, kind: int32(w.Hole), option: -1}
				*next++
			}
		}
	}
	w.from = w.from[:w.N+1]
	for q := range w.N {
		slices.SortFunc(w.placements(q), func(a, b placement) int {
			if p.Rank == nil && a.kind != b.kind {
				return int(a.kind - b.kind)
			}
			return cmp.Or(cmp.Compare(rankOf(p, a), rankOf(p, b)), cmp.Compare(a.kind, b.kind),
				cmp.Compare(a.mask, b.mask), cmp.Compare(a.option, b.option))
		})
	}
}

// rankOf is the caller's rank of a placement; a cell is left empty last.
func rankOf(p *problem.Problem, q placement) int {
	switch {
	case p.Rank == nil:
		return 0
	case q.option < 0:
		return math.MaxInt
	}
	return p.Rank(int(q.option))
}

func (w *Window) placements(c int) []placement { return w.at[w.from[c]:w.from[c+1]] }

func (w *Window) mayStayEmpty(c int) bool { return (w.Open[c]&^w.must[c])&1 != 0 }

// Reach is the cells that placements whose lowest cell is c cover.
func (w *Window) Reach(c int) (cells uint64) {
	for _, p := range w.placements(c) {
		cells |= p.mask
	}
	return cells
}

// nextOpen returns the first cell of the whole board that is not before c, or n.
func (w *Window) nextOpen(c int) int { return nextOpen(w.Open, c) }

func nextOpen(open []uint64, c int) int {
	n := len(open) - 1
	for c < n {
		if e := open[c]; e != 0 {
			return c + bits.TrailingZeros64(e)
		}
		c += 64
	}
	return n
}
