package links

import (
	"math/big"
	"math/bits"
	"slices"

	"github.com/exactile/exactile/native/internal/problem"
	"github.com/exactile/exactile/native/internal/run"
)

// Sets searches by the item with the fewest choices, as a Search does,
// but an option is a set of items, a bit each, and every level of the tree has the
// list of the options that still fit. It is set up in one pass over the model,
// where the tables of a wideBoard take twenty times as long; so it is what tries
// whether a search is short before those are made. Long searches are faster in
// tables, and in the words that it resembles.
//
// Bounds are those of a web, and branches are made disjoint in the same way.
type Sets struct {
	run.Search
	p      *problem.Problem
	bounds []setBound // of the item of each bit
	thick  setWords   // the items that have room for several
	must   setWords   // those that need an option
	width  int        // words of a set
	live   int        // options before a root is placed
	placed int32      // the root's option among them, -1 for none
	// list has the sets of all levels, one after another, and option which options
	// of the model they are.
	list   []uint64
	option []int32
	// Once the lists gone through have more than MostWork options together, the search
	// ends with run.ErrBudget; 0 is no limit.
	MostWork, gone int64
}

// A setBound says how many more options must and may have an item.
type setBound struct{ need, room int32 }

// maxSetWords bounds the number of items, for setWords is passed by value.
const maxSetWords = 4

type setWords [maxSetWords]uint64

// NewSets returns nil if p has too many items. Those that cannot bind do not
// count.
func NewSets(p *problem.Problem, wk run.Search) *Sets {
	bitOf := make([]int16, len(p.Items)) // 1 + the bit of each item
	s := &Sets{Search: wk, p: p, placed: -1, live: len(p.Live)}
	for i, b := range p.Items {
		if b.N == 0 || !b.Binds() {
			continue
		}
		bit := len(s.bounds)
		if bit == 64*maxSetWords {
			return nil
		}
		s.bounds = append(s.bounds, setBound{b.Lo, b.Hi})
		bitOf[i] = int16(bit + 1)
		if b.Hi > 1 {
			s.thick[bit>>6] |= 1 << (bit & 63)
		}
		if b.Lo > 0 {
			s.must[bit>>6] |= 1 << (bit & 63)
		}
	}
	s.width = (len(s.bounds) + 63) / 64
	s.list = make([]uint64, s.live*s.width)
	s.option = make([]int32, s.live)
	copy(s.option, p.Live)
	for n, o := range p.Live {
		set := s.list[n*s.width:][:s.width]
		for _, i := range p.Model.Options[o] {
			if bit := int(bitOf[i]) - 1; bit >= 0 {
				set[bit>>6] |= 1 << (bit & 63)
			}
		}
	}
	s.begin()
	return s
}

// begin makes the search ready.
func (s *Sets) begin() {
	s.Limit, s.None = -1, -1
	s.Every = 1 + run.PauseWork/int64(1+s.live)
	s.PauseAt = min(s.PauseAt, s.Every)
}

// run searches with the options list[from:to], which all fit.
func (s *Sets) run(from, to int, must setWords) {
	s.Nodes++
	if s.Nodes >= s.PauseAt && s.Pause() {
		return
	}
	if len(s.Chosen) == s.Limit {
		s.Nodes-- // the task will count it, but to come here took as long as a node
		s.PauseAt--
		s.AsTask(func() { s.run(from, to, must) })
		return
	}
	if must == (setWords{}) {
		s.extend(from, to)
		return
	}
	item, choices := s.choose(from, to, must)
	word, bit := item>>6, uint64(1)<<(item&63)
	for at := from; choices > 0 && !s.Stopped; at++ {
		if s.list[at*s.width+word]&bit == 0 {
			continue
		}
		choices--
		if s.PassBy(len(s.Chosen) + 1) {
			continue
		}
		// Where the item has room for more, those tried before it are dropped.
		drop := item
		if s.thick[word]&bit == 0 {
			drop = -1
		}
		left := s.take(from, to, at, drop, &must)
		s.run(to, left, must)
		s.untake(at, &must)
	}
}

// choose returns the needy item with the fewest choices, and how many those are.
func (s *Sets) choose(from, to int, must setWords) (item, choices int) {
	var sizes [64 * maxSetWords]int32
	for w := range s.width {
		counts := (*[64]int32)(sizes[64*w:])
		for at := from*s.width + w; at < to*s.width; at += s.width {
			for x := s.list[at] & must[w]; x != 0; x &= x - 1 {
				counts[bits.TrailingZeros64(x)]++
			}
		}
	}
	fewest := int32(1<<31 - 1)
	for w := range s.width {
		for m := must[w]; m != 0; m &= m - 1 {
			i := 64*w + bits.TrailingZeros64(m)
			// With n open options of which r are needed, the first is one of n-r+1.
			if n := sizes[i] - s.bounds[i].need + 1; n < fewest {
				item, fewest = i, n
			}
		}
	}
	return item, int(fewest)
}

// take chooses the option list[at] and writes those of list[from:to] that still fit
// to list[to:end]; of the options that have the item drop, those up to at do not.
// No item is -1. It takes the items that need no more out of must.
func (s *Sets) take(from, to, at, drop int, must *setWords) (end int) {
	s.Chosen = append(s.Chosen, s.option[at])
	if s.gone += int64(to - from); s.MostWork > 0 && s.gone > s.MostWork {
		s.Stop(run.ErrBudget)
	}
	var full setWords // the items of the option that have no room left
	for w := range s.width {
		set := s.list[at*s.width+w]
		full[w] = set
		for x := set; x != 0; x &= x - 1 {
			bit := x & -x
			b := &s.bounds[64*w+bits.TrailingZeros64(x)]
			b.need--
			b.room--
			if b.need <= 0 {
				must[w] &^= bit
			}
			if b.room > 0 {
				full[w] &^= bit
			}
		}
	}
	if need := 2*to - from - len(s.option); need > 0 {
		s.option = append(s.option, make([]int32, need)...)
		s.list = append(s.list, make([]uint64, need*s.width)...)
	}
	end = to
	for k := from; k < to; k++ {
		set := s.list[k*s.width:][:s.width]
		clash := uint64(0)
		for w, x := range set {
			clash |= x & full[w]
		}
		if k <= at && drop >= 0 {
			clash |= set[drop>>6] >> (drop & 63) & 1
		}
		s.option[end] = s.option[k]
		copy(s.list[end*s.width:], set)
		end += free(clash)
	}
	return end
}

// untake takes back the option list[at].
func (s *Sets) untake(at int, must *setWords) {
	for w := range s.width {
		for x := s.list[at*s.width+w]; x != 0; x &= x - 1 {
			b := &s.bounds[64*w+bits.TrailingZeros64(x)]
			b.need++
			b.room++
			if b.need > 0 {
				must[w] |= x & -x
			}
		}
	}
	s.Chosen = s.Chosen[:len(s.Chosen)-1]
}

// extend visits the chosen options, which meet every need, and every solution that
// adds some of the options still open.
func (s *Sets) extend(from, to int) {
	if s.Solution() && s.Visit != nil {
		s.Deliver(s.Chosen, 0)
	}
	var none setWords
	for at := from; at < to && !s.Stopped; at++ {
		if s.PassBy(len(s.Chosen) + 1) {
			continue
		}
		left := s.take(at+1, to, at, -1, &none)
		s.run(to, left, none)
		s.untake(at, &none)
	}
}

func (s *Sets) Base() *run.Search { return &s.Search }

func (s *Sets) Stats(nodes float64, did *run.Search) run.Stats { return did.Stats("sets", nodes) }

func (s *Sets) Clone(wk run.Search) run.Engine {
	c := *s
	c.Search = wk
	c.begin()
	c.bounds = slices.Clone(s.bounds)
	c.list = append(make([]uint64, 0, 2*s.live*s.width), s.list[:s.live*s.width]...)
	c.option = append(make([]int32, 0, 2*s.live), s.option[:s.live]...)
	return &c
}

func (s *Sets) Split(limit int, _ bool) { s.Limit = limit }

// NodeCost is that of a node with a quarter of the options.
func (s *Sets) NodeCost() float64 { return 50 + 0.5*float64(s.live*s.width) }

func (s *Sets) Place(r *problem.Root) {
	s.placed = -1
	for n, o := range s.p.Live {
		if o == r.Option {
			s.placed = int32(n)
		}
	}
}

func (s *Sets) Unplace(*problem.Root) { s.placed = -1 }

func (s *Sets) Sweep() *big.Int {
	before := s.Found
	must := s.must
	if s.placed < 0 {
		s.run(0, s.live, must)
	} else {
		at := int(s.placed)
		left := s.take(0, s.live, at, -1, &must)
		s.Chosen = s.Chosen[:0] // the root is not among them
		s.run(s.live, left, must)
		s.Chosen = append(s.Chosen, s.option[at])
		s.untake(at, &must)
	}
	return new(big.Int).SetUint64(s.Found - before)
}
