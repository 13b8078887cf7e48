package layers

import (
	"math/bits"

	"github.com/exactile/exactile/native/internal/table"
)

// A profiler is a worker that makes profiles of the states of partitions and expands those.
type profiler struct {
	*worker
	number  int      // among the workers
	arenas  []arena  // by the last layer with children
	ways    []uint64 // by what is left of the counts; all 0 between two profiles
	touched []uint32 // the indices of ways that are not 0
	// origins are those of a partition, in a linked list for each set of filled cells.
	origins []waiting
	// Results of the layer.
	profiles, entries int
	failed            bool   // a number needs more than a word, or there is no more room
	fetchSum          uint64 // see fetch
}

const (
	ahead   = 4 // profiles whose origins are prefetched together
	fetched = 4 // cache lines prefetched of every profile
	line    = 8 // words of a cache line
)

// waiting is an origin in a linked list.
type waiting struct {
	origin
	next uint32 // from 1; 0: none
}

// work makes profiles of what waits in the partitions of the layer that is due, and adds
// their children to their layers.
func (w *profiler) work() {
	for {
		n, ok := w.claim()
		if !ok {
			return
		}
		lists := w.lists(&w.shared.due.parts[n])
		for k := 0; k < len(lists); k += 2 {
			if k%(2*ahead) == 0 {
				for j := k; j < min(k+2*ahead, len(lists)); j += 2 {
					w.fetchSum += w.fetch(uint32(lists[j+1]))
				}
			}
			if w.failed || w.Nodes >= w.PauseAt && w.Pause() {
				return
			}
			w.profile(lists[k], uint32(lists[k+1]))
		}
	}
}

// lists lists the origins of a partition by the cells filled, and returns the sets of filled
// cells, each with the head of its list.
func (w *profiler) lists(p *partition) []uint64 {
	states := p.states(1)
	w.reset(states, 1) // so that the table need not grow
	w.origins = w.origins[:0]
	err := w.shared.due.read(p, 1, &w.back, func(c chunk) {
		for s := c.words; len(s) >= 2; s = s[2:] {
			e := w.place(s[0], 0)
			w.origins = append(w.origins, waiting{origin(s[1]), uint32(e[1])})
			e[0], e[1] = s[0], uint64(len(w.origins))
		}
	})
	if err != nil {
		w.Stop(err)
	}
	return w.compact()
}

// profile makes the profile of all states with the given cells filled, from a list of origins,
// and adds its children to their layers.
func (w *profiler) profile(filled uint64, head uint32) {
	cell := w.shared.cell
	g := gathered{}
	for ; head != 0; head = w.origins[head-1].next {
		w.gather(w.origins[head-1].origin, &g)
	}
	st := w.unpack(cell, filled, 0)
	st.K = g.left
	kids := w.kids[:w.x.Expand(st, w.kids)]
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
	p, index, ok := w.arenas[last].add(words(len(touched), g.ways), &w.shared.store)
	w.failed = w.failed || !ok
	p.fill(st.F, cell, touched, w.ways)
	w.profiles++
	w.entries += len(touched)
	var number [1]uint64
	for k := range kids {
		kid := &kids[k]
		number[0] = uint64(originOf(kid.At, last, w.number, index))
		w.put(table.State{C: kid.C, F: kid.F}, number[:])
	}
}

// gathered is what is known of the states of a profile that is being made: how many there are,
// and the bitwise or of their packed counts and of their ways.
type gathered struct {
	states     int
	left, ways uint64
}

// gather adds up the ways of the states that an origin leads to.
func (w *profiler) gather(o origin, g *gathered) {
	p, takes, weight := w.shared.follow(o, w.x)
	how, list := p.codec(), p[headWords:]
	many := len(list) / how.stride
	w.Nodes += int64(many)
	if need := g.states + many + 1; need > len(w.touched) {
		w.touched = append(w.touched, make([]uint32, need)...)
	}
	ways, at := w.ways, w.touched
	tops, due := w.shared.tops, w.x.Due(w.shared.cell)
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
func (sh *shared) follow(o origin, x *table.Expander) (p profile, takes, weight uint64) {
	p = sh.arenasOf[o.worker()][o.last()].at(o.index())
	weight = 1
	if at := o.placement(); at != nowhere {
		filled, cell := p.head()
		takes = x.Takes(at, table.State{C: cell, F: filled})
		if weights := x.Weights(); weights != nil {
			weight = weights[at]
		}
	}
	return p, takes, weight
}

// fetch prefetches the beginning of every profile in a list of origins. The sum it returns
// only keeps the loads from being removed. No load here depends on another, so memory serves
// all of them at once, and gather then finds the profiles in the cache.
func (w *profiler) fetch(head uint32) (sum uint64) {
	for ; head != 0; head = w.origins[head-1].next {
		o := w.origins[head-1].origin
		p := w.shared.arenasOf[o.worker()][o.last()].at(o.index())
		for k := 0; k < min(len(p), fetched*line); k += line {
			sum += p[k]
		}
	}
	return sum
}
