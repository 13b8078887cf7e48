package native

import (
	"math/bits"

	"github.com/exactile/exactile/encode/cover"
)

// A lister makes solutions of what a walk has chosen, and visits them. Beside a
// search that takes ten nanoseconds a node, sorting a solution and allocating it
// would be most of what listing costs, so neither is done in the usual way:
// options are put where they are known to stand, or marked in a set of bits and
// read off in order, and solutions are cut from slabs.
type lister struct {
	p     *problem
	visit func(cover.Solution) bool
	slab  []int // what is left of the last one
	most  int   // how many solutions the next slab is for
	// places says where in every solution each option stands; nil where that
	// differs from solution to solution.
	places []int32
	marks  []uint64 // a bit for every option; all zero between solutions
	// groups has a bit for every word of marks that may not be zero; nil where
	// there are so few that looking at them all is quicker.
	groups []uint64
}

const (
	// slabInts bounds what keeping one solution can keep of others: 2 KiB.
	slabInts = 256
	fewMarks = 32
)

func (p *problem) lister(visit func(cover.Solution) bool) *lister {
	l := &lister{p: p, visit: visit, most: 1, places: p.places()}
	if l.places == nil {
		l.marks = make([]uint64, len(p.m.Options)/64+1)
		if len(l.marks) > fewMarks {
			l.groups = make([]uint64, len(l.marks)/64+1)
		}
	}
	return l
}

// places returns where in every solution each option stands, if every solution
// has one option of each of a row of intervals: that is so of puzzles in which
// every piece is used once, with their options in the order of the pieces.
func (p *problem) places() []int32 {
	type span struct{ first, last, n int32 } // of the options of an item
	spans := make([]span, len(p.items))
	for o, items := range p.m.Options {
		for _, i := range items {
			s := &spans[i]
			if s.n == 0 {
				s.first = int32(o)
			}
			s.last = int32(o)
			s.n++
		}
	}
	places := make([]int32, len(p.m.Options))
	for o, place := 0, int32(0); o < len(places); place++ {
		end := 0
		for _, i := range p.m.Options[o] {
			it, s := &p.m.Items[i], &spans[i]
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

// below returns a visitor of the solutions below the root that visits all those
// they stand for. The visitor is given them without the root's option.
func (l *lister) below(r *root) func(chosen []int32) bool {
	if r.option < 0 {
		return func(chosen []int32) bool { return l.list(chosen) }
	}
	images := make([]int32, 0, 64)
	return func(chosen []int32) bool {
		for _, g := range r.images {
			images = append(images[:0], int32(g[r.option]))
			for _, o := range chosen {
				images = append(images, int32(g[o]))
			}
			if !l.list(images) {
				return false
			}
		}
		return true
	}
}

// list visits the solution of the given options and the taken ones, which every
// symmetry takes to one another. The visitor owns it.
func (l *lister) list(chosen []int32) bool {
	s := l.cut(len(chosen) + len(l.p.taken))
	if l.places != nil {
		for _, o := range chosen {
			s[l.places[o]] = int(o)
		}
		for _, o := range l.p.taken {
			s[l.places[o]] = o
		}
		return l.visit(s)
	}
	marks := l.marks
	for _, o := range chosen {
		marks[uint32(o)/64] |= 1 << (uint32(o) % 64)
	}
	for _, o := range l.p.taken {
		marks[uint(o)/64] |= 1 << (uint(o) % 64)
	}
	if l.groups == nil {
		readOff(marks, 0, s)
		return l.visit(s)
	}
	for _, o := range chosen {
		l.groups[uint32(o)/4096] |= 1 << (uint32(o) / 64 % 64)
	}
	for _, o := range l.p.taken {
		l.groups[uint(o)/4096] |= 1 << (uint(o) / 64 % 64)
	}
	rest := s
	for j, words := range l.groups {
		for ; words != 0; words &= words - 1 {
			w := j*64 + bits.TrailingZeros64(words)
			rest = readOff(marks[w:w+1], w*64, rest)
		}
		l.groups[j] = 0
	}
	return l.visit(s)
}

// cut returns room for a solution of n options; it is not nil even for none.
func (l *lister) cut(n int) cover.Solution {
	if l.slab == nil || len(l.slab) < n {
		// The first solution may be the only one that is wanted.
		l.slab = make([]int, n*l.most)
		l.most = max(1, min(2*l.most, slabInts/max(1, n)))
	}
	s := l.slab[:n:n]
	l.slab = l.slab[n:]
	return s
}

// readOff moves the options that are marked into s, in order, the first mark
// being that of option first, and returns what is left of s.
func readOff(marks []uint64, first int, s []int) (rest []int) {
	n := 0
	for j, m := range marks {
		if m == 0 {
			continue
		}
		for ; m != 0; m &= m - 1 {
			s[n] = first + j*64 + bits.TrailingZeros64(m)
			n++
		}
		marks[j] = 0
	}
	return s[n:]
}
