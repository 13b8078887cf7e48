package table

import (
	"math/bits"

	"github.com/exactile/exactile/native/internal/run"
)

// A State of the table search: no cell before c is empty, bit j of f says that
// the cell at c+j was filled, and k is what is left of the packed counts.
type State struct {
	C    int
	F, K uint64
}

// A Scan is the part of a table search that does not depend on the form of the tables:
// the board, and what becomes of the states it arrives at.
type Scan struct {
	run.Search
	Window *Window
	Open   []uint64 // the board searched: w.open less the cells filled beforehand
	// Arrive takes the states whose first empty cell is not before the limit.
	Arrive func(st State)
}

// newScan returns a scan of the whole of a window, whose board is yet to be set.
func newScan(w *Window, wk run.Search) Scan {
	wk.Limit, wk.None, wk.Every = w.N, w.N, run.PauseEvery
	return Scan{Search: wk, Window: w}
}

func (s *Scan) Base() *run.Search { return &s.Search }

func (s *Scan) Scanner() *Scan { return s }

// NextOpen returns the first cell of the board that is not before c, or n.
func (s *Scan) NextOpen(c int) int {
	for c < s.Window.N {
		if e := s.Open[c]; e != 0 {
			return c + bits.TrailingZeros64(e)
		}
		c += 64
	}
	return s.Window.N
}

// after returns the state that a placement leads to.
func (s *Scan) after(st State, mask, unit uint64) State {
	f := st.F | mask
	k := st.K - unit
	e := s.Open[st.C] &^ f
	if e == 0 {
		return State{s.NextOpen(st.C + 64), 0, k}
	}
	d := bits.TrailingZeros64(e)
	return State{st.C + d, f >> d, k}
}

// reach disposes of a state at the limit or beyond.
func (s *Scan) reach(st State) {
	if st.C < s.Window.N {
		if !s.Stopped {
			s.Arrive(st)
		}
		return
	}
	s.Full(st.K)
}

// Full counts a full board, unless a lower bound is missed. It reports whether
// it is a solution.
func (s *Scan) Full(k uint64) bool { return !s.Window.short(k) && s.Solution() }
