package table

import (
	"math/bits"
	"slices"

	"github.com/exactile/exactile/native/internal/problem"
	"github.com/exactile/exactile/native/internal/run"
)

// A FastSearch searches a fastBoard depth first.
type FastSearch struct {
	Scan
	board *fastBoard
	sites []site
	slots [maxSlots]slot // a copy, one addition away
	holes uint64
	trail []int32 // the option of each placement, for trace; -1 where a cell stays empty
	// optionOf is the option of each cell and slot; made when first something is listed.
	optionOf []int32
	placed   []int32 // scratch
	Endings  *endings
	// stop is the cell at which trace goes no further.
	stop int
	same int // so much of the trail is as it was when last a solution was handed on

	stack []frame // of a rush
	now   [together]frame
}

func newFastSearch(b *fastBoard, e *endings, wk run.Search) *FastSearch {
	s := &FastSearch{Scan: newScan(b.Window, wk), board: b, sites: slices.Clone(b.sites), holes: b.holes, Endings: e}
	copy(s.slots[:], b.slots)
	return s
}

func (s *FastSearch) From(open []uint64) {
	s.Open = open
	if s.Endings != nil {
		s.Endings.forget()
	}
	for c := range s.sites {
		s.sites[c].open = open[c]
	}
}

func (s *FastSearch) Count(st State) {
	avail := s.board.available(st.K)
	s.Nodes++
	fit := s.fit(st, avail)
	if s.Limit == s.Window.N {
		s.rush(frame{st.C, st.F, fit, avail, st.K})
	} else {
		s.run(st.C, st.F, fit, avail, st.K)
	}
}

func (s *FastSearch) List(st State) {
	if s.optionOf == nil {
		s.optionOf = s.board.optionOf()
		s.trail = make([]int32, s.Window.N)
	}
	s.begin()
	s.follow(st, s.board.available(st.K), 0)
}

// NodeCost is in nanoseconds; only its ratio to that of other engines matters.
func (s *FastSearch) NodeCost() float64 { return 7 }

// Step chooses a random child of a state, and returns how many there are.
func (s *FastSearch) Step(st State, rnd *problem.Random) (next State, children int) {
	fit := s.fit(st, s.board.available(st.K))
	if fit == 0 {
		return st, 0
	}
	children = bits.OnesCount64(fit)
	for range rnd.Below(children) {
		fit &= fit - 1
	}
	q := &s.slots[bits.TrailingZeros64(fit)]
	return s.after(st, q.mask, q.unit), children
}

// run searches below a state whose cell c is empty and at which the slots of fit
// can be placed. A node takes about ten nanoseconds: all of a state is in
// arguments, nothing is allocated, nothing has to be undone, every slot of fit does
// fit, and a child that nothing fits is left without a call. trace is a copy that
// remembers what it places, and rush one for where the order does not matter.
func (s *FastSearch) run(c int, f, fit, avail, k uint64) {
	if s.Nodes >= s.PauseAt && s.Pause() {
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
		if next >= s.Limit {
			s.reach(State{next, filled, left})
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
			s.run(next, filled, more, still, left)
		}
	}
}

// wrap goes on behind a window that is full.
func (s *FastSearch) wrap(c int, avail, k uint64) {
	if st := (State{s.NextOpen(c + 64), 0, k}); st.C < s.Limit {
		s.Nodes++
		s.run(st.C, 0, s.fit(st, avail), avail, k)
	} else {
		s.reach(st)
	}
}

// fit returns the slots that can be placed at a state.
func (s *FastSearch) fit(st State, avail uint64) uint64 {
	here := &s.sites[st.C]
	t := here.fits
	if avail&s.holes == 0 {
		t = here.strict
	}
	e := (here.open &^ st.F) >> 1
	return avail & t[0][byte(e)] & t[1][byte(e>>8)] & t[2][byte(e>>16)] & t[3][byte(e>>24)]
}

// trace is run with a trail: it searches below a state of which the first depth
// placements of the trail are chosen.
func (s *FastSearch) trace(c int, f, fit, avail, k uint64, depth int) {
	if s.Nodes >= s.PauseAt && s.Pause() {
		return
	}
	open := s.sites[c].open
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
		if next >= s.stop {
			s.arriveAt(State{next, filled, left}, still, depth+1)
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

// begin sets how far trace goes. Above the tasks nothing is remembered, also where
// they begin at no cell: each solution is then a task, and this walk is to pass by
// those that are not its own one by one.
func (s *FastSearch) begin() {
	s.stop = s.Limit
	if s.Endings != nil && s.Limit == s.Window.N && (s.Share == nil || s.InTask) {
		s.stop = s.Endings.at
	}
}

// arriveAt takes a state that is not before the cell to stop at.
func (s *FastSearch) arriveAt(st State, avail uint64, depth int) {
	switch {
	case st.C == s.Window.N:
		s.emit(st.K, depth)
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

// emit hands on the solution that the first depth placements of the trail are.
func (s *FastSearch) emit(k uint64, depth int) {
	if !s.Full(k) {
		return
	}
	if s.Endings != nil && s.Endings.active {
		s.Endings.add(s.trail[:depth])
		s.hand(depth)
		s.same = s.Endings.depth
		return
	}
	s.same = 0
	s.hand(depth)
}

// hand hands on the solution that the first depth placements of the trail are.
func (s *FastSearch) hand(depth int) {
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
