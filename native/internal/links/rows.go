package links

import (
	"math/bits"

	"github.com/exactile/exactile/native/internal/run"
)

// A rowSearch searches what is left for a wordSearch once at most 64 options are: a set of options
// is then one word. To take an option is one step, and to count those of an item two, where lists
// are copied for each child and read for each node. It meets the same nodes in the same order, and
// takes half the instructions on covers by threes, queens and Langford pairs.
type rowSearch struct {
	*run.Search
	items  [rowOptions]uint64   // of each option
	clash  [rowOptions]uint64   // the options that share an item with each, itself among them
	cover  [MaxWordItems]uint64 // the options of each item
	option []int32              // of the model; nil unless solutions are listed
}

const rowOptions = 64

// load makes the rows of a list, and returns the set of its options.
func (s *rowSearch) load(list []uint64, option []int32) (all uint64) {
	s.option = option
	clear(s.cover[copy(s.cover[:], list):])
	transpose(&s.cover)
	copy(s.items[:], list)
	for k, x := range list {
		clash := uint64(0)
		for ; x != 0; x &= x - 1 {
			clash |= s.cover[bits.TrailingZeros64(x)&63]
		}
		s.clash[k&63] = clash
	}
	return ^uint64(0) >> (rowOptions - len(list))
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
