package links

import (
	"math/bits"
	"slices"

	"github.com/exactile/exactile/native/internal/run"
)

// A wordSearch searches below a node of a reduceSearch by the most constrained item, once few
// options are left and their items fit a word. It is a pairSearch whose lists are half as long. The
// other searches do without: they go on in rows, which take longer to make than most such nodes
// last.
type wordSearch struct {
	*run.Search
	// list holds the lists of all levels, one after another. If solutions are
	// listed, option holds the model's option for each entry.
	list    []uint64
	option  []int32
	listing bool
}

// run continues the search with the options list[from:to], none of which has an item
// that is already covered.
func (s *wordSearch) run(from, to int, must uint64) {
	if s.Nodes >= s.PauseAt && s.Pause() {
		return
	}
	if must == 0 {
		s.extend(from, to)
		return
	}
	item, forced := scarcestWord(s.list[from:to], must)
	if item == 0 {
		return
	}
	if forced != 0 {
		s.force(from, to, must, forced)
		return
	}
	// Test Stopped each time: a list may be as long as the model, and processing it
	// for each of its options takes quadratic time.
	for at := from; at < to && !s.Stopped; at++ {
		items := s.list[at]
		if items&item == 0 {
			continue
		}
		s.Nodes++
		if s.listing {
			s.Chosen = append(s.Chosen, s.option[at])
		}
		s.run(to, s.narrow(from, to, items), must&^items)
		if s.listing {
			s.Chosen = s.Chosen[:len(s.Chosen)-1]
		}
	}
}

// force takes the only options of the items in forced, all at once, as Search.force
// does.
func (s *wordSearch) force(from, to int, must, forced uint64) {
	base := len(s.Chosen)
	list := s.list[from:to]
	items, clash := uint64(0), uint64(0) // of those options
	for _, x := range list {             // no branch, as in pairs
		x &= -uint64(1 - free(x&forced))
		clash |= items & x
		items |= x
	}
	if clash != 0 {
		return
	}
	if s.listing {
		for k, x := range list {
			if x&forced != 0 {
				s.Chosen = append(s.Chosen, s.option[from+k])
			}
		}
	}
	s.Nodes++
	s.run(to, s.narrow(from, to, items), must&^items)
	s.Chosen = s.Chosen[:base]
}

// narrow writes the options of list[from:to] that have none of the items to
// list[to:end].
func (s *wordSearch) narrow(from, to int, items uint64) (end int) {
	s.list = slices.Grow(s.list[:to], to-from)[:2*to-from]
	if !s.listing {
		return to + sift(s.list[from:to], s.list[to:], items)
	}
	s.option = slices.Grow(s.option[:to], to-from)[:2*to-from]
	end = to
	for k, x := range s.list[from:to] {
		s.list[end], s.option[end] = x, s.option[from+k]
		end += free(x & items)
	}
	return end
}

// sift copies the words of list that have none of the items to rest, which is as
// long, and returns their number. Whether a word stays is unpredictable, so that
// half of the branches on it would be mispredicted. So every word is written, and
// the write position advances only if the word stays.
func sift(list, rest []uint64, items uint64) int {
	room := len(rest)
	for len(list) >= 4 && len(rest) >= 4 {
		l, r := (*[4]uint64)(list), (*[4]uint64)(rest)
		r[0] = l[0]
		n := free(l[0] & items)
		x := l[1]
		r[n&3] = x
		n += free(x & items)
		x = l[2]
		r[n&3] = x
		n += free(x & items)
		x = l[3]
		r[n&3] = x
		n += free(x & items)
		list, rest = list[4:], rest[n:]
	}
	for _, x := range list {
		rest[0] = x
		rest = rest[free(x&items):]
	}
	return room - len(rest)
}

// scarcestWord is scarcest for words.
func scarcestWord(list []uint64, must uint64) (item, forced uint64) {
	var a, b, c, d, e uint64 // as in scarcest, but the last is "16 or more"
	for _, x := range list {
		x1 := a & x
		a ^= x
		x2 := b & x1
		b ^= x1
		x3 := c & x2
		c ^= x2
		e |= d & x3
		d ^= x3
	}
	if must&^(a|b|c|d|e) != 0 {
		return 0, 0
	}
	// Most nodes have an item with one or two options.
	some := must &^ (c | d | e)
	if x := some & a &^ b; x != 0 {
		return x & -x, x
	}
	if x := some & b &^ a; x != 0 {
		return x & -x, 0
	}
	for count := uint64(3); count < 16; count++ {
		x := must &^ e
		for j, plane := range [4]uint64{a, b, c, d} {
			if count>>j&1 != 0 {
				x &= plane
			} else {
				x &^= plane
			}
		}
		if x != 0 {
			return x & -x, 0
		}
	}
	// Near the root every item has 16 options or more.
	var counts [MaxWordItems]int32
	for _, x := range list {
		for ; x != 0; x &= x - 1 {
			counts[bits.TrailingZeros64(x)]++
		}
	}
	best := -1
	for m := must; m != 0; m &= m - 1 {
		if i := bits.TrailingZeros64(m); best < 0 || counts[i] < counts[best] {
			best = i
		}
	}
	return 1 << best, 0
}

// extend visits the chosen options, which meet every need, and every solution
// that adds some of the options still open.
func (s *wordSearch) extend(from, to int) {
	if s.Solution() && s.Visit != nil {
		s.Deliver(s.Chosen)
	}
	for at := from; at < to && !s.Stopped; at++ {
		s.Nodes++
		if s.Nodes >= s.PauseAt && s.Pause() {
			return
		}
		if s.listing {
			s.Chosen = append(s.Chosen, s.option[at])
		}
		s.extend(to, s.narrow(at+1, to, s.list[at]))
		if s.listing {
			s.Chosen = s.Chosen[:len(s.Chosen)-1]
		}
	}
}
