package table

import "math/bits"

func (s *FastSearch) List(st State) {
	if s.optionOf == nil {
		s.optionOf = s.board.optionOf()
		s.trail = make([]int32, s.Window.N)
	}
	s.follow(st, s.board.available(st.K), 0)
}

// trace is run with a trail: it searches below a state of which the first depth
// placements of the trail are chosen.
func (s *FastSearch) trace(c int, f, fit, avail, k uint64, depth int) {
	if s.Nodes >= s.PauseAt && s.Pause() {
		return
	}
	open, until := s.sites[c].open, min(s.Limit, int(s.next[c]))
	options := s.optionOf[c*maxSlots:][:maxSlots]
	for ; fit != 0; fit &= fit - 1 {
		b := bits.TrailingZeros64(fit) & 63
		q := &s.slots[b]
		s.trail[depth] = options[b]
		filled := f | q.mask
		left := k - q.unit
		still := avail
		if left&q.field == 0 {
			still &^= q.group
		}
		e := open &^ filled
		step := bits.TrailingZeros64(e) // 64 when the window is full
		next := c + step
		if e == 0 {
			next = s.NextOpen(next)
		}
		filled >>= step
		if next >= until {
			if st := (State{next, filled, left}); s.classTests == nil || s.classTests.pass(c, st) {
				s.emitAt(st, still, depth+1)
			}
			continue
		}
		s.Nodes++
		here := &s.sites[next]
		e = (here.open &^ filled) >> 1
		t := here.fits
		if still&s.holes == 0 {
			t = here.strict
		}
		if more := still & t[0][byte(e)] & t[1][byte(e>>8)] & t[2][byte(e>>16)] & t[3][byte(e>>24)]; more != 0 {
			s.trace(next, filled, more, still, left, depth+1)
		}
	}
}

// emitAt handles a state at or after the cell to stop at, or one that has passed a class test.
func (s *FastSearch) emitAt(st State, avail uint64, depth int) {
	switch {
	case st.C == s.Window.N:
		s.emit(st.K, depth)
	case st.C < s.Limit: // it has passed a class test
		s.follow(st, avail, depth)
	default:
		s.AsTask(func() { s.follow(st, avail, depth) })
	}
}

// follow traces from a state on.
func (s *FastSearch) follow(st State, avail uint64, depth int) {
	s.Nodes++
	s.trace(st.C, st.F, s.fit(st, avail), avail, st.K, depth)
}

// emit counts and delivers the solution made of the first depth placements of the trail.
func (s *FastSearch) emit(k uint64, depth int) {
	if !s.Full(k) {
		return
	}
	s.Deliver(s.filled(s.trail[:depth]))
}

// filled returns the options of a trail.
func (s *FastSearch) filled(trail []int32) []int32 {
	if s.board.Hole < 0 {
		return trail
	}
	s.placed = s.placed[:0]
	for _, o := range trail {
		if o >= 0 {
			s.placed = append(s.placed, o)
		}
	}
	return s.placed
}

// optionOf lists the options by cell and slot.
func (b *fastBoard) optionOf() []int32 {
	options := make([]int32, b.N*maxSlots)
	for c := range b.N {
		for n := b.from[c]; n < b.from[c+1]; n++ {
			options[c*maxSlots+int(b.slotOf[n])] = b.at[n].option
		}
	}
	return options
}
