package layers

import (
	"math/bits"
	"slices"
)

// This file, with numbers.go, counts the solutions of a sum problem along an order of its items:
// the core of the check.

// maxStateWords bounds a state.
const maxStateWords = 64

// A field is where a state keeps how often an item is covered. The highest bit is spare. Without a
// mask it keeps nothing: the item's bounds cannot be violated.
type field struct {
	word, shift     int
	mask            uint64
	low, high, left uint64 // the item's bounds, and how often later blocks can cover it
}

func (f *field) of(state []uint64) uint64 { return state[f.word] >> f.shift & f.mask }

// A move is an option of a block, as numbers to add to a state. lift sets a guard, a spare bit, if
// the option would cover an item too often.
type move struct{ add, lift, guards []uint64 }

// A recount goes through the blocks of an order. Before each, the table has every state to which
// choices of options of earlier blocks lead, with the number of these choices.
type recount struct {
	*budget
	p      *sumProblem
	labels []uint64 // what each option adds to the last word of a state; nil: nothing

	table, next     *numberTable
	states, largest int64 // in all tables, and in one
	fields          []field
	left            []int // how often the options from the current block on cover each item
	words           int   // of a state

	// The current block: its item of the order, its options, and the items that it may finish.
	first  field
	moves  []move
	settle []field

	path    [][]uint64 // states on the way to a choice of moves
	ways    []uint64   // the number of the state before the moves
	settled []uint64
	carried bool // a number is too large for the next table
}

// run counts along an order, and returns how many of its blocks are done. At the end the table has
// one state for each label.
func (r *recount) run(order []int, blocks [][]int) (done int, err error) {
	possible := r.layOut(blocks)
	if r.words > maxStateWords {
		return 0, &Excess{}
	}
	r.settled = make([]uint64, r.words)
	r.table, r.next = newNumberTable(r.words), newNumberTable(r.words)
	if possible {
		r.table.add(r.settled, []uint64{1})
	}
	for t, options := range blocks {
		if !r.need(3 * r.words * len(options)) {
			return t, r.err
		}
		r.prepare(order[t], options)
		left := r.statesLeft
		r.fold(r.table.width)
		for r.carried && r.err == nil {
			r.statesLeft = left
			r.fold(r.next.width + 1)
		}
		if r.err != nil {
			return t, r.err
		}
		r.table, r.next = r.next, r.table
		r.states += int64(r.table.used)
		r.largest = max(r.largest, int64(r.table.used))
	}
	return len(blocks), nil
}

// layOut gives each item its field. Bits of items that no later block covers are used again. It
// reports whether all items can be covered often enough.
func (r *recount) layOut(blocks [][]int) bool {
	r.left, r.fields = r.p.degrees(), make([]field, len(r.p.low))
	left := slices.Clone(r.left)
	var unused []uint64 // the bits of each word
	place := func(f *field) {
		for f.word = 0; ; f.word++ {
			if f.word == len(unused) {
				unused = append(unused, ^uint64(0))
			}
			for f.shift = 0; f.shift+bits.Len64(f.mask) <= 64; f.shift++ {
				if unused[f.word]>>f.shift&f.mask == f.mask {
					unused[f.word] &^= f.mask << f.shift
					return
				}
			}
		}
	}
	for t := 0; t < len(blocks) && len(unused) <= maxStateWords; t++ {
		for _, o := range blocks[t] {
			for _, u := range r.p.options[o] {
				f, low := &r.fields[u.item], r.p.low[u.item]
				high := min(r.p.high[u.item], r.left[u.item])
				if f.mask == 0 && (low > 0 || high < r.left[u.item]) {
					*f = field{mask: 2<<bits.Len(uint(high)) - 1, low: uint64(low),
						high: uint64(high)}
					place(f)
				}
				left[u.item] -= u.times
			}
		}
		for _, o := range blocks[t] {
			for _, u := range r.p.options[o] {
				if f := r.fields[u.item]; f.mask != 0 && left[u.item] == 0 {
					unused[f.word] |= f.mask << f.shift
				}
			}
		}
	}
	if r.words = len(unused); r.labels != nil {
		r.words++
	}
	for i, degree := range r.left {
		if r.p.low[i] > min(r.p.high[i], degree) {
			return false
		}
	}
	return true
}

// prepare makes the moves of a block, and lists the items whose covers mean less after it.
func (r *recount) prepare(item int, options []int) {
	r.moves, r.settle, r.first = r.moves[:0], r.settle[:0], r.fields[item]
	for _, o := range options {
		for _, u := range r.p.options[o] {
			r.left[u.item] -= u.times
		}
	}
	listed := make(map[int]bool)
	for _, o := range options {
		m := move{make([]uint64, r.words), make([]uint64, r.words), make([]uint64, r.words)}
		fits := true
		for _, u := range r.p.options[o] {
			f, times := r.fields[u.item], uint64(u.times)
			if f.mask == 0 {
				continue
			}
			fits = fits && times <= f.high
			m.add[f.word] += times << f.shift
			m.lift[f.word] += (times + f.mask>>1 - f.high) << f.shift
			m.guards[f.word] |= (f.mask>>1 + 1) << f.shift
			f.left = uint64(r.left[u.item])
			if !listed[u.item] && (f.left == 0 || f.high > 1) {
				r.settle = append(r.settle, f)
			}
			listed[u.item] = true
		}
		if r.labels != nil {
			m.add[r.words-1] = r.labels[o]
		}
		if fits {
			r.moves = append(r.moves, m)
		}
	}
}

// need fails if there is no memory for so many words beside both tables.
func (r *recount) need(words int) bool {
	return r.allow(8 * int64(words+cap(r.table.rows)+cap(r.next.rows)))
}

// fold makes the next table, with numbers of so many words, from all states of the table and all
// choices of moves.
func (r *recount) fold(width int) {
	r.carried = false
	if !r.need(r.next.sizeFor(width, r.table.used)) {
		return
	}
	r.next.reset(width, r.table.used)
	r.test(int64(r.table.places + r.next.places))
	for state, ways := range r.table.each {
		r.ways = ways
		if r.choose(state, 0, 0); r.carried || r.err != nil {
			return
		}
	}
}

// choose adds a state to the next table, and those that choices of further moves make of it.
func (r *recount) choose(state []uint64, depth, from int) {
	r.keep(state)
	// Each move covers that item once more.
	if r.first.mask == 0 || r.first.of(state) < r.first.high {
		if len(r.path) == depth {
			r.path = append(r.path, make([]uint64, r.words))
		}
		next := r.path[depth]
		for n := from; n < len(r.moves) && r.err == nil && !r.carried; n++ {
			r.test(1)
			if m := &r.moves[n]; m.fits(state) {
				for w, add := range m.add {
					next[w] = state[w] + add
				}
				r.choose(next, depth+1, n+1)
			}
		}
	}
	r.test(1)
}

func (m *move) fits(state []uint64) bool {
	for w, word := range state {
		if (word+m.lift[w])&m.guards[w] != 0 {
			return false
		}
	}
	return true
}

// keep adds a state to the next table if every item can still be covered often enough. An item
// whose bounds can no longer be violated counts as covered as seldom as it may be, so that states
// with the same completions are equal.
func (r *recount) keep(state []uint64) {
	copy(r.settled, state)
	for k := range r.settle {
		f := &r.settle[k]
		n := f.of(state)
		switch {
		case n+f.left < f.low:
			return
		case f.left == 0:
			r.settled[f.word] -= n << f.shift
		case n >= f.low && n+f.left <= f.high:
			r.settled[f.word] -= (n - f.low) << f.shift
		}
	}
	if r.next.isFull() {
		if !r.need(2 * len(r.next.rows)) {
			return
		}
		r.next.grow()
	}
	used := r.next.used
	looks, fits := r.next.add(r.settled, r.ways)
	if r.next.used > used {
		r.keepState()
	}
	r.test(int64(looks))
	r.carried = !fits
}
