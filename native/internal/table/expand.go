package table

import (
	"math/bits"
	"slices"

	"github.com/exactile/exactile/native/internal/problem"
	"github.com/exactile/exactile/native/internal/run"
)

// A Child is a state that a placement leads to.
type Child struct {
	State
	At int32 // the placement, see Option and Weights
}

// An Expander makes the children of states one state at a time, for callers that store the
// states. If a placement strands a cell that may stay empty, the cell is filled at once: it
// would become a hole later. So states that differ only in such cells are equal, and states
// with too many of them are dropped. An Expander is used by one goroutine.
type Expander struct {
	run.Search
	Window  *Window
	Problem *problem.Problem
	Order   *problem.Order
	start   State
	board   *wideBoard
	sealed  []uint64   // of each of window.at: the cells to fill with it; nil: none
	due     []uint64   // by first empty cell: the fields of counts that must be 0
	ended   []uint64   // the fields of due that Expand tests
	needs   [][]uint64 // of each of window.at: the fields of its needs; nil: there are none
	holes   uint64     // the field of the holes
	hole    uint64     // what one takes from it
	// LooksAhead leaves out children without children of their own: Tested children were tested,
	// and Alive of them were kept.
	LooksAhead    bool
	Tested, Alive int64
	classTests    *ClassTests // nil: all states pass
	near          bool        // expandNear applies: no counts, class tests or stranded cells
}

// NewExpander returns an expander for a problem whose cells are scanned in the given
// order, or nil if that takes too many tables or the problem does not fit the window. Of
// the options of the roots' item it places only the roots, with their weights.
func NewExpander(
	s *run.Settings, p *problem.Problem, ord *problem.Order, roots []problem.Root,
) *Expander {
	w := newWindow(p, ord, true)
	if w == nil {
		return nil
	}
	w.Levels = s.Levels
	w.restrict(roots)
	b := newWideBoard(w, demandsOf)
	if b == nil {
		return nil
	}
	x := &Expander{Window: w, Problem: p, Order: ord, board: b, due: w.due()}
	x.Apart(false)
	x.start = State{0, 0, w.start}
	if w.Open[0]&1 == 0 {
		x.start.C = w.nextOpen(0)
	}
	if w.Hole >= 0 && stranded.chosen(w.Levels) > 0 {
		x.sealed = w.strandedIn(w.Open) // for cells of must, the tables rule such placements out
		if counts := w.kinds[w.Hole].counts; len(counts) > 0 {
			x.holes, x.hole = w.counts[counts[0]].field, w.kinds[w.Hole].unit
		}
	}
	x.near = len(w.counts) == 0 && x.sealed == nil
	if slices.ContainsFunc(w.counts, func(c count) bool { return c.need }) {
		x.needs = make([][]uint64, len(w.at))
	}
	for at := range x.needs {
		x.needs[at] = w.kinds[w.at[at].kind].needs
	}
	return x
}

// Needs reports whether the packed counts have needs, which placements do not take from.
func (x *Expander) Needs() bool { return x.needs != nil }

// Restrict restricts the expansion to states that pass class tests. Then no stranded cell is filled
// early, since class tests depend on the cells that placements have filled. Restrict reports
// whether the start passes.
func (x *Expander) Restrict(g *ClassTests) bool {
	x.classTests, x.sealed, x.near = g, nil, false
	return g == nil || g.pass(-1, x.start)
}

// Restricted reports whether there are class tests.
func (x *Expander) Restricted() bool { return x.classTests != nil }

// Clone returns an expander with a search of its own.
func (x *Expander) Clone(wk run.Search) *Expander {
	c := *x
	c.Search = wk
	return &c
}

// Base is the search of the expander, Start its first state, End the layer of a full board,
// Reach how many cells later a child is, gaps of the board aside, and Bits how many bits the
// states have in F above its lowest, which is 0, and in K.
func (x *Expander) Base() *run.Search { return &x.Search }
func (x *Expander) Start() State      { return x.start }
func (x *Expander) End() int          { return x.Window.N }
func (x *Expander) Reach() int        { return x.Window.Span }
func (x *Expander) Bits() (f, k int)  { return max(0, x.Window.Span-1), bits.Len64(x.start.K) }

// Option is the option of a placement, -1 if the cell stays empty.
func (x *Expander) Option(at int32) int { return int(x.Window.at[at].option) }

// Placements is how many placements there are.
func (x *Expander) Placements() int { return len(x.Window.at) }

// Weights are, by placement, how many solutions each solution below a child stands for. If
// they are nil, each stands for itself.
func (x *Expander) Weights() []uint64 { return x.Window.weights }

// MostChildren is how many children Expand must have room for.
func (x *Expander) MostChildren() int {
	most := 0
	for c := range x.Window.N {
		most = max(most, len(x.Window.placements(c)))
	}
	return most
}

// Expand writes the children of a state to to, and returns how many there are.
func (x *Expander) Expand(st State, to []Child) int {
	b := x.board
	if x.near && b.sites[st.C].near[0] != nil {
		return x.expandNear(st, to)
	}
	gone := b.exhausted(st.K)
	words := b.wordsAt(st.C, gone)
	open := b.Open[st.C]
	e := (open &^ st.F) >> 1
	n := 0
	for j := range words {
		first := int(b.from[st.C]) + 64*j
		fit := words[j].fit(e, gone)
		x.Nodes += int64(bits.OnesCount64(fit))
		for ; fit != 0; fit &= fit - 1 {
			at := first + bits.TrailingZeros64(fit)
			q := &b.slots[at]
			child := &to[n]
			f, k := st.F|q.mask, st.K-q.unit
			if x.needs != nil {
				for _, need := range x.needs[at] {
					if k&need != 0 {
						k -= need & -need
					}
				}
			}
			still := b.goneAfter(q, gone, k)
			if x.sealed != nil {
				if seal := x.sealed[at] & open &^ f; seal != 0 {
					f |= seal
					less := x.hole * uint64(bits.OnesCount64(seal))
					if k&x.holes < less {
						continue
					}
					if k -= less; k&x.holes == 0 {
						still |= b.holes
					}
				}
			}
			child.At = int32(at)
			free := open &^ f
			if free == 0 {
				child.State = State{b.nextOpen(st.C + 64), 0, k}
			} else {
				step := bits.TrailingZeros64(free)
				child.State = State{st.C + step, f >> step, k}
			}
			switch {
			case x.classTests != nil && !x.classTests.pass(st.C, child.State):
			case k&x.ended[child.C] != 0:
			case !x.LooksAhead || child.C == b.N:
				n++
			default:
				// No branch: whether something fits is unpredictable.
				more := b.fit(child.State, still)
				some := int((more | -more) >> 63)
				n += some
				x.Alive += int64(some)
				x.Tested++
			}
		}
	}
	return n
}

// expandNear is Expand for a cell whose tables are near, if nothing is counted and no
// stranded cell is filled early. Tetrominoes and pentominoes, any number of each, take 1.2 times
// the time without it. It leaves the word of the counts to the caller, unchanged
// in the children.
func (x *Expander) expandNear(st State, to []Child) (n int) {
	b := x.board
	free := b.Open[st.C] &^ st.F
	first := int(b.from[st.C])
	fit := b.sites[st.C].near.fit(free >> 1)
	x.Nodes += int64(bits.OnesCount64(fit))
	for ; fit != 0; fit &= fit - 1 {
		at := first + bits.TrailingZeros64(fit)
		mask := b.slots[at].mask
		left := free &^ mask
		step := bits.TrailingZeros64(left) // 64 when the window is full
		child := &to[n]
		child.At = int32(at)
		child.State = State{st.C + step, (st.F | mask) >> (step & 63), st.K}
		if step == 64 {
			child.State = State{b.nextOpen(st.C + step), 0, st.K}
		}
		if !x.LooksAhead || child.C == b.N {
			n++
			continue
		}
		more := uint64(0)
		if t := &b.sites[child.C].near; step < 32 && t[0] != nil {
			more = t.fit(left >> step >> 1) // its 32 bits are in the window
		} else {
			more = b.fit(child.State, 0)
		}
		// No branch: whether something fits is unpredictable.
		some := int((more | -more) >> 63)
		n += some
		x.Alive += int64(some)
		x.Tested++
	}
	return n
}

// fit returns 0 if nothing can be placed at a state; gone are the exhausted counts of
// the state.
func (b *wideBoard) fit(st State, gone uint64) (some uint64) {
	words := b.wordsAt(st.C, gone)
	e := (b.Open[st.C] &^ st.F) >> 1
	for j := range words {
		some |= words[j].fit(e, gone)
	}
	return some
}

// restrict removes the placements that are images of a root from the window, and sets the
// weights of the roots: each root stands for its images.
func (w *Window) restrict(roots []problem.Root) {
	if roots[0].Option < 0 {
		return
	}
	weights := make(map[int32]uint64) // 0 for the options removed
	for n := range roots {
		r := &roots[n]
		for _, g := range r.Images {
			weights[int32(g[r.Option])] = 0
		}
		weights[r.Option] = uint64(len(r.Images))
	}
	kept, from := w.at[:0], make([]int32, len(w.from))
	for c := range w.N {
		for _, q := range w.placements(c) {
			weight, known := weights[q.option]
			if known && weight == 0 {
				continue
			}
			kept = append(kept, q)
			w.weights = append(w.weights, max(1, weight))
		}
		from[c+1] = int32(len(kept))
	}
	w.at, w.from = kept, from
}

// due returns, for every first empty cell, the fields of the counts that must be 0 there:
// they must be used up, and no placement from there on takes from them.
func (w *Window) due() []uint64 {
	due := make([]uint64, w.N+1)
	here := uint64(0)
	for n := range w.counts {
		if c := &w.counts[n]; c.lo == c.hi {
			here |= c.field
		}
	}
	for c := w.N; c >= 0; c-- {
		if c < w.N {
			for _, q := range w.placements(c) {
				for _, need := range w.kinds[q.kind].needs {
					here &^= need
				}
				for _, n := range w.kinds[q.kind].counts {
					here &^= w.counts[n].field
				}
			}
		}
		due[c] = here
	}
	return due
}

// Full counts a full board, unless a lower bound is missed. It reports whether it is a
// solution.
func (x *Expander) Full(st State) bool { return !x.Window.short(st.K) && x.Solution() }

// The methods below are for callers that keep states with the same cells filled together and expand
// all of them at once.

// Apart makes Expand treat the counts of a state as bounds on the counts of several states:
// it returns the children that any of them may have. The caller finds out which states have
// which children with Takes and Due.
func (x *Expander) Apart(apart bool) {
	x.ended = x.due
	if apart {
		x.ended = make([]uint64, len(x.due))
	}
}

// Takes is what a placement takes from the packed counts of a state, including the holes of
// cells that it strands and that are filled with it.
func (x *Expander) Takes(at int32, st State) uint64 {
	takes := x.board.slots[at].unit
	if x.sealed != nil {
		seal := x.sealed[at] & x.board.Open[st.C] &^ (st.F | x.board.slots[at].mask)
		takes += x.hole * uint64(bits.OnesCount64(seal))
	}
	return takes
}

// Due is the fields of the packed counts that must be 0 in states whose first empty cell
// is c.
func (x *Expander) Due(c int) uint64 { return x.due[c] }

// Tops is the highest bits of the fields of the packed counts.
func (x *Expander) Tops() (tops uint64) {
	for n := range x.board.counts {
		field := x.board.counts[n].field
		tops |= field &^ (field >> 1)
	}
	return tops
}

// Placed reports whether a placement has its lowest cell at c.
func (x *Expander) Placed(at int32, c int) bool {
	return x.Window.from[c] <= at && at < x.Window.from[c+1]
}
