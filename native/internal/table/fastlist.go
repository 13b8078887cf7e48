package table

import "math/bits"

func (s *FastSearch) List(st State) {
	if s.optionOf == nil {
		s.optionOf = s.board.optionOf()
		s.trail = make([]int32, s.Window.N)
	}
	s.begin()
	s.follow(st, s.board.available(st.K), 0)
}

// trace is run with a trail: it searches below a state of which the first depth
// placements of the trail are chosen.
func (s *FastSearch) trace(c int, f, fit, avail, k uint64, depth int) {
	if s.Nodes >= s.PauseAt && s.Pause() {
		return
	}
	open, until := s.sites[c].open, min(s.stop, int(s.next[c]))
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

// begin sets the cell at which trace stops. Completions are not used above the tasks, not
// even if tasks begin at no cell: then each solution is a task, and this search skips the
// tasks of others one by one.
func (s *FastSearch) begin() {
	s.stop = s.Limit
	if s.Completions != nil && s.Limit == s.Window.N && (s.Share == nil || s.InTask) {
		s.stop = s.Completions.at
	}
}

// emitAt handles a state at or after the cell to stop at, or one that has passed a class test.
func (s *FastSearch) emitAt(st State, avail uint64, depth int) {
	switch {
	case st.C == s.Window.N:
		s.emit(st.K, depth)
	case st.C < s.stop: // it has passed a class test
		s.follow(st, avail, depth)
	case s.Limit < s.Window.N:
		s.AsTask(func() {
			s.begin()
			s.follow(st, avail, depth)
		})
		s.begin()
	default:
		s.end(st, avail, depth)
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
	if s.Completions != nil && s.Completions.active {
		s.Completions.add(s.trail[:depth])
		s.deliver(depth)
		s.same = s.Completions.depth
		return
	}
	s.same = 0
	s.deliver(depth)
}

// deliver delivers the solution made of the first depth placements of the trail.
func (s *FastSearch) deliver(depth int) {
	if s.board.Hole >= 0 {
		s.Deliver(s.filled(s.trail[:depth]), 0)
	} else {
		s.Deliver(s.trail[:depth], s.same)
	}
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

// end lists the completions of a state at which depth placements are made.
func (s *FastSearch) end(st State, avail uint64, depth int) {
	e := s.Completions
	s.same = 0
	x := e.of(st)
	if x.known && x.st == st && (s.MaxNodes == 0 || s.Nodes+x.nodes <= s.MaxNodes) {
		s.repeat(x, depth)
		return
	}
	e.begin(depth)
	nodes, stop := s.Nodes, s.stop
	s.stop = s.Window.N
	s.follow(st, avail, depth)
	s.stop = stop
	if !e.active || s.Stopped {
		e.Options = e.Options[:e.from]
		e.Sets = e.Sets[:e.begun]
	} else {
		*x = completion{
			st: st, known: true, nodes: s.Nodes - nodes,
			from: int32(e.from), to: int32(len(e.Options)), set: int32(e.begun), sets: int32(len(e.Sets)),
		}
	}
	e.active = false
}

// repeat lists what x remembers.
func (s *FastSearch) repeat(x *completion, depth int) {
	s.Nodes += x.nodes
	if e := s.Completions; e.words > 0 && s.VisitAll != nil {
		s.DeliverAll(s.filled(s.trail[:depth]), e.Sets[x.set:x.sets], e.words)
		return
	}
	for rest := s.Completions.Options[x.from:x.to]; len(rest) > 0 && !(s.Nodes >= s.PauseAt && s.Pause()) && s.Solution(); {
		n := int(rest[0])
		for k, o := range rest[1 : 1+n] {
			s.trail[depth+k] = o
		}
		rest = rest[1+n:]
		s.deliver(depth + n)
		s.same = depth
	}
}
