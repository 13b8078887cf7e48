package links

import (
	"math/bits"
	"slices"

	"github.com/exactile/exactile/native/internal/problem"
	"github.com/exactile/exactile/native/internal/run"
)

// A pairSearch searches the rest of a matrix as a wordSearch does, once at most 128 items are left:
// an option is then a pair of words. It goes on in single words as soon as 64 items are left and
// the list is long enough to be worth rewriting.
//
// Without pairs, the search stays in links until 64 items are left. That took 1.2 to 1.35 times the
// time on hexominoes and on a cover of 110 items, and 1.02 to 1.1 on pentominoes, queens and boxes.
type pairSearch struct {
	*run.Search
	words *wordSearch
	// list holds the lists of all levels, one after another. If solutions are
	// listed, option holds the model's option for each entry.
	list    []pair
	option  []int32
	listing bool
	// items is scratch: the items of each option of the model.
	items []pair
	// optional lists the headers of items that may be covered without need, now or once their need
	// is met, except the spare head.
	optional []int32
}

func newPairSearch(wk *run.Search, w *linkMatrix, options int) *pairSearch {
	words := &wordSearch{Search: wk, rows: rowSearch{Search: wk}}
	s := &pairSearch{Search: wk, words: words, items: make([]pair, options)}
	for i := 1; i < int(w.spare); i++ {
		if h := &w.heads[i]; h.need < h.room {
			s.optional = append(s.optional, int32(i))
		}
	}
	return s
}

// load puts the rest of a linkMatrix into pairs. It returns the end of the list and the items that
// must be covered. Options are in the order of the needy items' lists, each where it is first met.
// load only goes down the lists, so it meets each option once for each of its items.
func (s *pairSearch) load(w *linkMatrix) (to int, must pair) {
	s.listing = s.Visit != nil
	s.option = s.option[:0]
	bit := pair{1, 0}
	for k, word := range w.needs {
		for ; word != 0; word &= word - 1 {
			s.collect(w, w.order[k<<6+bits.TrailingZeros64(word)], bit)
			must = must.or(bit)
			bit = bit.next()
		}
	}
	s.collect(w, w.spare, pair{})
	// All options of optional items were met above, so these calls only add bits.
	for _, i := range s.optional {
		if w.heads[i].room == 0 || w.heads[i].need > 0 {
			continue
		}
		for x := w.nodes[i].down; x != i; x = w.nodes[x].down {
			p := &s.items[w.option[x]]
			*p = p.or(bit)
		}
		bit = bit.next()
	}
	s.list = slices.Grow(s.list[:0], len(s.option))[:len(s.option)]
	for k, o := range s.option {
		s.list[k] = s.items[o]
		s.items[o] = pair{}
	}
	return len(s.list), must
}

// collect appends the options in the list of an item that were not met before, and
// adds a bit to all options of that list.
func (s *pairSearch) collect(w *linkMatrix, item int32, bit pair) {
	for x := w.nodes[item].down; x != item; x = w.nodes[x].down {
		p := &s.items[w.option[x]]
		if *p == (pair{}) {
			s.option = append(s.option, w.option[x])
		}
		*p = p.or(bit)
	}
}

// toWords puts the options list[from:to], whose items are all in open, into words. It
// returns the arguments for wordSearch.run.
func (s *pairSearch) toWords(from, to int, must, open pair) (int, int, uint64) {
	w, n := s.words, to-from
	w.list = slices.Grow(w.list[:0], n)[:n]
	q := newCompress(open)
	for k, x := range s.list[from:to] {
		w.list[k] = q.word(x)
	}
	if w.listing = s.listing; w.listing {
		w.option = append(w.option[:0], s.option[from:to]...)
	}
	return 0, n, q.word(must)
}

// run continues the search with the options list[from:to], none of which has an item
// that is already covered.
func (s *pairSearch) run(from, to int, must pair) {
	if s.Nodes >= s.PauseAt && s.Pause() {
		return
	}
	if must.empty() {
		s.extend(from, to)
		return
	}
	list := s.list[from:to]
	item, forced, open := scarcestPair(list, must)
	if item.empty() {
		return
	}
	if !forced.empty() {
		s.force(from, to, must, forced)
		return
	}
	if open.Count() <= MaxWordItems && len(list) >= worthWords {
		s.words.run(s.toWords(from, to, must, open))
		return
	}
	// Test Stopped each time: a list may be as long as the model, and processing it
	// for each of its options takes quadratic time.
	for at := from; at < to && !s.Stopped; at++ {
		items := s.list[at]
		if items.clash(item) == 0 {
			continue
		}
		s.Nodes++
		if s.listing {
			s.Chosen = append(s.Chosen, s.option[at])
		}
		s.run(to, s.narrow(from, to, items), must.without(items))
		if s.listing {
			s.Chosen = s.Chosen[:len(s.Chosen)-1]
		}
	}
}

// force takes the only options of the items in forced, all at once, as Search.force
// does.
func (s *pairSearch) force(from, to int, must, forced pair) {
	base := len(s.Chosen)
	list := s.list[from:to]
	items, clash := pair{}, uint64(0) // of those options
	for _, x := range list {          // no branch, as in words
		taken := -uint64(1 - free(x.clash(forced)))
		x.lo &= taken
		x.hi &= taken
		clash |= items.clash(x)
		items = items.or(x)
	}
	if clash != 0 {
		return
	}
	if s.listing {
		for k, x := range list {
			if x.clash(forced) != 0 {
				s.Chosen = append(s.Chosen, s.option[from+k])
			}
		}
	}
	s.Nodes++
	s.run(to, s.narrow(from, to, items), must.without(items))
	s.Chosen = s.Chosen[:base]
}

// narrow writes the options of list[from:to] that have none of the items to
// list[to:end].
func (s *pairSearch) narrow(from, to int, items pair) (end int) {
	s.list = slices.Grow(s.list[:to], to-from)[:2*to-from]
	list, rest := s.list[from:to], s.list[to:]
	if s.listing {
		s.option = slices.Grow(s.option[:to], to-from)[:2*to-from]
		end = to
		for k, x := range list {
			s.list[end], s.option[end] = x, s.option[from+k]
			end += free(x.clash(items))
		}
		return end
	}
	// As in sift, each option is written without a branch, and counted if it stays.
	n := 0
	for _, x := range list {
		rest[n] = x
		n += free(x.clash(items))
	}
	return to + n
}

// scarcestPair is scarcest for pairs; open is the set of all items of the list.
func scarcestPair(list []pair, must pair) (item, forced, open pair) {
	var a, b, c, e pair // as in scarcest, but the last is "8 or more": registers are few
	for k := range list {
		x := list[k].lo
		x1 := a.lo & x
		a.lo ^= x
		x2 := b.lo & x1
		b.lo ^= x1
		e.lo |= c.lo & x2
		c.lo ^= x2
		y := list[k].hi
		y1 := a.hi & y
		a.hi ^= y
		y2 := b.hi & y1
		b.hi ^= y1
		e.hi |= c.hi & y2
		c.hi ^= y2
	}
	open = a.or(b).or(c).or(e)
	if !must.without(open).empty() {
		return
	}
	few := must.without(c.or(e))
	if x := few.and(a).without(b); !x.empty() {
		return x.first(), x, open
	}
	if x := few.and(b).without(a); !x.empty() {
		return x.first(), pair{}, open
	}
	some := must.and(c).without(e)
	for _, x := range [...]pair{
		few.and(a).and(b), some.without(a.or(b)), some.and(a).without(b),
		some.and(b).without(a), some.and(a).and(b),
	} {
		if !x.empty() {
			return x.first(), pair{}, open
		}
	}
	// Near the root every item has 8 options or more.
	var counts [MaxPairItems]int32
	for _, x := range list {
		for y := x.lo; y != 0; y &= y - 1 {
			counts[bits.TrailingZeros64(y)]++
		}
		for y := x.hi; y != 0; y &= y - 1 {
			counts[64+bits.TrailingZeros64(y)]++
		}
	}
	best, fewest := pair{}, int32(0)
	for m := must; !m.empty(); {
		x := m.first()
		i := bits.TrailingZeros64(x.lo | x.hi)
		if x.lo == 0 {
			i += 64
		}
		if best.empty() || counts[i] < fewest {
			best, fewest = x, counts[i]
		}
		m = m.without(x)
	}
	return best, pair{}, open
}

// extend visits the chosen options, which meet every need, and every solution
// that adds some of the options still open.
func (s *pairSearch) extend(from, to int) {
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

// Probe estimates the nodes below list[from:to] and the nanoseconds they take, as
// wordSearch.Probe does.
func (s *pairSearch) Probe(from, to int, must pair, rnd *problem.Random) (nodes, time float64) {
	width := 1.0
	for !must.empty() {
		list := s.list[from:to]
		item, _, open := scarcestPair(list, must)
		if !item.empty() && open.Count() <= MaxWordItems && len(list) >= worthWords {
			from, to, must := s.toWords(from, to, must, open)
			n, t := s.words.Probe(from, to, must, rnd)
			return nodes + width*n, time + width*t
		}
		s.Nodes++
		n := float64(to - from)
		time += width * (20 + 2*n)
		if item.empty() {
			break
		}
		children, pick := 0, pair{}
		for _, x := range list {
			if x.clash(item) != 0 {
				// Reservoir sampling: each child replaces the one before with the
				// chance that makes all equally likely.
				if children++; rnd.Below(children) == 0 {
					pick = x
				}
			}
		}
		width *= float64(children)
		nodes += width
		time += width * (3 + 1.2*n)
		from, to, must = to, s.narrow(from, to, pick), must.without(pick)
	}
	return nodes, time
}
