package links

import (
	"math/bits"

	"github.com/exactile/exactile/native/internal/run"
)

// A reduceSearch searches the rest of a linkMatrix by the most constrained item, as a pairSearch
// does, and reduces every node: it drops an option that clashes with all options of some other
// item. In space, where an option clashes with half of all others, a tenth of the tree is left.
// Most of the time is spent on finding these options; rows of bits find those of one item in a few
// dozen steps, for all options at once. Below some number of options the search continues in lists
// of words.
//
// Source: the reduction is that of Algorithm P in D. E. Knuth, The Art of Computer
// Programming 7.2.2.1, which is for the root; in constraint programming it is known as
// singleton consistency.
type reduceSearch struct {
	*run.Search
	pairs *pairSearch
	words *wordSearch
	few   int // with fewer options, the search goes on in pairs or words
	// levels holds, by depth, memory for the row of a node, and for the matrix of a node that
	// has its own.
	levels []level
	some   []int32             // scratch: options
	scarce [scarce + 1][]int32 // scratch: items by how many options they have
	ones   []int32             // scratch: items with one option
}

type level struct {
	row    []stripe
	matrix bitMatrix
}

const (
	// scarce is the most options of an item that is used to drop others: hardly any option clashes
	// with all of a larger number. With 16 the Bedlam cube takes 1.3 times as long.
	scarce = 32
	// fewOptions is the fewest options that are worth a matrix, and worthMatrix the fewest
	// that are worth a narrower one.
	fewOptions  = 100
	worthMatrix = 300
	// maxMatrix is how many options a matrix may have: it then takes two megabytes.
	maxMatrix = 1 << 12
)

func newReduceSearch(pairs *pairSearch, few int) *reduceSearch {
	return &reduceSearch{
		Search: pairs.Search, pairs: pairs, words: &wordSearch{Search: pairs.Search}, few: few,
		levels: make([]level, MaxPairItems+2),
	}
}

// A spot is a search node: the options left, as a row of a matrix, their number, and the
// items that they must and may cover.
type spot struct {
	*bitMatrix
	row        []stripe
	n          int
	must, open pair
}

// start searches with the options loaded into the pairs.
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
	at.bitMatrix = &s.levels[0].matrix
	option := p.option
	if !p.listing {
		option = nil
	}
	at.build(p.list[:to], option, open)
	at.row = s.row(0, at.width)
	at.fill(at.row)
	s.run(1, at)
}

// renew gives a node its own matrix, of the options left.
func (s *reduceSearch) renew(depth int, at *spot) {
	s.some = collect(at.row, at.row, s.some)
	m := &s.levels[depth].matrix
	m.narrow(at.bitMatrix, s.some, at.open)
	at.bitMatrix = m
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

// run searches below a node, whose row it may change.
func (s *reduceSearch) run(depth int, at spot) {
	if s.Nodes >= s.PauseAt && s.Pause() {
		return
	}
	if at.must.empty() || at.n < s.few {
		s.shareTask(&at)
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
			s.shareTask(&at)
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

// force takes the only options of the items that have one option, all at once, as
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
		s.some = collect(child.row, at.cover(int(item)), s.some)
		if len(s.some) == 0 {
			s.Chosen = s.Chosen[:base]
			return
		}
		k := int(s.some[0])
		child.n = at.without(child.row, k, child.row)
		child.must, child.open = child.must.without(at.options[k]),
			child.open.without(at.options[k])
		s.Chosen = append(s.Chosen, s.name(at, k))
	}
	s.Nodes++
	s.run(depth+1, child)
	s.Chosen = s.Chosen[:base]
}

// name is the entry for option k of a node in the list of chosen options: the model's option
// if solutions are listed; otherwise only the length of that list matters.
func (s *reduceSearch) name(at *spot, k int) int32 {
	if s.pairs.listing {
		return at.option[k]
	}
	return int32(k)
}

// scarcest returns the item that must be covered and has the fewest options, and their
// number. If that is not 0, it has listed the items with few options in s.scarce.
func (s *reduceSearch) scarcest(at *spot) (item, fewest int) {
	for n := range s.scarce {
		s.scarce[n] = s.scarce[n][:0]
	}
	fewest = len(at.options) + 1
	for base, x := range [2]uint64{at.must.lo, at.must.hi} {
		for ; x != 0; x &= x - 1 {
			i := base*64 + bits.TrailingZeros64(x)
			n := intersect(at.row, at.cover(i))
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

// reduce drops the options that would leave a scarce item without any. It reports false if an
// item then has no option itself. Options dropped for one item make others scarcer, so items
// with the fewest options come first.
func (s *reduceSearch) reduce(at *spot) bool {
	for _, items := range s.scarce {
		for _, i := range items {
			own := at.cover(int(i))
			s.some = collect(at.row, own, s.some)
			if len(s.some) == 0 {
				return false
			}
			at.remove(at.row, own, s.some)
		}
	}
	at.n = intersect(at.row, at.row)
	return true
}

// scarcer is scarcest after a reduction, only among the items that were scarce before it. An
// item that had many options hardly ever has fewer than these now; if so, the next node finds
// it. The search may branch on any item. The items with one option are listed again.
func (s *reduceSearch) scarcer(at *spot) (item, fewest int) {
	fewest = len(at.options) + 1
	s.ones = s.ones[:0]
	for _, items := range s.scarce {
		for _, i := range items {
			n := intersect(at.row, at.cover(int(i)))
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
	s.some = collect(at.row, at.row, s.some)
	for _, k := range s.some {
		p.list = append(p.list, at.options[k])
		if p.listing {
			p.option = append(p.option, at.option[k])
		}
	}
}

// asTask runs a part of the search that cannot be split: as one task if the search is split.
func (s *reduceSearch) asTask(run func()) {
	if s.Limit < 0 {
		run()
		return
	}
	s.AsTask(run)
}

// shareTask continues below a node in words, or in pairs if its items do not fit a word.
func (s *reduceSearch) shareTask(at *spot) { s.asTask(func() { s.resume(at) }) }

func (s *reduceSearch) resume(at *spot) {
	if len(at.words) == 0 || at.must.empty() {
		s.unpack(at)
		s.pairs.run(0, len(s.pairs.list), at.must)
		return
	}
	w := s.words
	w.listing = s.pairs.listing
	w.list, w.option = w.list[:0], w.option[:0]
	s.some = collect(at.row, at.row, s.some)
	for _, k := range s.some {
		w.list = append(w.list, at.words[k])
		if w.listing {
			w.option = append(w.option, at.option[k])
		}
	}
	w.run(0, len(w.list), at.compress.word(at.must))
}
