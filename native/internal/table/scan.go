package table

import (
	"math/bits"
	"slices"

	"github.com/exactile/exactile/native/internal/run"
)

// A Scan is the part of a table search that does not depend on the form of the tables:
// the board, the rules and class tests, and the handling of states at the limit.
type Scan struct {
	run.Search
	Window *Window
	Open   []uint64 // the board searched: w.open less the cells filled beforehand
	// Emit gets the states whose first empty cell is at or after the limit.
	Emit       func(st State)
	tests      []stateTest
	classTests *ClassTests
	// next is, by cell, the first later cell at which a rule is tested or a class test is; the end
	// of the board if there is none.
	next []int32
}

// newScan returns a scan of a whole window; its board must still be set.
func newScan(w *Window, wk run.Search) Scan {
	wk.Limit, wk.None, wk.Every = w.N, w.N, run.PauseEvery
	s := Scan{Search: wk, Window: w, next: make([]int32, w.N+1)}
	s.setTests(nil)
	return s
}

// until is the first cell at which the children of a state at cell c need more than a
// search: a rule or a class test tests them, or they are at the limit.
func (s *Scan) until(c int) int { return min(s.Limit, int(s.next[c])) }

// pruned reports whether a state, whose parent is at cell from, fails a class test, or a rule shows
// that it has no solutions.
func (s *Scan) pruned(from int, st State) bool {
	if s.classTests != nil && !s.classTests.pass(from, st) {
		return true
	}
	return slices.ContainsFunc(s.tests, func(t stateTest) bool {
		at := t.testCell()
		return from < at && at <= st.C && st.C < s.Window.N && t.hopeless(s.Open, st)
	})
}

// atLimit handles a state at the limit: a listing goes on below it as a task.
func (s *Scan) atLimit(st State, below func()) {
	switch {
	case s.Visit != nil:
		s.AsTask(below)
	case !s.Stopped:
		s.Emit(st)
	}
}

func (s *Scan) Base() *run.Search { return &s.Search }

func (s *Scan) Scanner() *Scan { return s }

// NextOpen returns the first cell of the board that is not before c, or n.
func (s *Scan) NextOpen(c int) int { return nextOpen(s.Open, c) }

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

// Full counts a full board, unless a lower bound is missed. It reports whether
// it is a solution.
func (s *Scan) Full(k uint64) bool { return !s.Window.short(k) && s.Solution() }

// setTests sets the rules that are tested from now on.
func (s *Scan) setTests(all []stateTest) {
	s.tests = all
	for c := range s.next {
		s.next[c] = int32(s.classTests.after(c, s.Window.N))
		for _, t := range all {
			if at := t.testCell(); at > c {
				s.next[c] = min(s.next[c], int32(at))
			}
		}
	}
}
