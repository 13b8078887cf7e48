// Package hitting finds the sets that have an element in common with each of some given
// sets: the smallest ones, and the minimal ones, of which no element can be left out
// (minimal transversals). It does not depend on what the elements are.
//
// It is no goal over a cover: that no element can be left out is no bound of an item, and designs
// need all minimal sets of a size within a budget of steps, not the smallest ones alone.
//
// Source: R. Reiter, A theory of diagnosis from first principles, Artificial Intelligence
// 32, 1987; branching on an unhit set, without the elements tried before, is folklore.
package hitting

import (
	"iter"
	"math/bits"
	"slices"
)

// Most is how many elements there may be.
const Most = 256

// A Set is a set of the numbers below Most.
type Set [Most / 64]uint64

// Of returns the set of some numbers.
func Of(numbers ...int) (s Set) {
	for _, n := range numbers {
		s[n/64] |= 1 << (n % 64)
	}
	return s
}

// Elements yields the numbers in s, increasing.
func (s Set) Elements() iter.Seq[int] {
	return func(yield func(int) bool) {
		for w, word := range s {
			for ; word != 0; word &= word - 1 {
				if !yield(64*w + bits.TrailingZeros64(word)) {
					return
				}
			}
		}
	}
}

// Len is how many numbers are in s.
func (s Set) Len() (n int) {
	for _, word := range s {
		n += bits.OnesCount64(word)
	}
	return n
}

// And returns what is in both.
func (s Set) And(t Set) Set {
	for w := range s {
		s[w] &= t[w]
	}
	return s
}

// Or returns what is in either.
func (s Set) Or(t Set) Set {
	for w := range s {
		s[w] |= t[w]
	}
	return s
}

// Minus returns what is in s and not in t.
func (s Set) Minus(t Set) Set {
	for w := range s {
		s[w] &^= t[w]
	}
	return s
}

// Meets reports whether both have an element in common.
func (s Set) Meets(t Set) bool { return s.And(t) != Set{} }

// manySets is the most sets that all others are compared with.
const manySets = 1 << 12

// Minimal returns the sets that contain no other, each once, the smallest first; of very
// many, those that contain none of the smallest. It may reorder the sets. A set that hits
// the minimal ones hits all.
func Minimal(sets []Set) []Set {
	slices.SortFunc(sets, func(s, t Set) int {
		if d := s.Len() - t.Len(); d != 0 {
			return d
		}
		return slices.Compare(s[:], t[:])
	})
	sets = slices.Compact(sets)
	kept := sets[:0]
	for _, s := range sets {
		contains := func(t Set) bool { return t.Minus(s) == Set{} }
		if !slices.ContainsFunc(kept[:min(len(kept), manySets)], contains) {
			kept = append(kept, s)
		}
	}
	return kept
}

// OfSize yields every set of exactly size elements that hits all the given sets and of
// which no element can be left out. Each step takes one from the budget, and one more for
// each few hundred sets. Once the budget is spent, it is below 0 and no more sets come.
func OfSize(sets []Set, size int, budget *int) iter.Seq[Set] {
	return func(yield func(Set) bool) {
		s := search{sets: sets, size: size, budget: budget, yield: yield}
		s.extend(Set{}, Set{}, 0)
	}
}

// Smallest returns a smallest set that hits all the sets, if it has no more than most elements.
// Otherwise atLeast is a lower bound of its size.
func Smallest(sets []Set, most int, budget *int) (s Set, atLeast int, ok bool) {
	for size := disjoint(sets, Set{}, Set{}); size <= most; size++ {
		for s := range OfSize(sets, size, budget) {
			return s, size, true
		}
		if *budget < 0 {
			return Set{}, size, false
		}
		atLeast = size + 1
	}
	return Set{}, max(atLeast, most+1), false
}

// A search is one call of OfSize.
type search struct {
	sets   []Set
	size   int
	budget *int
	yield  func(Set) bool
}

// extend searches for the sets that contain the chosen elements and no element of out, and
// reports whether to continue.
func (s *search) extend(chosen, out Set, n int) bool {
	if *s.budget -= 1 + len(s.sets)/256; *s.budget < 0 {
		return false
	}
	var branch Set
	fewest := -1
	for _, set := range s.sets {
		if set.Meets(chosen) {
			continue
		}
		left := set.Minus(out)
		if k := left.Len(); fewest < 0 || k < fewest {
			branch, fewest = left, k
		}
	}
	switch {
	case fewest < 0:
		return n != s.size || !s.tight(chosen) || s.yield(chosen)
	case n+disjoint(s.sets, chosen, out) > s.size:
		return true
	}
	for e := range branch.Elements() {
		one := Of(e)
		if !s.extend(chosen.Or(one), out, n+1) {
			return false
		}
		out = out.Or(one)
	}
	return true
}

// tight reports whether no element can be left out: each alone hits some set.
func (s *search) tight(chosen Set) bool {
	var needed Set
	for _, set := range s.sets {
		if hit := set.And(chosen); hit.Len() == 1 {
			needed = needed.Or(hit)
		}
	}
	return needed == chosen
}

// disjoint returns the size of a greedy choice of disjoint sets that are not hit yet: a
// lower bound of the number of elements needed.
func disjoint(sets []Set, chosen, out Set) (n int) {
	var used Set
	for _, set := range sets {
		if !set.Meets(chosen) && !set.Minus(out).Meets(used) {
			used = used.Or(set.Minus(out))
			n++
		}
	}
	return n
}
