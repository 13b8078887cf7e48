package layers

import (
	"math/bits"
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
	t.width, t.used, t.places = width, 0, 64<<bits.Len(uint(states/48))
	words := t.places * (t.words + width)
	t.rows = slices.Grow(t.rows[:0], words)[:words]
	clear(t.rows)
}

func (t *numberTable) isFull() bool { return 4*t.used >= 3*t.places }

// grow doubles the places, and reports whether there was room: so many bytes.
func (t *numberTable) grow(room int64) bool {
	if int64(8*3*len(t.rows)) > room {
		return false
	}
	old := *t
	t.used, t.places, t.rows = 0, 2*t.places, make([]uint64, 2*len(t.rows))
	for state, number := range old.each {
		t.add(state, number)
	}
	return true
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
