package links

import (
	"math/bits"
	"slices"

	"github.com/exactile/exactile/native/internal/problem"
	"github.com/exactile/exactile/native/internal/run"
)

// A pairSearch searches the rest of a linkMatrix by the most constrained item, once at most 128
// items are left and none can be covered twice: an option is then a pair of words. Each level keeps
// the list of options that still fit. The lists shrink fast on the way down, and one pass over a
// list counts the options of all items at once. These tight loops replace the pointers of dancing
// links; in most models they search all but the first few levels of the tree, together with rows.
//
// Source: the idea to continue in words once few enough are left is from M. Busche, Solving
// Polyomino and Polycube Puzzles, 2009.
type pairSearch struct {
	*run.Search
	// list holds the lists of all levels, one after another. If solutions are
	// listed, option holds the model's option for each entry.
	list    []pair
	option  []int32
	listing bool
	rows    rowSearch // the search once few options are left
	width   int       // items of an option of the model, about
	// items is scratch: the items of each option of the model.
	items []pair
	// optional lists the headers of items that may be covered without need, now or once their need
	// is met, except the spare head.
	optional []int32
}

func newPairSearch(wk *run.Search, w *linkMatrix, options int) *pairSearch {
	s := &pairSearch{Search: wk, rows: rowSearch{Search: wk}, items: make([]pair, options)}
	s.width = (len(w.nodes) - len(w.heads)) / (1 + options)
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

// run continues the search with the options list[from:to], none of which has an item
// that is already covered.
func (s *pairSearch) run(from, to int, must pair) {
	if s.Nodes >= s.PauseAt && s.Pause() {
		return
	}
	if s.suitRows(to-from, must) {
		var option []int32
		if s.listing {
			option = s.option[from:to]
		}
		s.rows.run(s.rows.load(s.list[from:to], option, must))
		return
	}
	if must.empty() {
		s.extend(from, to)
		return
	}
	list := s.list[from:to]
	item, forced := scarcest(list, must)
	if item.empty() {
		return
	}
	if !forced.empty() {
		s.force(from, to, must, forced)
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

// suitRows reports whether rows take less time than a list of some options. To make them takes as
// long as a few nodes, and there are often no more nodes below a list of few options, or of wide
// ones, as in boxes full of cubes.
func (s *pairSearch) suitRows(options int, must pair) bool {
	const least, deep = 32, 2
	n := must.Count()
	return least <= options && options <= rowOptions && n <= MaxWordItems &&
		deep*options >= s.width*n
}

// force takes the only options of the items in forced, all at once, as Search.force
// does.
func (s *pairSearch) force(from, to int, must, forced pair) {
	base := len(s.Chosen)
	list := s.list[from:to]
	items, clash := pair{}, uint64(0) // of those options
	for _, x := range list {          // no branch: which options are forced is unpredictable
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
	// Whether an option stays is unpredictable, so that half of the branches on it would be
	// mispredicted: each is written, and counted if it stays.
	n := 0
	for _, x := range list {
		rest[n] = x
		n += free(x.clash(items))
	}
	return to + n
}

// free is 1 if there is no clash and 0 if there is.
func free(clash uint64) int {
	n := 0
	if clash == 0 {
		n = 1
	}
	return n
}

// scarcest returns the item of must with the fewest options (none if some item has none) and the
// forced items, with one. The counters are bit-sliced: bit i of plane j is bit j of the count of
// item i, so that adding an option takes a few word operations.
func scarcest(list []pair, must pair) (item, forced pair) {
	var a, b, c, e pair // the last is "8 or more": registers are few
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
	if !must.without(a.or(b).or(c).or(e)).empty() {
		return
	}
	few := must.without(c.or(e))
	if x := few.and(a).without(b); !x.empty() {
		return x.first(), x
	}
	if x := few.and(b).without(a); !x.empty() {
		return x.first(), pair{}
	}
	some := must.and(c).without(e)
	for _, x := range [...]pair{
		few.and(a).and(b), some.without(a.or(b)), some.and(a).without(b),
		some.and(b).without(a), some.and(a).and(b),
	} {
		if !x.empty() {
			return x.first(), pair{}
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
	return best, pair{}
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

// Probe estimates the nodes below list[from:to], as the probe of a search does, and
// the nanoseconds they take: a list is processed once for every child and once, more
// slowly, to choose an item.
func (s *pairSearch) Probe(from, to int, must pair, rnd *problem.Random) (nodes, time float64) {
	width := 1.0
	for !must.empty() {
		s.Nodes++
		list, n := s.list[from:to], float64(to-from)
		time += width * (20 + 2*n)
		item, _ := scarcest(list, must)
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
