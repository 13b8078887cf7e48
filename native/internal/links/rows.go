package links

import (
	"math/bits"

	"github.com/exactile/exactile/native/internal/run"
)

// A rowSearch searches what is left for a pairSearch once at most 64 options are: a set of options
// is then one word. To take an option is one step, and to count those of an item two, where lists
// are copied for each child and read for each node. It meets the same nodes in the same order, and
// takes half the instructions on covers by threes, queens and Langford pairs.
type rowSearch struct {
	*run.Search
	cover  [rowOptions]uint64 // the options of each item that must be covered
	items  [rowOptions]uint64 // these items of each option
	clash  [rowOptions]uint64 // the options that share an item with each, itself among them
	option []int32            // of the model; nil unless solutions are listed
}

const rowOptions = 64

// load makes the rows of a list of options, and returns the set of them all and the items that must
// be covered.
func (s *rowSearch) load(list []pair, option []int32, must pair) (all, items uint64) {
	s.option = option
	var covers [MaxPairItems]uint64
	for k, x := range list {
		for y := x.lo; y != 0; y &= y - 1 {
			covers[bits.TrailingZeros64(y)&63] |= 1 << k
		}
		for y := x.hi; y != 0; y &= y - 1 {
			covers[64+bits.TrailingZeros64(y)&63] |= 1 << k
		}
	}
	for k, x := range list {
		clash := uint64(0)
		for y := x.lo; y != 0; y &= y - 1 {
			clash |= covers[bits.TrailingZeros64(y)&63]
		}
		for y := x.hi; y != 0; y &= y - 1 {
			clash |= covers[64+bits.TrailingZeros64(y)&63]
		}
		s.clash[k&63] = clash
	}
	s.items = [rowOptions]uint64{}
	for ; !must.empty(); must = must.without(must.first()) {
		n := bits.TrailingZeros64(^items)
		own := covers[must.first().item()]
		s.cover[n&63] = own
		for ; own != 0; own &= own - 1 {
			s.items[bits.TrailingZeros64(own)&63] |= 1 << n
		}
		items |= 1 << n
	}
	return ^uint64(0) >> (rowOptions - len(list)), items
}

// run continues the search with the open options, none of which has an item that is covered.
func (s *rowSearch) run(open, must uint64) {
	if s.Nodes >= s.PauseAt && s.Pause() {
		return
	}
	if must == 0 {
		s.extend(open)
		return
	}
	var forced, best uint64
	fewest := rowOptions + 1
	for x := must; x != 0; x &= x - 1 {
		own := s.cover[bits.TrailingZeros64(x)&63] & open
		if own&(own-1) == 0 {
			if own == 0 {
				return
			}
			forced |= own
		} else if n := bits.OnesCount64(own); n < fewest {
			best, fewest = own, n
		}
	}
	if forced != 0 {
		s.force(open, must, forced)
		return
	}
	for ; best != 0 && !s.Stopped; best &= best - 1 {
		k := bits.TrailingZeros64(best) & 63
		s.Nodes++
		if s.option != nil {
			s.Chosen = append(s.Chosen, s.option[k])
		}
		s.run(open&^s.clash[k], must&^s.items[k])
		if s.option != nil {
			s.Chosen = s.Chosen[:len(s.Chosen)-1]
		}
	}
}

// force takes the forced options, all at once, as Search.force does.
func (s *rowSearch) force(open, must, forced uint64) {
	base := len(s.Chosen)
	for x := forced; x != 0; x &= x - 1 {
		k := bits.TrailingZeros64(x) & 63
		if s.clash[k]&forced != x&-x {
			s.Chosen = s.Chosen[:base]
			return
		}
		open &^= s.clash[k]
		must &^= s.items[k]
		if s.option != nil {
			s.Chosen = append(s.Chosen, s.option[k])
		}
	}
	s.Nodes++
	s.run(open, must)
	s.Chosen = s.Chosen[:base]
}

// extend visits the chosen options, which meet every need, and every solution that adds some of
// the options still open.
func (s *rowSearch) extend(open uint64) {
	if s.Solution() && s.Visit != nil {
		s.Deliver(s.Chosen)
	}
	for ; open != 0 && !s.Stopped; open &= open - 1 {
		k := bits.TrailingZeros64(open) & 63
		s.Nodes++
		if s.Nodes >= s.PauseAt && s.Pause() {
			return
		}
		if s.option != nil {
			s.Chosen = append(s.Chosen, s.option[k])
		}
		s.extend(open &^ s.clash[k] &^ (open & -open)) // one without items clashes with none
		if s.option != nil {
			s.Chosen = s.Chosen[:len(s.Chosen)-1]
		}
	}
}
