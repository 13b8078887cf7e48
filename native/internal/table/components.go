package table

import (
	"cmp"
	"math/bits"
	"slices"

	"github.com/exactile/exactile/native/internal/problem"
)

// componentSizes is the rule of component sizes: each connected component of the empty
// cells must be filled by whole pieces, so a state leads nowhere if the size of one of them
// is no sum of sizes of pieces that are left. Pieces whose sizes have a common divisor are
// the plainest case.
//
// Connectivity is derived from the options alone. Cells are neighbours if they
// are some fixed distance apart in the scan and some option has both; the
// distances are the few most frequent ones that connect the cells of every option.
// Whatever those distances mean on the board, no option reaches from one component to
// another, so the rule is sound. It does not apply if cells may stay empty.
//
// The tables rule out nearly all of these states by their stranded cells. So the rule is tested at
// only one cell near the top of the tree, where it costs next to nothing: with it twelve hexominoes
// on 9x8 take .8 of the time, and six other boards .96 to 1.04. Tested at every cell, it halves the
// nodes of most boards, which then take up to four times as long.
//
// Source: the filters of M. Busche, Solving Polyomino and Polycube Puzzles, 2009.
var componentSizes = Rule{
	Name: "components", Levels: 1,
	worth: func(e Expected) int {
		if e.Time > worthComponents {
			return 1
		}
		return 0
	},
	newTest: func(w *Window) stateTest {
		if r := newComponents(w); r != nil {
			return r
		}
		return nil
	},
}

// worthComponents is the expected time of a search, in nanoseconds, above which testing
// components is worth its cost.
const worthComponents = 5e6

// components holds the neighbours on a board and the sizes its pieces can fill.
type components struct {
	w     *Window
	edges []edges
	// sizes is, by count, the sizes of the pieces that take from it, as bits. The last set is
	// for pieces that take from no count or several; they may be used any number of times.
	sizes []uint64
	same  int // the size of every piece, 0 if they differ
}

// edges are the pairs of neighbours that lie a distance apart: bit j of from[c]
// is set if the cells at c+j and c+j+distance are neighbours.
type edges struct {
	distance int
	from     []uint64
}

// maxDistances is the most distances allowed: a solid has three, a board of triangles some
// more.
const maxDistances = 6

// newComponents returns nil if the rule does not hold or connectivity cannot be
// derived.
func newComponents(w *Window) *components {
	if w.Hole >= 0 {
		return nil
	}
	r := &components{w: w, sizes: make([]uint64, len(w.counts)+1)}
	for n := range w.at {
		q := &w.at[n]
		size := uint64(1) << (bits.OnesCount64(q.mask) & 63)
		if counts := w.kinds[q.kind].counts; len(counts) == 1 {
			r.sizes[counts[0]] |= size
		} else {
			r.sizes[len(w.counts)] |= size
		}
	}
	all := uint64(0)
	for _, sizes := range r.sizes {
		all |= sizes
	}
	if all&(all-1) == 0 {
		r.same = bits.TrailingZeros64(all)
	}
	if r.sizes[len(w.counts)]&2 != 0 || !r.connect() {
		return nil
	}
	return r
}

// testCell is at a sixth of the board. Tested at a third, too, the rule gained as much and cost up
// to 1.2 times the time of a search.
func (r *components) testCell() int { return r.w.N / 6 }

// connect finds the edges. It reports false if too many distances are needed.
func (r *components) connect() bool {
	var frequency [64]int
	for _, q := range r.w.at {
		for low := q.mask; low != 0; low &= low - 1 {
			for m := low & (low - 1); m != 0; m &= m - 1 {
				frequency[bits.TrailingZeros64(m)-bits.TrailingZeros64(low)]++
			}
		}
	}
	distances, few := make([]int, len(frequency)), 0
	for d := range distances {
		distances[d] = d
	}
	slices.SortFunc(distances, func(a, b int) int {
		return cmp.Or(cmp.Compare(frequency[b], frequency[a]), cmp.Compare(a, b))
	})
	for _, q := range r.w.at {
		for !connected(q.mask, distances[:few]) {
			if few++; few > maxDistances {
				return false
			}
		}
	}
	for _, d := range distances[:few] {
		e := edges{distance: d, from: make([]uint64, r.w.N+1)}
		for c := range r.w.N {
			for _, q := range r.w.placements(c) {
				for m := q.mask & (q.mask >> d); m != 0; m &= m - 1 {
					e.from[c+bits.TrailingZeros64(m)] |= 1
				}
			}
		}
		for c := r.w.N - 1; c >= 0; c-- {
			e.from[c] |= e.from[c+1] << 1
		}
		r.edges = append(r.edges, e)
	}
	return true
}

// connected reports whether steps of the distances lead from each cell of a mask
// to every other.
func connected(mask uint64, distances []int) bool {
	reached := mask & -mask
	for {
		more := reached
		for _, d := range distances {
			more |= (more<<d | more>>d) & mask
		}
		if more == reached {
			return reached == mask
		}
		reached = more
	}
}

// hopeless reports whether a state has a component that the pieces left cannot fill, as
// far as the window shows.
func (r *components) hopeless(open []uint64, st State) bool {
	empty := open[st.C] &^ st.F
	// A component that reaches out of the window may have any size.
	out := uint64(0)
	for n := range r.edges {
		e := &r.edges[n]
		out |= e.from[st.C] & (^uint64(0) << (64 - e.distance))
	}
	rest := empty &^ r.flood(empty, empty&out, st.C)
	for sums := uint64(0); rest != 0; {
		component := r.flood(rest, rest&-rest, st.C)
		rest &^= component
		size := bits.OnesCount64(component)
		switch {
		case r.same > 0 && size%r.same == 0:
			continue
		case r.same > 0:
			return true
		case sums == 0:
			sums = r.sums(st.K)
		}
		if size < 64 && sums>>size&1 == 0 {
			return true
		}
	}
	return false
}

// flood returns the cells of within that are connected to some of seeds, the
// window starting at cell c.
func (r *components) flood(within, seeds uint64, c int) uint64 {
	for {
		more := seeds
		for n := range r.edges {
			e := &r.edges[n]
			from := e.from[c]
			more |= ((more&from)<<e.distance | more>>e.distance&from) & within
		}
		if more == seeds {
			return seeds
		}
		seeds = more
	}
}

// sums returns the sizes below 64, as bits, that the pieces left can fill.
func (r *components) sums(k uint64) uint64 {
	sums := uint64(1)
	for n := range r.w.counts {
		c := &r.w.counts[n]
		sums = problem.Sums(sums, r.sizes[n], int(k&c.field>>c.shift()))
	}
	return problem.Sums(sums, r.sizes[len(r.w.counts)], 64)
}
