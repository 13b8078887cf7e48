package native

import (
	"math/bits"
	"slices"
)

// A fastSearch searches a fastBoard depth first.
type fastSearch struct {
	walk
	board *fastBoard
	sites []site
	slots [maxSlots]slot // a copy, one addition away
	holes uint64
	trail []uint32 // cell and slot of each placement, for trace
	// optionOf is the option of each cell and slot, -1 where the cell stays empty;
	// made when the first solution is listed.
	optionOf []int32
}

func newFastSearch(b *fastBoard, wk walk) *fastSearch {
	s := &fastSearch{walk: wk, board: b, sites: slices.Clone(b.sites), holes: b.holes}
	copy(s.slots[:], b.slots)
	return s
}

func (s *fastSearch) from(open []uint64) {
	s.open = open
	for c := range s.sites {
		s.sites[c].open = open[c]
	}
}

func (s *fastSearch) base() *walk { return &s.walk }

func (s *fastSearch) count(st state) {
	avail := s.board.available(st.k)
	s.nodes++
	s.run(st.c, st.f, s.fit(st, avail), avail, st.k)
}

func (s *fastSearch) list(st state) {
	s.follow(st, s.board.available(st.k), 0)
}

// nodeCost is in nanoseconds; only its ratio to that of other engines matters.
func (s *fastSearch) nodeCost() float64 { return 11 }

// step chooses a random child of a state, and returns how many there are.
func (s *fastSearch) step(st state, rnd *random) (next state, children int) {
	fit := s.fit(st, s.board.available(st.k))
	if fit == 0 {
		return st, 0
	}
	children = bits.OnesCount64(fit)
	for range rnd.below(children) {
		fit &= fit - 1
	}
	q := &s.slots[bits.TrailingZeros64(fit)]
	return s.after(st, q.mask, q.unit), children
}

// run searches below a state whose cell c is empty and at which the slots of fit
// can be placed. A node takes about ten nanoseconds: all of a state is in
// arguments, nothing is allocated, nothing has to be undone, every slot of fit does
// fit, and a child that nothing fits is left without a call. trace is a copy that
// remembers what it places.
func (s *fastSearch) run(c int, f, fit, avail, k uint64) {
	if s.nodes >= s.pauseAt && s.pause() {
		return
	}
	open := s.sites[c].open
	for ; fit != 0; fit &= fit - 1 {
		q := &s.slots[bits.TrailingZeros64(fit)&63]
		filled := f | q.mask
		left := k - q.unit
		still := avail
		if left&q.field == 0 {
			still &^= q.group
		}
		e := open &^ filled
		if e == 0 {
			s.wrap(c, still, left)
			continue
		}
		step := bits.TrailingZeros64(e)
		next := c + step
		filled >>= step
		if next >= s.limit {
			s.reach(state{next, filled, left})
			continue
		}
		s.nodes++
		here := &s.sites[next]
		e = (here.open &^ filled) >> 1
		t := here.fits
		if still&s.holes == 0 {
			t = here.strict
		}
		if more := still & t[0][byte(e)] & t[1][byte(e>>8)] & t[2][byte(e>>16)] & t[3][byte(e>>24)]; more != 0 {
			s.run(next, filled, more, still, left)
		}
	}
}

// wrap goes on behind a window that is full.
func (s *fastSearch) wrap(c int, avail, k uint64) {
	if st := (state{s.nextOpen(c + 64), 0, k}); st.c < s.limit {
		s.nodes++
		s.run(st.c, 0, s.fit(st, avail), avail, k)
	} else {
		s.reach(st)
	}
}

// fit returns the slots that can be placed at a state.
func (s *fastSearch) fit(st state, avail uint64) uint64 {
	here := &s.sites[st.c]
	t := here.fits
	if avail&s.holes == 0 {
		t = here.strict
	}
	e := (here.open &^ st.f) >> 1
	return avail & t[0][byte(e)] & t[1][byte(e>>8)] & t[2][byte(e>>16)] & t[3][byte(e>>24)]
}

// trace is run with a trail: it searches below a state of which the first depth
// placements of the trail are chosen.
func (s *fastSearch) trace(c int, f, fit, avail, k uint64, depth int) {
	if s.nodes >= s.pauseAt && s.pause() {
		return
	}
	if depth == len(s.trail) {
		s.trail = append(s.trail, 0)
	}
	open := s.sites[c].open
	for ; fit != 0; fit &= fit - 1 {
		b := bits.TrailingZeros64(fit) & 63
		q := &s.slots[b]
		s.trail[depth] = uint32(c*maxSlots + b)
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
			next = s.nextOpen(next)
		}
		filled >>= step
		if next >= s.limit {
			if next == s.w.n {
				s.emit(left, depth+1)
			} else {
				s.asTask(func() { s.follow(state{next, filled, left}, still, depth+1) })
			}
			continue
		}
		s.nodes++
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

// follow traces from a state on.
func (s *fastSearch) follow(st state, avail uint64, depth int) {
	s.nodes++
	s.trace(st.c, st.f, s.fit(st, avail), avail, st.k, depth)
}

// emit hands on the solution that the first depth placements of the trail are.
func (s *fastSearch) emit(k uint64, depth int) {
	if !s.full(k) {
		return
	}
	if s.optionOf == nil {
		s.optionOf = s.board.optionOf()
	}
	chosen, optionOf := s.chosen[:0], s.optionOf
	for _, t := range s.trail[:depth] {
		if o := optionOf[t]; o >= 0 {
			chosen = append(chosen, o)
		}
	}
	s.chosen = chosen
	s.deliver()
}

// optionOf lists the options by cell and slot.
func (b *fastBoard) optionOf() []int32 {
	options := make([]int32, b.n*maxSlots)
	for c := range b.n {
		for n := b.from[c]; n < b.from[c+1]; n++ {
			options[c*maxSlots+int(b.slotOf[n])] = b.at[n].option
		}
	}
	return options
}
