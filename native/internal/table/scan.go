package table

import (
	"math/bits"

	"github.com/exactile/exactile/native/internal/run"
)

// A Scan is the part of a table search that does not depend on the form of the tables:
// the board, and what becomes of the states it arrives at.
type Scan struct {
	run.Search
	Window *Window
	Open   []uint64 // the board searched: w.open less the cells filled beforehand
	// Arrive takes the states whose first empty cell is not before the limit.
	Arrive func(st State)
	asked  []asking
	gates  *Gates
	// next is the first cell after each at which something is asked or a gate is, the end of
	// the board if there is nothing.
	next []int32
}

// newScan returns a scan of the whole of a window, whose board is yet to be set.
func newScan(w *Window, wk run.Search) Scan {
	wk.Limit, wk.None, wk.Every = w.N, w.N, run.PauseEvery
	s := Scan{Search: wk, Window: w, next: make([]int32, w.N+1)}
	s.ask(nil)
	return s
}

// until is the cell from which on the children of a state at a cell are not searched as
// they are: something is asked of them, or they are at the limit.
func (s *Scan) until(c int) int { return min(s.Limit, int(s.next[c])) }

// ends disposes of a state that the search has come to from a state at a cell, if there is
// nothing to search below it now.
func (s *Scan) ends(from int, st State) bool {
	switch {
	case s.gates != nil && !s.gates.pass(from, st):
	case st.C < s.Window.N && s.hopeless(from, st):
	case st.C >= s.Limit:
		s.reach(st)
	default:
		return false
	}
	return true
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

// ask has all of that asked from now on, and nothing else.
func (s *Scan) ask(all []asking) {
	s.asked = all
	for c := range s.next {
		s.next[c] = int32(s.gates.after(c, s.Window.N))
		for n := range all {
			s.next[c] = min(s.next[c], all[n].next[c])
		}
	}
}

// hopeless asks about a state that the search has come to from a state at a cell.
func (s *Scan) hopeless(from int, st State) bool {
	for n := range s.asked {
		if a := &s.asked[n]; int(a.next[from]) <= st.C && a.hopeless(s.Open, st) {
			return true
		}
	}
	return false
}
