package links

import (
	"math/bits"

	"github.com/exactile/exactile/native/internal/run"
)

// A reduceSearch searches what is left of a web by the most constrained item, as a
// pairSearch does, and reduces what is left at every node: an option with which no option
// of some other item goes together is dropped. In space, where an option is in the way of
// half of all others, that leaves a tenth of the tree. What costs time is to look for them;
// rows of bits find those of one item in a few dozen steps, for all options at once. Below
// some number of options that is no longer worth it, and lists of words go on.
//
// Source: the reduction is that of Algorithm P in D. E. Knuth, The Art of Computer
// Programming 7.2.2.1, which is for the root; in constraint programming it is known as
// singleton consistency.
type reduceSearch struct {
	*run.Search
	pairs *pairSearch
	few   int // options: with fewer, pairs and words go on
	// levels has what is at each depth: memory for the rows of its nodes, and a matrix for
	// those that have one of their own.
	levels []level
	some   []int32             // scratch: options
	scarce [scarce + 1][]int32 // scratch: items by how many options they have
	ones   []int32             // scratch: of them
}

type level struct {
	row    []stripe
	matrix matrix
}

const (
	// scarce is how many options an item has at most that others are struck for: with more,
	// hardly any is in the way of all.
	scarce = 32
	// fewOptions are too few to be worth a matrix, and worthMatrix enough to be worth a
	// narrower one.
	fewOptions  = 100
	worthMatrix = 300
	// maxMatrix is how many options a matrix may have: it then takes two megabytes.
	maxMatrix = 1 << 12
)

func newReduceSearch(pairs *pairSearch, few int) *reduceSearch {
	return &reduceSearch{Search: pairs.Search, pairs: pairs, few: few, levels: make([]level, MaxPairItems+2)}
}

// A spot is a node: the options that are left, as a row of a matrix, how many those are,
// and the items that must and may be covered by them.
type spot struct {
	*matrix
	row        []stripe
	n          int
	must, open pair
}

// start searches with the options that the pairs have been loaded with.
func (s *reduceSearch) start(to int, must pair) {
	p := s.pairs
	if to < max(1, s.few) || to > maxMatrix {
		s.asTask(func() { p.run(0, to, must) })
		return
	}
	open := must
	for _, x := range p.list[:to] {
		open = open.or(x)
	}
	at := spot{n: to, must: must, open: open}
	at.matrix = &s.levels[0].matrix
	option := p.option
	if !p.listing {
		option = nil
	}
	at.build(p.list[:to], option, open)
	at.row = s.row(0, at.width)
	at.fill(at.row)
	s.run(1, at)
}

// renew gives a node a matrix of its own, made of the options that are left.
func (s *reduceSearch) renew(depth int, at *spot) {
	s.some = gather(at.row, at.row, s.some)
	m := &s.levels[depth].matrix
	m.narrow(at.matrix, s.some, at.open)
	at.matrix = m
	at.row = s.row(depth, at.width)
	at.fill(at.row)
}

// row returns the memory for the rows of a depth.
func (s *reduceSearch) row(depth, width int) []stripe {
	l := &s.levels[depth]
	if cap(l.row) < width {
		l.row = make([]stripe, width)
	}
	return l.row[:width]
}

// run searches below a node, whose row is its own to change.
func (s *reduceSearch) run(depth int, at spot) {
	if s.Nodes >= s.PauseAt && s.Pause() {
		return
	}
	if at.must.empty() || at.n < s.few {
		s.handOver(&at)
		return
	}
	if s.Limit >= 0 && len(s.Chosen) >= s.Limit {
		s.AsTask(func() { s.run(depth, at) })
		return
	}
	item, fewest := s.scarcest(&at)
	if fewest > 1 {
		if !s.reduce(&at) {
			return
		}
		if at.n < s.few {
			s.handOver(&at)
			return
		}
		if w := stripes(at.n); at.n >= worthMatrix && 10*w <= 7*at.width {
			s.renew(depth, &at)
		}
		item, fewest = s.scarcer(&at)
	}
	switch fewest {
	case 0:
	case 1:
		s.force(depth, &at)
	default:
		s.branch(depth, &at, item)
	}
}

// branch tries each option of an item.
func (s *reduceSearch) branch(depth int, at *spot, item int) {
	child := *at
	child.row = s.row(depth+1, at.width)
	own := at.cover(item)
	for j := range at.row {
		for i := range at.row[j] {
			for x := at.row[j][i] & own[j][i]; x != 0 && !s.Stopped; x &= x - 1 {
				k := j*stripeBits + i*64 + bits.TrailingZeros64(x)
				s.Nodes++
				items := at.options[k]
				child.n = at.without(at.row, k, child.row)
				child.must, child.open = at.must.without(items), at.open.without(items)
				s.Chosen = append(s.Chosen, s.name(at, k))
				s.run(depth+1, child)
				s.Chosen = s.Chosen[:len(s.Chosen)-1]
			}
		}
	}
}

// force goes on with the only options of the items that have one, all of them at once, as
// Search.force does.
func (s *reduceSearch) force(depth int, at *spot) {
	base := len(s.Chosen)
	child := *at
	child.row = s.row(depth+1, at.width)
	copy(child.row, at.row)
	for _, item := range s.scarce[1] {
		if !child.must.has(int(item)) {
			continue // the option was that of another item, too
		}
		s.some = gather(child.row, at.cover(int(item)), s.some)
		if len(s.some) == 0 {
			s.Chosen = s.Chosen[:base]
			return
		}
		k := int(s.some[0])
		child.n = at.without(child.row, k, child.row)
		child.must, child.open = child.must.without(at.options[k]), child.open.without(at.options[k])
		s.Chosen = append(s.Chosen, s.name(at, k))
	}
	s.Nodes++
	s.run(depth+1, child)
	s.Chosen = s.Chosen[:base]
}

// name is what option k of a node is called among those chosen: only where somebody is to see
// them does it matter what they are, and not how many.
func (s *reduceSearch) name(at *spot, k int) int32 {
	if s.pairs.listing {
		return at.option[k]
	}
	return int32(k)
}

// scarcest returns the item that must be covered and has the fewest options, and how many
// those are. If it has any, scarce has the items with few.
func (s *reduceSearch) scarcest(at *spot) (item, fewest int) {
	for n := range s.scarce {
		s.scarce[n] = s.scarce[n][:0]
	}
	fewest = len(at.options) + 1
	for base, x := range [2]uint64{at.must.lo, at.must.hi} {
		for ; x != 0; x &= x - 1 {
			i := base*64 + bits.TrailingZeros64(x)
			n := meet(at.row, at.cover(i))
			if n < fewest {
				item, fewest = i, n
				if n == 0 {
					return item, 0
				}
			}
			if n <= scarce {
				s.scarce[n] = append(s.scarce[n], int32(i))
			}
		}
	}
	return item, fewest
}

// reduce drops the options that leave a scarce item without any. It reports false if that
// leaves an item without any in turn. What is dropped for one item makes the next scarcer,
// so that those with the fewest options come first.
func (s *reduceSearch) reduce(at *spot) bool {
	for _, items := range s.scarce {
		for _, i := range items {
			own := at.cover(int(i))
			s.some = gather(at.row, own, s.some)
			if len(s.some) == 0 {
				return false
			}
			at.strike(at.row, own, s.some)
		}
	}
	at.n = meet(at.row, at.row)
	return true
}

// scarcer is scarcest after a reduction, among the items that were scarce before it: one
// that had many options has hardly ever fewer than those now, and if so the next node finds
// out. Any item will do to branch on. The items with one option are listed anew.
func (s *reduceSearch) scarcer(at *spot) (item, fewest int) {
	fewest = len(at.options) + 1
	s.ones = s.ones[:0]
	for _, items := range s.scarce {
		for _, i := range items {
			n := meet(at.row, at.cover(int(i)))
			if n < fewest || n == fewest && int(i) < item {
				item, fewest = int(i), n
			}
			if n == 1 {
				s.ones = append(s.ones, i)
			}
		}
	}
	s.scarce[1], s.ones = s.ones, s.scarce[1]
	if fewest > len(at.options) {
		return s.scarcest(at)
	}
	return item, fewest
}

// unpack writes the options of a node to the list of pairs.
func (s *reduceSearch) unpack(at *spot) {
	p := s.pairs
	p.list, p.option = p.list[:0], p.option[:0]
	s.some = gather(at.row, at.row, s.some)
	for _, k := range s.some {
		p.list = append(p.list, at.options[k])
		if p.listing {
			p.option = append(p.option, at.option[k])
		}
	}
}

// asTask runs what does not part into tasks: it is one, in a search that does.
func (s *reduceSearch) asTask(run func()) {
	if s.Limit < 0 {
		run()
		return
	}
	s.AsTask(run)
}

// handOver has words search below a node, or pairs where its items do not fit words.
func (s *reduceSearch) handOver(at *spot) { s.asTask(func() { s.goOn(at) }) }

func (s *reduceSearch) goOn(at *spot) {
	if len(at.words) == 0 || at.must.empty() {
		s.unpack(at)
		s.pairs.run(0, len(s.pairs.list), at.must)
		return
	}
	w := s.pairs.words
	w.listing = s.pairs.listing
	w.recall.rename(at.compress.open)
	w.list, w.option = w.list[:0], w.option[:0]
	s.some = gather(at.row, at.row, s.some)
	for _, k := range s.some {
		w.list = append(w.list, at.words[k])
		if w.listing {
			w.option = append(w.option, at.option[k])
		}
	}
	w.run(0, len(w.list), at.compress.word(at.must))
}
