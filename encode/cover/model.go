// Package cover is the hub of exactile: the bounded cover model that puzzles
// compile to, and that encoders, search engines, exports and proofs start from.
//
// A model is a list of items with bounds and a list of options, each a set of
// items. A solution is a set of options such that every item i lies in at least
// Items[i].Min and at most Items[i].Max of them. A board cell is an item
// {1,1}, or {0,1} where it may stay empty; a piece type used n times is an item
// {n,n}; a placement is an option. Packing, multiplicity and optional pieces
// are bounds, never modes.
//
// The package holds what can be said about a model without searching it:
// checking a solution, splitting the solutions into disjoint shards, dropping
// options that can be in none, and the models that count the solutions fixed
// by a symmetry. It knows neither geometry nor logic and imports only the
// standard library.
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
)

// An Item is something to be covered between Min and Max times, both inclusive.
type Item struct {
	// Name identifies the item; names are distinct within a model. Names made
	// by exactile contain no white space, '|' or ':', which Knuth's text format
	// gives a meaning.
	Name     string
	Min, Max int
}

// A Model is a bounded cover problem. A model is read-only once it is built:
// every rewrite (Restrict, Reduce, Fixed) returns a new one, which may share
// slices with the old one. Concurrent readers need no lock.
//
// The zero Model has exactly one solution, the empty one.
type Model struct {
	Items []Item
	// Options[o] is the strictly increasing, non-empty list of the items that
	// option o covers. Two options may have the same items only when they mean
	// different placements.
	Options [][]int
	// Pos is a hint: the raster position of each item on the board, or -1. It
	// never changes which solutions there are. It may be nil.
	Pos []int
	// Sym lists automorphisms as permutations of the options: option o goes to
	// Sym[k][o]. It is nil, or a group without repeats whose first element is the
	// identity; every element permutes the set of solutions.
	Sym [][]int
	// Added says how many of the last items came from a rewrite (a hint, a
	// shard, a reduction). They constrain like any other item, but are no part
	// of what an option is: digests and canonical forms leave them out.
	Added int
}

// A Solution is a strictly increasing list of option indices, so that two
// solutions of one model are the same if and only if the slices are equal.
type Solution []int

// limits of a model: option variables, literals and offsets are 32 bits wide
// in the formats and engines the model goes to.
const maxIndex = math.MaxInt32 - 1

// Validate reports the first way in which m is not a model: bounds that are
// negative or crossed, repeated names, options that are empty, not strictly
// increasing or out of range, a Pos of the wrong length, a Sym entry that is no
// automorphism, or a Sym that is no group as its comment says: what is counted by
// symmetry is wrong under anything less. It is for models from outside; Compile
// only builds valid ones.
func (m *Model) Validate() error {
	if len(m.Items) > maxIndex || len(m.Options) > maxIndex {
		return fmt.Errorf("cover: %d items and %d options are more than a model can have", len(m.Items), len(m.Options))
	}
	names := make(map[string]int, len(m.Items))
	for i, it := range m.Items {
		if it.Min < 0 || it.Max < it.Min {
			return fmt.Errorf("cover: item %d (%q) has bounds %d..%d", i, it.Name, it.Min, it.Max)
		}
		if j, dup := names[it.Name]; dup {
			return fmt.Errorf("cover: items %d and %d are both named %q", j, i, it.Name)
		}
		names[it.Name] = i
	}
	for o, items := range m.Options {
		if len(items) == 0 {
			return fmt.Errorf("cover: option %d covers nothing", o)
		}
		last := -1
		for _, i := range items {
			if i <= last || i >= len(m.Items) {
				return fmt.Errorf("cover: option %d: item %d out of order or out of range", o, i)
			}
			last = i
		}
	}
	if m.Pos != nil && len(m.Pos) != len(m.Items) {
		return fmt.Errorf("cover: %d positions for %d items", len(m.Pos), len(m.Items))
	}
	if m.Added < 0 || m.Added > len(m.Items) {
		return fmt.Errorf("cover: %d added items of %d", m.Added, len(m.Items))
	}
	for k, g := range m.Sym {
		if !m.Automorphism(g) {
			return fmt.Errorf("cover: symmetry %d is no automorphism of the model", k)
		}
	}
	return m.validateGroup()
}

// errOrder is returned by Check for slices that are no Solution at all.
var errOrder = errors.New("cover: option indices must be strictly increasing and in range")

// Check returns nil if and only if s solves m. The error names the first thing
// that is wrong: the order of s, or an item covered too few or too many times.
// Check trusts nobody: it looks at nothing but Items and Options.
func (m *Model) Check(s Solution) error {
	var few [128]int32 // of most puzzles all, without an allocation a solution
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

// A BoundError says that a candidate solution covers an item too few or too
// many times.
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

// Antichain reports whether m shows by itself that no solution contains
// another: every option that can be chosen covers an item with Min == Max. Only
// then does the short blocking clause exclude exactly one solution.
func (m *Model) Antichain() bool {
	for _, items := range m.Options {
		exact := false
		for _, i := range items {
			if m.Items[i].Min == m.Items[i].Max {
				exact = true
				break
			}
		}
		if !exact {
			return false
		}
	}
	return true
}

// Dead reports for every option whether it covers an item with Max == 0, so
// that no solution contains it. Dropping an option means giving it such an item:
// option indices never move.
func (m *Model) Dead() []bool {
	dead := make([]bool, len(m.Options))
	for o, items := range m.Options {
		for _, i := range items {
			if m.Items[i].Max == 0 {
				dead[o] = true
				break
			}
		}
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
