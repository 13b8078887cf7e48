package beam

import (
	"math/bits"

	"github.com/exactile/exactile/native/internal/problem"
)

// A board is a problem in the form for the beam: cells in the order of the scan, counters
// for the other items with bounds, and options as sets of cells from their first one on.
type board struct {
	p     *problem.Problem
	n     int // cells
	words int // of a set of cells from the first undecided one on

	counters []counter
	kinds    [][]int32 // the counters of options of each kind
	fields   int       // words of the use of all counters
	free     uint64    // sizes, up to the largest island, of options without a piece, as bits

	options []option // by first cell, kind and size
	masks   []uint64 // of each option its cells from the first one on
	runs    []sameKind
	runsAt  []int32 // where the runs of each cell begin, and where the last one ends
	largest int     // cells of an option

	throughCounter lists // the options of each counter, those farthest in the scan first

	neighbourhood
}

// An option is a placement, or leaves its cell empty.
type option struct {
	first, kind, size int32
	source            int32  // the option of the model; -1: none, its cell stays empty
	rank              int32  // among the options of its counter, if several items share it
	cells             uint64 // a hash of its cells
}

// A sameKind is a run of options of one first cell, one kind and one size.
type sameKind struct{ first, end, kind, size int32 }

// lists are lists of numbers end to end.
type lists struct {
	flat []int32
	from []int32 // where each begins, and where the last one ends
}

func (l *lists) of(i int32) []int32 {
	return l.flat[l.from[i]:l.from[i+1]]
}

// newLists returns the lists that visit fills: visit is called twice, and calls add in
// the order of the numbers in each list.
func newLists(n int, visit func(add func(list, number int32))) lists {
	from := make([]int32, n+2)
	visit(func(list, _ int32) { from[list+2]++ })
	for i := range n {
		from[i+2] += from[i+1]
	}
	l := lists{make([]int32, from[n+1]), from[:n+1]}
	visit(func(list, number int32) {
		l.flat[from[list+1]] = number
		from[list+1]++
	})
	return l
}

// mask is the cells of an option, from its first one on.
func (b *board) mask(o int32) []uint64 {
	return b.masks[int(o)*b.words : (int(o)+1)*b.words]
}

// eachCell visits the cells of an option in their order.
func (b *board) eachCell(o int32, visit func(c int32)) {
	for w, m := range b.mask(o) {
		for ; m != 0; m &= m - 1 {
			visit(b.options[o].first + int32(w*64+bits.TrailingZeros64(m)))
		}
	}
}

// A counter is an item that is no cell and has a bound that can bind, or several
// congruent such items: their options cover the same sets of cells and no other item
// that counts. Which of these items an option uses is then decided at the end.
type counter struct {
	lo, hi int32
	// members are the items, and options, if there are several, the options of each
	// in the order of their cells.
	members []int32
	options [][]int32
	// No option has two counters that are pieces.
	piece    bool
	smallest int32  // cells of an option
	sizes    uint64 // of its options, up to the largest island, as bits

	word  int32 // where the use of the counter stands in a state
	shift uint8
	width uint8
}

// used returns how often the options of a counter are used in a state.
func (q *counter) used(use []uint64) int32 {
	return int32(use[q.word] >> q.shift & (1<<q.width - 1))
}

// slack is how many cells may stay empty at most: those that no piece must cover.
func (b *board) slack() int { return b.n - int(b.need()) }

// need is how many cells the pieces that must be used take at least.
func (b *board) need() int64 {
	need := int64(0)
	for k := range b.counters {
		if q := &b.counters[k]; q.piece {
			need += int64(q.lo) * int64(q.smallest)
		}
	}
	return need
}

// from is the first of the lists of cell c in throughEnd.
func (b *board) from(c int32) int32 { return b.neighbours.from[c] + c }

// stride is the words of a state.
func (b *board) stride() int { return b.words + b.fields }

// use1 is the hash of n uses of counter k.
func use1(k, n int32) uint64 { return problem.Mixed(1<<63 | uint64(k)<<32 | uint64(n)) }

// dealt distributes the uses of a counter over its items: first as often as each must be
// used, then as often as each may be.
func (b *board) dealt(q *counter, used int32) []int32 {
	each := make([]int32, len(q.members))
	for m, i := range q.members {
		each[m] = b.p.Items[i].Lo
		used -= each[m]
	}
	for m, i := range q.members {
		more := min(used, b.p.Items[i].Hi-each[m])
		each[m] += more
		used -= more
	}
	return each
}

// A neighbourhood is the pairs of cells that touch. Cells are neighbours if some
// option has both and their positions in the model differ by one of some distances:
// the few most frequent ones that connect the cells of most options.
type neighbourhood struct {
	neighbours lists // of each cell
	reach      int32 // the greatest distance of neighbours in the scan
	// throughEnd is the options that have a cell and at most one of its neighbours: for
	// cell c, list from(c) has those without a neighbour of c, the next list those with
	// its first neighbour, then its second and so on. Each list begins with the options
	// farthest in the scan.
	throughEnd lists
	// planes[j] has, for each option and each cell outside it after its first one,
	// bit j of the number of neighbours that the cell has in the option.
	planes [][]uint64
	// border is, by option, the number of pairs of neighbours of which it has one,
	// less twice the pairs whose other cell comes before its first one.
	border []int32
	// perimeter is, by counter, the most pairs of neighbours of which an option has one.
	perimeter []int32
	// whole is set if every option is connected: then no piece lies in two islands.
	whole bool
}
