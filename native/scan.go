package native

import "math/bits"

// A state of the table search: no cell before c is empty, bit j of f says that
// the cell at c+j was filled, and k is what is left of the packed counts.
type state struct {
	c    int
	f, k uint64
}

// A scan is the part of a table search that does not depend on the form of the tables:
// the board, and what becomes of the states it arrives at.
type scan struct {
	walk
	w    *window
	open []uint64 // the board searched: w.open less the cells filled beforehand
	// arrive takes the states whose first empty cell is not before the limit.
	arrive func(st state)
}

// newScan returns a scan of the whole of a window, whose board is yet to be set.
func newScan(w *window, wk walk) scan {
	wk.limit, wk.none, wk.every = w.n, w.n, pauseEvery
	return scan{walk: wk, w: w}
}

func (s *scan) base() *walk { return &s.walk }

func (s *scan) scanner() *scan { return s }

// nextOpen returns the first cell of the board that is not before c, or n.
func (s *scan) nextOpen(c int) int {
	for c < s.w.n {
		if e := s.open[c]; e != 0 {
			return c + bits.TrailingZeros64(e)
		}
		c += 64
	}
	return s.w.n
}

// after returns the state that a placement leads to.
func (s *scan) after(st state, mask, unit uint64) state {
	f := st.f | mask
	k := st.k - unit
	e := s.open[st.c] &^ f
	if e == 0 {
		return state{s.nextOpen(st.c + 64), 0, k}
	}
	d := bits.TrailingZeros64(e)
	return state{st.c + d, f >> d, k}
}

// reach disposes of a state at the limit or beyond.
func (s *scan) reach(st state) {
	if st.c < s.w.n {
		if !s.stopped {
			s.arrive(st)
		}
		return
	}
	s.full(st.k)
}

// full counts a full board, unless a lower bound is missed. It reports whether
// it is a solution.
func (s *scan) full(k uint64) bool { return !s.w.short(k) && s.solution() }
