package layers

import (
	"math/bits"
	"runtime/debug"
	"slices"
)

// A numberTable maps states to numbers. A row is a state and its number, the low word first; where
// the number is 0 there is no state.
type numberTable struct {
	words, width int // of a state, and of a number
	rows         []uint64
	used, places int // rows with a state, and all
}

func newNumberTable(words int) *numberTable {
	t := &numberTable{words: words}
	t.reset(1, 0)
	return t
}

// reset empties the table, for numbers of a width and about so many states.
func (t *numberTable) reset(width, states int) {
	words := t.sizeFor(width, states)
	t.width, t.used, t.places = width, 0, words/(t.words+width)
	if cap(t.rows) < words || cap(t.rows) > 2*words {
		t.setRows(make([]uint64, words))
		return
	}
	t.rows = t.rows[:words]
	clear(t.rows)
}

// sizeFor is how many words reset takes.
func (t *numberTable) sizeFor(width, states int) int {
	return 64 << bits.Len(uint(states/48)) * (t.words + width)
}

func (t *numberTable) isFull() bool { return 4*t.used >= 3*t.places }

// grow doubles the places.
func (t *numberTable) grow() {
	grown := numberTable{
		words: t.words, width: t.width, places: 2 * t.places, rows: make([]uint64, 2*len(t.rows)),
	}
	for state, number := range t.each {
		grown.add(state, number)
	}
	t.used, t.places = grown.used, grown.places
	t.setRows(grown.rows)
}

// setRows replaces the rows. Large ones are returned at once, so that the memory is that of the
// rows in use.
func (t *numberTable) setRows(rows []uint64) {
	large := cap(t.rows) > 1<<20
	if t.rows = rows; large {
		debug.FreeOSMemory()
	}
}

// each yields the states and their numbers.
func (t *numberTable) each(yield func(state, number []uint64) bool) {
	stride := t.words + t.width
	for at := 0; at < len(t.rows); at += stride {
		state, number := t.rows[at:at+t.words], t.rows[at+t.words:at+stride]
		if !isZero(number) && !yield(state, number) {
			return
		}
	}
}

// add adds a number to that of a state. It returns the rows that it looked at, and whether the sum
// fits its words.
func (t *numberTable) add(state, number []uint64) (looks int, fits bool) {
	hash := uint64(0)
	for _, word := range state {
		hash = (hash ^ word) * 0x9e3779b97f4a7c15
		hash ^= hash >> 32
	}
	stride := t.words + t.width
	for place := int(hash); ; place++ {
		looks++
		at := place & (t.places - 1) * stride
		row, sum := t.rows[at:at+t.words], t.rows[at+t.words:at+stride]
		if isZero(sum) {
			t.used++
			copy(row, state)
		} else if !slices.Equal(row, state) {
			continue
		}
		carry := uint64(0)
		for w := range sum {
			more := uint64(0)
			if w < len(number) {
				more = number[w]
			}
			sum[w], carry = bits.Add64(sum[w], more, carry)
		}
		return looks, carry == 0
	}
}

func isZero(number []uint64) bool {
	for _, word := range number {
		if word != 0 {
			return false
		}
	}
	return true
}
