package native

import (
	"math/bits"
	"slices"
)

// A wordSearch searches what is left of a web by the most constrained item, once
// that is at most 64 items of which none can be covered twice: an option is then
// one word. Each level keeps the list of options that still fit, so it shrinks
// fast on the way down, and one pass over the list counts, for all items at once,
// how many options they have. It does in tight loops what dancing links does by
// pointers, and for most models it is all but the first few levels of the tree.
//
// Source: the idea to go on in words once few enough are left is from M. Busche,
// Solving Polyomino and Polycube Puzzles, 2009.
type wordSearch struct {
	*walk
	// list holds the lists of all levels, one after another, and option, if
	// somebody is to see the solutions, which options of the model they are.
	list    []uint64
	option  []int32
	listing bool
	near    []uint64 // the options of critical items, of all levels likewise
	bit     []uint64 // of each head of the web
	seen    []int32  // by option of the model: the last load that came by it
	loads   int32
}

func newWordSearch(wk *walk, w *web, options int) *wordSearch {
	return &wordSearch{walk: wk, bit: make([]uint64, len(w.heads)), seen: make([]int32, options)}
}

// maxWordItems is how many items fit a word.
const maxWordItems = 64

// load puts what is left of a web into words. It returns the end of the list and
// the items that must be covered.
func (s *wordSearch) load(w *web) (to int, must uint64) {
	s.loads++
	s.listing = s.visit != nil
	s.list, s.option = s.list[:0], s.option[:0]
	clear(s.bit)
	n := 0
	bitOf := func(head int32) uint64 {
		if s.bit[head] == 0 {
			s.bit[head] = 1 << n
			n++
		}
		return s.bit[head]
	}
	spare := int32(len(w.heads) - 1)
	gather := func(head int32) {
		for x := w.nodes[head].down; x != head; x = w.nodes[x].down {
			o := w.option[x]
			if s.seen[o] == s.loads {
				continue
			}
			s.seen[o] = s.loads
			items := uint64(0)
			for y := x; ; {
				switch item := w.nodes[y].item; item {
				case 0:
					y = w.nodes[y].up
				case spare:
					y++
				default:
					items |= bitOf(item)
					y++
				}
				if y == x {
					break
				}
			}
			s.list = append(s.list, items)
			if s.listing {
				s.option = append(s.option, o)
			}
		}
	}
	for i := w.heads[0].right; i != 0; i = w.heads[i].right {
		must |= bitOf(i)
	}
	for i := w.heads[0].right; i != 0; i = w.heads[i].right {
		gather(i)
	}
	gather(spare)
	return len(s.list), must
}

// run searches on with the options list[from:to], of which none meets an item
// that is covered.
func (s *wordSearch) run(from, to int, must uint64) {
	if s.nodes >= s.pauseAt && s.pause() {
		return
	}
	if must == 0 {
		s.extend(from, to)
		return
	}
	item, critical := scarcest(s.list[from:to], must)
	if item == 0 {
		return
	}
	base := len(s.near)
	near := s.gatherNear(s.list[from:to], critical)
	// To look at stopped is worth it: a list may be as long as the model, and to go
	// through it for each of its options takes the square of that.
	for at := from; at < to && !s.stopped; at++ {
		items := s.list[at]
		if items&item == 0 {
			continue
		}
		s.nodes++
		// A child that takes the last options of a critical item is not worth a
		// list.
		alive := items
		for _, x := range near {
			alive |= x & -uint64(free(x&items))
		}
		if critical&^alive != 0 {
			continue
		}
		if s.listing {
			s.chosen = append(s.chosen, s.option[at])
		}
		s.run(to, s.narrow(from, to, items), must&^items)
		if s.listing {
			s.chosen = s.chosen[:len(s.chosen)-1]
		}
	}
	s.near = s.near[:base]
}

// gatherNear appends the options of critical items to near.
func (s *wordSearch) gatherNear(list []uint64, critical uint64) []uint64 {
	base := len(s.near)
	if critical == 0 {
		return nil
	}
	s.near = slices.Grow(s.near, len(list))
	near, n := s.near[base:base+len(list)], 0
	for _, x := range list {
		near[n] = x
		n += 1 - free(x&critical)
	}
	s.near = s.near[:base+n]
	return s.near[base:]
}

// narrow writes the options of list[from:to] that meet none of the items to
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

// sift copies the words of list that meet none of the items to rest, which is as
// long, and returns how many they are. Whether a word stays is a coin toss, which
// a branch would get wrong half the time; so it is written in any case, and kept
// by counting it.
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

// free is 1 if there is no clash and 0 if there is.
func free(clash uint64) int {
	n := 0
	if clash == 0 {
		n = 1
	}
	return n
}

// scarcest returns the item of must with the fewest options, 0 if one has none,
// and the critical ones among the others: those with three options or fewer. The
// counters are bit-sliced, bit i of plane j being bit j of the count of item i, so
// that to add an option takes a few word operations.
func scarcest(list []uint64, must uint64) (item, critical uint64) {
	var a, b, c, d, e uint64 // the last is "16 or more"
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
	few := must &^ (c | d | e)
	for count := uint64(1); count < 16; count++ {
		x := must &^ e
		for j, plane := range [4]uint64{a, b, c, d} {
			if count>>j&1 != 0 {
				x &= plane
			} else {
				x &^= plane
			}
		}
		if x != 0 {
			return x & -x, few &^ (x & -x)
		}
	}
	// Near the root every item has many.
	var counts [maxWordItems]int32
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
	if s.solution() && s.visit != nil {
		s.deliver(s.chosen, 0)
	}
	for at := from; at < to && !s.stopped; at++ {
		s.nodes++
		if s.nodes >= s.pauseAt && s.pause() {
			return
		}
		if s.listing {
			s.chosen = append(s.chosen, s.option[at])
		}
		s.extend(to, s.narrow(at+1, to, s.list[at]))
		if s.listing {
			s.chosen = s.chosen[:len(s.chosen)-1]
		}
	}
}

// probe estimates the nodes below list[from:to], as the probe of an engine does,
// and the nanoseconds they take: a list is gone through once for every child and
// once, more slowly, for the choice of an item.
func (s *wordSearch) probe(from, to int, must uint64, rnd *random) (nodes, time float64) {
	width := 1.0
	for must != 0 {
		s.nodes++
		n := float64(to - from)
		time += width * (20 + 1.2*n)
		item, _ := scarcest(s.list[from:to], must)
		if item == 0 {
			break
		}
		children, pick := 0, uint64(0)
		for _, x := range s.list[from:to] {
			if x&item != 0 {
				// Each child replaces the one before with the chance that makes all
				// equally likely.
				if children++; rnd.below(children) == 0 {
					pick = x
				}
			}
		}
		width *= float64(children)
		nodes += width
		time += width * (3 + 0.7*n)
		from, to, must = to, s.narrow(from, to, pick), must&^pick
	}
	return nodes, time
}
