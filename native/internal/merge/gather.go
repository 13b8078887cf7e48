package merge

import (
	"math/bits"

	"github.com/exactile/exactile/native/internal/table"
)

// A bundler is a worker that makes bundles of the states of partitions and expands those.
type bundler struct {
	*worker
	number  int      // among the workers
	shelves []shelf  // by the last layer with children
	ways    []uint64 // by what is left of the counts; all 0 between two bundles
	touched []uint32 // the indices of ways that are not 0
	// The origins in a partition: one linked list, with its head, for each set of filled cells.
	places  []uint32 // open addressing: the list, from 1; 0 is free
	filled  []uint64
	heads   []uint32
	origins []waiting
	// Results of the layer.
	bundles, entries int
	failed           bool   // a number needs more than a word, or there is no more room
	unasked          uint64 // see fetch
}

const (
	ahead   = 4 // bundles whose origins are prefetched together
	fetched = 4 // cache lines prefetched of every bundle
	line    = 8 // words of a cache line
)

// waiting is an origin in a linked list.
type waiting struct {
	origin
	next uint32 // from 1; 0: none
}

// bundleUp makes bundles of what waits in the partitions of the layer that is due, and adds
// their children to their layers.
func (w *bundler) bundleUp() {
	for {
		n := int(w.shared.claimed.Add(1)) - 1
		if n >= len(w.shared.due.parts) || w.Stopped {
			return
		}
		p := &w.shared.due.parts[n]
		w.sort(p)
		for k := range w.filled {
			if k%ahead == 0 {
				for _, head := range w.heads[k:min(k+ahead, len(w.heads))] {
					w.unasked += w.fetch(head)
				}
			}
			if w.failed || w.Nodes >= w.PauseAt && w.Pause() {
				return
			}
			w.bundle(w.filled[k], w.heads[k])
		}
		w.shared.tell(n)
	}
}

// sort lists the origins of a partition by the cells filled.
func (w *bundler) sort(p *partition) {
	placeBits := max(minBits, bits.Len(uint(p.states(1))))
	if cap(w.places) < 1<<placeBits {
		w.places = make([]uint32, 1<<placeBits)
	}
	w.places = w.places[:1<<placeBits]
	clear(w.places)
	w.filled, w.heads, w.origins = w.filled[:0], w.heads[:0], w.origins[:0]
	mask := uint64(len(w.places) - 1)
	err := w.shared.due.read(p, 1, &w.back, func(c chunk) {
		for s := c.words; len(s) >= 2; s = s[2:] {
			at := hash(s[0], 0) << skip >> (64 - placeBits)
			for w.places[at] != 0 && w.filled[w.places[at]-1] != s[0] {
				at = (at + 1) & mask
			}
			if w.places[at] == 0 {
				w.filled, w.heads = append(w.filled, s[0]), append(w.heads, 0)
				w.places[at] = uint32(len(w.filled))
			}
			head := &w.heads[w.places[at]-1]
			w.origins = append(w.origins, waiting{origin(s[1]), *head})
			*head = uint32(len(w.origins))
		}
	})
	if err != nil {
		w.Stop(err)
	}
}

// bundle makes a bundle of all states with the given cells filled, from a list of origins,
// and adds its children to their layers.
func (w *bundler) bundle(filled uint64, head uint32) {
	cell := w.shared.cell
	g := gathered{}
	for ; head != 0; head = w.origins[head-1].next {
		w.gather(w.origins[head-1].origin, &g)
	}
	st := w.unpack(cell, filled, 0)
	st.K = g.left
	kids := w.kids[:w.Expand(st, w.kids)]
	mi, last := w.shared.mirror, 0
	for k := range kids {
		kid := &kids[k]
		if mi != nil && int(mi.boundary[kid.C]) > cell {
			kid.State = mi.fold(kid.State)
		}
		last = max(last, kid.C)
	}
	touched := w.touched[:g.states]
	if len(touched) == 0 || last == 0 {
		for _, left := range touched {
			w.ways[left] = 0
		}
		return
	}
	b, index, ok := w.shelves[last].add(words(len(touched), g.ways), &w.shared.store)
	w.failed = w.failed || !ok
	b.fill(st.F, cell, touched, w.ways)
	w.bundles++
	w.entries += len(touched)
	var number [1]uint64
	for k := range kids {
		kid := &kids[k]
		number[0] = uint64(originOf(kid.At, last, w.number, index))
		w.put(table.State{C: kid.C, F: kid.F}, number[:])
	}
}

// gathered is what is known of the states of a bundle that is being made: how many there are,
// and the bitwise or of their packed counts and of their ways.
type gathered struct {
	states     int
	left, ways uint64
}

// gather adds up the ways of the states that an origin leads to.
func (w *bundler) gather(o origin, g *gathered) {
	b, takes, weight := w.shared.follow(o, w.Expander)
	how, list := b.codec(), b[headWords:]
	many := len(list) / how.stride
	w.Nodes += int64(many)
	if need := g.states + many + 1; need > len(w.touched) {
		w.touched = append(w.touched, make([]uint32, need)...)
	}
	ways, at := w.ways, w.touched
	tops, due := w.shared.tops, w.Due(w.shared.cell)
	touched, some, most, over := g.states, g.left, g.ways, uint64(0)
	for ; len(list) >= how.stride; list = list[how.stride:] {
		was := list[0] & how.left
		// No branch: whether a state has what the placement takes is unpredictable.
		left := was - takes
		ok := ^nonzero(lacks(was, takes)&tops | left&due)
		left &= ok
		had := ways[left]
		high, more := bits.Mul64(list[how.stride-1]>>(how.shift&63)&ok, weight)
		sum, carry := bits.Add64(had, more, 0)
		ways[left] = sum
		over |= high | carry
		some |= left
		most |= sum
		at[touched] = uint32(left)
		touched += int(^nonzero(had) & ok & 1)
	}
	w.failed = w.failed || over != 0
	*g = gathered{touched, some, most}
}

// lacks returns the bits of x-y that borrow from the next higher bit. The highest bit of a
// field is set if that field of x is too small.
func lacks(x, y uint64) uint64 { return ^x&y | (^x|y)&(x-y) }

// nonzero returns all ones if x is not 0, and otherwise 0.
func nonzero(x uint64) uint64 { return uint64(int64(x|-x) >> 63) }

// follow reads an origin: it returns the states before the placement, what the placement
// takes from the counts, and how many solutions one solution with it stands for.
func (sh *shared) follow(o origin, x *table.Expander) (b bundle, takes, weight uint64) {
	b = sh.shelves[o.worker()][o.last()].at(o.index())
	weight = 1
	if at := o.placement(); at != nowhere {
		filled, cell := b.head()
		takes = x.Takes(at, table.State{C: cell, F: filled})
		if weights := x.Weights(); weights != nil {
			weight = weights[at]
		}
	}
	return b, takes, weight
}

// fetch prefetches the beginning of every bundle in a list of origins. The sum it returns
// only keeps the loads from being removed. No load here depends on another, so memory serves
// all of them at once, and gather then finds the bundles in the cache.
func (w *bundler) fetch(head uint32) (sum uint64) {
	for ; head != 0; head = w.origins[head-1].next {
		o := w.origins[head-1].origin
		b := w.shared.shelves[o.worker()][o.last()].at(o.index())
		for k := 0; k < min(len(b), fetched*line); k += line {
			sum += b[k]
		}
	}
	return sum
}
