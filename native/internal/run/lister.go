package run

import (
	"math/bits"

	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/native/internal/problem"
)

// A Lister builds solutions from the options that a search has chosen, and visits
// them. Beside a search at ten nanoseconds a node, sorting and allocating
// solutions would take most of the time of a listing. So options are marked in a bit
// set and read off in order. Only the differences
// from the solution before are updated, which are few, since successive solutions
// share all but the last choices. And solutions are cut from slabs.
type Lister struct {
	p      *problem.Problem
	visit  func(cover.Solution) bool
	slab   []int
	used   int     // of the slab
	most   int     // how many solutions the next slab is for
	path   []int32 // path[:depth] is what was chosen for the last solution
	depth  int
	images []image // of the last solution, one for each symmetry
	n      int     // options of a solution beside those of the path
}

// An image is the last solution as a symmetry moves it.
type image struct {
	move  []int // nil: the identity
	marks marks // its options
}

const (
	// slabInts bounds the memory that one kept solution keeps from being freed: 32
	// KiB, the largest size class of the allocator.
	slabInts = 4096
	// slack is how far reading marks writes beyond the end of a solution.
	slack = 7
)

// NewLister returns a lister that passes the solutions of p to visit until visit
// returns false.
func NewLister(p *problem.Problem, visit func(cover.Solution) bool) *Lister {
	return &Lister{p: p, visit: visit, most: 1}
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
		im := image{g, make(marks, WordsFor(len(l.p.Model.Options)))}
		// Every symmetry permutes the options that are in every solution.
		for _, o := range l.p.Taken {
			im.marks.set(o)
		}
		if r.Option >= 0 {
			im.marks.set(g[r.Option])
		}
		l.images = append(l.images, im)
	}
}

// List visits the solution of the chosen options, the root's and the taken ones,
// and its images. The visitor owns them. The first options of chosen, as many as
// same, are known to be those of the last call.
func (l *Lister) List(chosen []int32, same int) (more bool) {
	l.reserve(len(chosen))
	last := l.path[:l.depth]
	n := same
	for n < len(last) && n < len(chosen) && last[n] == chosen[n] {
		n++
	}
	last, next := last[n:], chosen[n:]
	for k := range l.images {
		im := &l.images[k]
		s := l.cut(len(chosen) + l.n)
		if im.move == nil {
			for _, o := range last {
				im.marks.clear(int(o))
			}
			for _, o := range next {
				im.marks.set(int(o))
			}
		} else {
			for _, o := range last {
				im.marks.clear(im.move[o])
			}
			for _, o := range next {
				im.marks.set(im.move[o])
			}
		}
		im.marks.read(s)
		if !l.visit(s[: len(s)-slack : len(s)-slack]) {
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
	w.Visit, w.VisitAll = l.List, nil
	if len(l.images) == 1 && l.images[0].move == nil {
		w.VisitAll = l.listAll
	}
}

// listAll visits the solutions that contain the given options and end in one of
// several ways, each a bit set of as many words as the marks have. It does not
// track the differences between these solutions.
func (l *Lister) listAll(chosen []int32, ends []uint64) (visited int, more bool) {
	l.change(chosen)
	marks := l.images[0].marks
	for ; len(ends) > 0; ends = ends[len(marks):] {
		size := 0
		for j, w := range marks {
			size += bits.OnesCount64(w | ends[j])
		}
		s := l.cut(size)
		n := 0
		if size > 4*len(marks) {
			for j, w := range marks {
				n = readDense(w|ends[j], j*64, s, n)
			}
		} else {
			for j, w := range marks {
				n = readWord(w|ends[j], j*64, s, n)
			}
		}
		visited++
		if !l.visit(s[: len(s)-slack : len(s)-slack]) {
			return visited, false
		}
	}
	return visited, true
}

// change marks the chosen options and no others, for solutions that no symmetry moves.
func (l *Lister) change(chosen []int32) {
	l.reserve(len(chosen))
	last := l.path[:l.depth]
	n := 0
	for n < len(last) && n < len(chosen) && last[n] == chosen[n] {
		n++
	}
	marks := l.images[0].marks
	for _, o := range last[n:] {
		marks.clear(int(o))
	}
	for k, o := range chosen[n:] {
		marks.set(int(o))
		l.path[n+k] = o
	}
	l.depth = len(chosen)
}

// reserve makes room in the path for n options.
func (l *Lister) reserve(n int) {
	if n > len(l.path) {
		l.path = append(l.path[:l.depth], make([]int32, 2*n)...)
	}
}

// cut returns room for a solution of n options, and the slack.
func (l *Lister) cut(n int) []int {
	if len(l.slab)-l.used < n+slack {
		// The first solution may be the only one that is wanted.
		l.slab = make([]int, n*l.most+slack)
		l.used = 0
		l.most = max(1, min(2*l.most, (slabInts-slack)/max(1, n)))
	}
	at := l.used
	l.used += n
	return l.slab[at : l.used+slack]
}

// marks is a set of numbers as bits.
type marks []uint64

// WordsFor is how many words hold a set of numbers below n.
func WordsFor(n int) int { return (n + 63) / 64 }

func (m marks) set(x int) { m[uint(x)/64] |= 1 << (uint(x) % 64) }

func (m marks) clear(x int) { m[uint(x)/64] &^= 1 << (uint(x) % 64) }

// read writes the numbers to s in order; it must have room for them and slack.
func (m marks) read(s []int) {
	n := 0
	for j, w := range m {
		n = readWord(w, j*64, s, n)
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

// readDense is readWord for words with many bits: it reads eight a round, so that a
// processor mispredicts the end of the loop less often.
func readDense(w uint64, first int, s []int, n int) int {
	end := n + bits.OnesCount64(w)
	for ; w != 0; n += 8 {
		q := (*[8]int)(s[n:])
		q[0] = first + bits.TrailingZeros64(w)
		w &= w - 1
		q[1] = first + bits.TrailingZeros64(w|1<<63)
		w &= w - 1
		q[2] = first + bits.TrailingZeros64(w|1<<63)
		w &= w - 1
		q[3] = first + bits.TrailingZeros64(w|1<<63)
		w &= w - 1
		q[4] = first + bits.TrailingZeros64(w|1<<63)
		w &= w - 1
		q[5] = first + bits.TrailingZeros64(w|1<<63)
		w &= w - 1
		q[6] = first + bits.TrailingZeros64(w|1<<63)
		w &= w - 1
		q[7] = first + bits.TrailingZeros64(w|1<<63)
		w &= w - 1
	}
	return end
}
