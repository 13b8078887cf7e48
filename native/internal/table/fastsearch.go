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
	slots [maxSlots]slot // a copy, to save an indirection
	holes uint64
	trail []int32 // the cell and slot of each placement
	// optionOf is the option of each cell and slot; made by the first listing.
	optionOf []int32

	stack []frame // of countBatched, and the frames that it expands now
	now   [batchSize]frame
}

// batchSize is how many states countBatched expands at a time.
const batchSize = 16

// A frame is a state that countBatched has yet to expand: the slots that can be placed
// at its cell, and those that are available.
type frame struct {
	c                int
	f, fit, avail, k uint64
}

func newFastSearch(b *fastBoard, wk run.Search) *FastSearch {
	s := &FastSearch{
		Scan: newScan(b.Window, wk), board: b, sites: slices.Clone(b.sites), holes: b.holes,
		trail: make([]int32, b.N),
	}
	copy(s.slots[:], b.slots)
	return s
}

func (s *FastSearch) From(open []uint64) {
	s.Open = open
	for c := range s.sites {
		s.sites[c].open = open[c]
	}
}

// NodeCost is in nanoseconds; only its ratio to those of other searches matters.
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

// List lists below a state, or counts below it if the states at a limit become tasks.
func (s *FastSearch) List(st State) {
	s.from(st, s.board.available(st.K), 0)
}

// from searches below a state of which the first depth placements of the trail are chosen.
func (s *FastSearch) from(st State, avail uint64, depth int) {
	s.Nodes++
	s.run(st.C, st.F, s.fit(st, avail), avail, st.K, depth)
}

// run searches below a state whose cell c is empty and at which the slots of fit can be placed. A
// node takes about ten nanoseconds: the whole state is in arguments, nothing is allocated or
// undone, every slot of fit does fit, and a child that nothing fits is dropped without a call.
// countBatched is a copy for counts, in which the order does not matter.
func (s *FastSearch) run(c int, f, fit, avail, k uint64, depth int) {
	if s.Nodes >= s.PauseAt && s.Pause() {
		return
	}
	open, until := s.sites[c].open, s.until(c)
	for ; fit != 0; fit &= fit - 1 {
		b := bits.TrailingZeros64(fit) & 63
		q := &s.slots[b]
		s.trail[depth] = int32(c*maxSlots + b)
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
			s.transpose(c, State{next, filled, left}, still, depth+1)
			continue
		}
		s.Nodes++
		here := &s.sites[next]
		e = (here.open &^ filled) >> 1
		t := here.fits
		if still&s.holes == 0 {
			t = here.strict
		}
		more := still & t[0][byte(e)] & t[1][byte(e>>8)] &
			t[2][byte(e>>16)] & t[3][byte(e>>24)]
		if more != 0 {
			s.run(next, filled, more, still, left, depth+1)
		}
	}
}

// transpose continues with a state that rules, class tests or the limit apply to. Its parent is at
// cell from.
func (s *FastSearch) transpose(from int, st State, avail uint64, depth int) {
	switch {
	case s.pruned(from, st):
	case st.C < s.Limit:
		s.from(st, avail, depth)
	case st.C == s.Window.N:
		if s.Full(st.K) && s.Visit != nil {
			s.Deliver(s.options(s.trail[:depth]))
		}
	default:
		s.atLimit(st, func() { s.from(st, avail, depth) })
	}
}

// options returns the options of a trail.
func (s *FastSearch) options(trail []int32) []int32 {
	if s.optionOf == nil {
		s.optionOf = s.board.optionOf()
	}
	s.Chosen = s.Chosen[:0]
	for _, at := range trail {
		if o := s.optionOf[at]; o >= 0 {
			s.Chosen = append(s.Chosen, o)
		}
	}
	return s.Chosen
}

// optionOf lists the options by cell and slot, -1 where a cell stays empty.
func (b *fastBoard) optionOf() []int32 {
	options := make([]int32, b.N*maxSlots)
	for c := range b.N {
		for n := b.from[c]; n < b.from[c+1]; n++ {
			options[c*maxSlots+int(b.slotOf[n])] = b.at[n].option
		}
	}
	return options
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
