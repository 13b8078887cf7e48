package run

import (
	"math/bits"

	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/native/internal/problem"
)

// A Lister builds solutions from the options that a search has chosen, and visits
// them. Beside a search at ten nanoseconds a node, sorting and allocating
// solutions would take most of the time of a listing. So options are put at their
// known places, or marked in a bit set and read off in order. Only the differences
// from the solution before are updated, which are few, since successive solutions
// share all but the last choices. And solutions are cut from slabs.
type Lister struct {
	p     *problem.Problem
	visit func(cover.Solution) bool
	slab  []int
	used  int // of the slab
	most  int // how many solutions the next slab is for
	// places is the index of each option in every solution that has it; nil if
	// that index differs between solutions.
	places []int32
	path   []int32 // path[:depth] is what was chosen for the last solution
	depth  int
	images []image // of the last solution, one for each symmetry
	n      int     // options of a solution beside those of the path
}

// An image is the last solution as a symmetry moves it.
type image struct {
	move  []int // nil: the identity
	ready []int // the solution itself, if options have their places
	marks marks // its options otherwise
}

const (
	// slabInts bounds the memory that one kept solution keeps from being freed: 32
	// KiB, the largest size class of the allocator.
	slabInts = 4096
	// overrun is how far reading marks writes beyond the end of a solution.
	overrun  = 7
	fewMarks = 32
)

// NewLister returns a lister that passes the solutions of p to visit until visit
// returns false.
func NewLister(p *problem.Problem, visit func(cover.Solution) bool) *Lister {
	return &Lister{p: p, visit: visit, most: 1, places: placesOf(p)}
}

// placesOf returns the index of each option in the solutions, if every solution
// has one option of each of a row of intervals: so in puzzles that use every
// piece once, with the options in the order of the pieces.
func placesOf(p *problem.Problem) []int32 {
	type span struct{ first, last, n int32 } // of the options of an item
	spans := make([]span, len(p.Items))
	for o, items := range p.Model.Options {
		for _, i := range items {
			s := &spans[i]
			if s.n == 0 {
				s.first = int32(o)
			}
			s.last = int32(o)
			s.n++
		}
	}
	places := make([]int32, len(p.Model.Options))
	for o, place := 0, int32(0); o < len(places); place++ {
		end := 0
		for _, i := range p.Model.Options[o] {
			it, s := &p.Model.Items[i], &spans[i]
			if it.Min == 1 && it.Max == 1 && s.first == int32(o) && s.last-s.first+1 == s.n {
				end = int(s.last) + 1
				break
			}
		}
		if end == 0 {
			return nil
		}
		for ; o < end; o++ {
			places[o] = place
		}
	}
	return places
}

// Below prepares for the solutions below a root: List then visits all solutions
// that each of them stands for.
func (l *Lister) Below(r *problem.Root) {
	l.depth = 0
	l.n = len(l.p.Taken)
	moves := [][]int{nil} // leave everything where it is
	if r.Option >= 0 {
		l.n++
		moves = r.Images
	}
	l.images = l.images[:0]
	for _, g := range moves {
		im := image{move: g}
		if l.places == nil {
			im.marks = newMarks(len(l.p.Model.Options))
		} else if n := len(l.places); n > 0 {
			im.ready = make([]int, l.places[n-1]+1)
		}
		// Every symmetry permutes the options that are in every solution.
		for _, o := range l.p.Taken {
			l.put(&im, o)
		}
		if r.Option >= 0 {
			l.put(&im, g[r.Option])
		}
		l.images = append(l.images, im)
	}
}

func (l *Lister) put(im *image, o int) {
	if l.places == nil {
		im.marks.set(o)
	} else {
		im.ready[l.places[o]] = o
	}
}

// List visits the solution of the chosen options, the root's and the taken ones,
// and its images. The visitor owns them.
func (l *Lister) List(chosen []int32) (more bool) {
	l.reserve(len(chosen))
	last := l.path[:l.depth]
	n := 0
	for n < len(last) && n < len(chosen) && last[n] == chosen[n] {
		n++
	}
	last, next := last[n:], chosen[n:]
	for k := range l.images {
		im := &l.images[k]
		s := l.cut(len(chosen) + l.n)
		switch {
		case l.places != nil && im.move == nil:
			for _, o := range next {
				im.ready[l.places[o]] = int(o)
			}
			copy(s, im.ready)
		case l.places != nil:
			for _, o := range next {
				to := im.move[o]
				im.ready[l.places[to]] = to
			}
			copy(s, im.ready)
		case im.move == nil:
			for _, o := range last {
				im.marks.clear(int(o))
			}
			for _, o := range next {
				im.marks.set(int(o))
			}
			im.marks.read(s)
		default:
			for _, o := range last {
				im.marks.clear(im.move[o])
			}
			for _, o := range next {
				im.marks.set(im.move[o])
			}
			im.marks.read(s)
		}
		if !l.visit(s[: len(s)-overrun : len(s)-overrun]) {
			return false
		}
	}
	for k, o := range next {
		l.path[n+k] = o
	}
	l.depth = len(chosen)
	return true
}

// Serve makes w pass its solutions to l.
func (l *Lister) Serve(w *Search) {
	w.Visit = l.List
}

// reserve makes room in the path for n options.
func (l *Lister) reserve(n int) {
	if n > len(l.path) {
		l.path = append(l.path[:l.depth], make([]int32, 2*n)...)
	}
}

// cut returns room for a solution of n options, and the slack.
func (l *Lister) cut(n int) []int {
	if len(l.slab)-l.used < n+overrun {
		// The first solution may be the only one that is wanted.
		l.slab = make([]int, n*l.most+overrun)
		l.used = 0
		l.most = max(1, min(2*l.most, (slabInts-overrun)/max(1, n)))
	}
	at := l.used
	l.used += n
	return l.slab[at : l.used+overrun]
}

// marks is a set of numbers as bits.
type marks struct {
	words []uint64
	// groups has a bit for every nonzero word; nil if there are so few words that
	// reading them all is quicker.
	groups []uint64
}

// WordsFor is how many words hold a set of numbers below n.
func WordsFor(n int) int { return (n + 63) / 64 }

func newMarks(n int) marks {
	m := marks{words: make([]uint64, WordsFor(n))}
	if len(m.words) > fewMarks {
		m.groups = make([]uint64, len(m.words)/64+1)
	}
	return m
}

func (m *marks) set(x int) {
	m.words[uint(x)/64] |= 1 << (uint(x) % 64)
	if m.groups != nil {
		m.groups[uint(x)/4096] |= 1 << (uint(x) / 64 % 64)
	}
}

func (m *marks) clear(x int) {
	w := &m.words[uint(x)/64]
	*w &^= 1 << (uint(x) % 64)
	if *w == 0 && m.groups != nil {
		m.groups[uint(x)/4096] &^= 1 << (uint(x) / 64 % 64)
	}
}

// read writes the numbers to s in order; it must have room for them and slack.
func (m *marks) read(s []int) {
	n := 0
	if m.groups == nil {
		for j, w := range m.words {
			n = readWord(w, j*64, s, n)
		}
		return
	}
	for k, g := range m.groups {
		for ; g != 0; g &= g - 1 {
			j := k*64 + bits.TrailingZeros64(g)
			n = readWord(m.words[j], j*64, s, n)
		}
	}
}

func readWord(w uint64, first int, s []int, n int) int {
	end := n + bits.OnesCount64(w)
	for ; w != 0; n += 4 {
		q := (*[4]int)(s[n:])
		q[0] = first + bits.TrailingZeros64(w)
		w &= w - 1
		q[1] = first + bits.TrailingZeros64(w|1<<63)
		w &= w - 1
		q[2] = first + bits.TrailingZeros64(w|1<<63)
		w &= w - 1
		q[3] = first + bits.TrailingZeros64(w|1<<63)
		w &= w - 1
	}
	return end
}
