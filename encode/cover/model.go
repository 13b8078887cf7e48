// Package cover is the hub of exactile: the bounded cover model. Puzzles compile to it; encoders,
// search engines, exports and proofs start from it.
//
// A model is a list of items with bounds and a list of options, each a set of
// items. A solution is a set of options such that every item i lies in at least
// Items[i].Min and at most Items[i].Max of them. A board cell is an item
// {1,1}, or {0,1} where it may stay empty; a piece type used n times is an item
// {n,n}; a placement is an option. Packing, multiplicity and optional pieces
// are bounds, never modes.
//
// The package holds what needs no search: checking a solution, splitting the solutions into
// disjoint shards, dropping options that are in no solution, and the models that count the
// solutions fixed by a symmetry. It knows neither geometry nor logic and imports only the standard
// library.
//
// In this package m is a model, s a solution, o an option and i an item; options
// and items are named by their indices.
//
// Source: D. E. Knuth, The Art of Computer Programming, volume 4B, section
// 7.2.2.1, Algorithm M (exact covering with multiplicities).
package cover

import (
	"errors"
	"fmt"
	"math"
	"slices"
)

// An Item must be covered between Min and Max times, both inclusive.
type Item struct {
	// Name identifies the item; names are distinct within a model. Names made by exactile contain
	// no white space, '|' or ':', which have a meaning in Knuth's text format.
	Name     string
	Min, Max int
}

// A Model is a bounded cover problem. A model is read-only once it is built:
// every rewrite (Restrict, Reduce, Fixed) returns a new one, which may share
// slices with the old one. Concurrent readers need no lock. Only Validate and Check
// take any model; all else expects one that Validate accepts, and may panic on others.
//
// The zero Model has exactly one solution, the empty one.
type Model struct {
	Items []Item
	// Options[o] is the strictly increasing, non-empty list of the items that option o covers. Two
	// options may have the same items only if they are different placements.
	Options [][]int
	// Pos is a hint: the raster position of each item on the board, or -1; may be nil. It does not
	// affect the solutions.
	Pos []int
	// Sym lists automorphisms as permutations of the options: option o goes to
	// Sym[k][o]. It is nil, or a group without repeats whose first element is the
	// identity; every element permutes the set of solutions.
	Sym [][]int
	// AddedItems is the number of last items that a rewrite added (a hint, a shard, a reduction).
	// They constrain like any other item, but do not identify an option: digests and canonical
	// forms leave them out.
	AddedItems int
}

// A Solution is a strictly increasing list of option indices. So two solutions of one model are the
// same if and only if the slices are equal.
type Solution []int

// Least reports whether no motion maps s to a lesser solution, compared as slices. Under a group of
// motions each orbit has exactly one least member.
func (s Solution) Least(motions [][]int) bool {
	return !slices.ContainsFunc(motions, s.exceedsImage)
}

// exceedsImage reports whether a motion maps s to a lesser solution. Most images differ from s in
// one of their first options, which are found without sorting, several times as fast.
func (s Solution) exceedsImage(motion []int) bool {
	last := -1
	for _, own := range s[:min(len(s), 3)] {
		next := math.MaxInt
		for _, o := range s {
			if image := motion[o]; image > last {
				next = min(next, image)
			}
		}
		if next != own {
			return next < own
		}
		last = next
	}
	return slices.Compare(s.Image(motion), s) < 0
}

// Image returns the image of s under a motion.
func (s Solution) Image(motion []int) Solution {
	image := make(Solution, len(s))
	for k, o := range s {
		image[k] = motion[o]
	}
	slices.Sort(image)
	return image
}

// Canonical returns the least of the images of s under the motions; without motions, s itself.
// Under a group of motions it is the same for all members of an orbit.
func (s Solution) Canonical(motions [][]int) Solution {
	least := s
	for _, g := range motions {
		if image := s.Image(g); slices.Compare(image, least) < 0 {
			least = image
		}
	}
	return least
}

// Orbit returns the size of the orbit of s under a group of motions: 1 without motions.
func (s Solution) Orbit(motions [][]int) int {
	if len(motions) == 0 {
		return 1
	}
	// a group has the identity, which maps s to itself
	return len(motions) / max(s.FixedBy(motions), 1)
}

// FixedBy returns how many of the motions map s to itself.
func (s Solution) FixedBy(motions [][]int) (n int) {
	near := uint64(0) // the options modulo 64: most images are not even among these
	for _, o := range s {
		near |= 1 << (o % 64)
	}
next:
	for _, g := range motions {
		for _, o := range s {
			if near>>(g[o]%64)&1 == 0 {
				continue next
			}
			if _, in := slices.BinarySearch(s, g[o]); !in {
				continue next
			}
		}
		n++
	}
	return n
}

// errOrder is returned by Check for slices that are not a Solution.
var errOrder = errors.New("cover: option indices must be strictly increasing and in range")

// Check returns nil if and only if s solves m. The error names the first fault: the order of s, or
// an item covered too few or too many times. Check relies only on Items and Options, and of these
// on nothing: an option with an item that m does not have is an error too.
func (m *Model) Check(s Solution) error {
	var few [128]int32 // room for most puzzles, without an allocation for each solution
	covered := few[:]
	if len(m.Items) > len(few) {
		covered = make([]int32, len(m.Items))
	}
	last := -1
	for _, o := range s {
		if o <= last || o >= len(m.Options) {
			return fmt.Errorf("%w: option %d", errOrder, o)
		}
		last = o
		for _, i := range m.Options[o] {
			if i < 0 || i >= len(m.Items) {
				return fmt.Errorf("cover: option %d covers item %d of %d", o, i, len(m.Items))
			}
			covered[i]++
		}
	}
	for i, it := range m.Items {
		if n := int(covered[i]); n < it.Min || n > it.Max {
			return &BoundError{Index: i, Item: it, Covered: n}
		}
	}
	return nil
}

// A BoundError reports that a candidate solution covers an item too few or too many times.
type BoundError struct {
	Index   int // of the item
	Item    Item
	Covered int
}

func (e *BoundError) Error() string {
	want := fmt.Sprintf("%d", e.Item.Min)
	if e.Item.Min != e.Item.Max {
		want = fmt.Sprintf("%d to %d", e.Item.Min, e.Item.Max)
	}
	return fmt.Sprintf("item %s is covered %d times, not %s", e.Item.Name, e.Covered, want)
}

// Antichain reports whether m guarantees that no solution contains another: every option that can
// be chosen covers an item with Min == Max. Only then does the short blocking clause exclude
// exactly one solution.
func (m *Model) Antichain() bool {
	exact := func(i int) bool { return m.Items[i].Min == m.Items[i].Max }
	for _, items := range m.Options {
		if !slices.ContainsFunc(items, exact) {
			return false
		}
	}
	return true
}

// Dead reports for every option whether it covers an item with Max == 0, so that no solution
// contains it. Options are dropped by giving them such an item: their indices never change.
func (m *Model) Dead() []bool {
	dead := make([]bool, len(m.Options))
	if !slices.ContainsFunc(m.Items, func(it Item) bool { return it.Max == 0 }) {
		return dead
	}
	barred := func(i int) bool { return m.Items[i].Max == 0 }
	for o, items := range m.Options {
		dead[o] = slices.ContainsFunc(items, barred)
	}
	return dead
}

// Covers returns for every item the increasing list of the options that cover
// it, dead ones included.
func (m *Model) Covers() [][]int {
	sizes := make([]int, len(m.Items))
	total := 0
	for _, items := range m.Options {
		for _, i := range items {
			sizes[i]++
		}
		total += len(items)
	}
	flat := make([]int, total)
	covers := make([][]int, len(m.Items))
	for i, n := range sizes {
		covers[i], flat = flat[:0:n], flat[n:]
	}
	for o, items := range m.Options {
		for _, i := range items {
			covers[i] = append(covers[i], o)
		}
	}
	return covers
}
