package merge

import (
	"math/bits"

	"github.com/exactile/exactile/native/internal/run"
)

// A tally is a hash table of distinct states with their numbers of ways, in one array with
// open addressing. Every number has as many words as the widest needs. A place is free if
// its number is 0; no state has number 0.
type tally struct {
	layout
	width int // words of a number
	bits  int // of a place
	n     int // states
	cells []uint64
	spare []uint64
}

// skip is how many of the highest hash bits, which choose the partition, a tally ignores.
const skip = maxBits

// reset empties the tally and sizes it for about this many states, with numbers of width words.
func (t *tally) reset(states, width int) {
	t.width, t.n = width, 0
	t.make(max(minBits, bits.Len(uint(states))+1))
}

const minBits = 5

// make makes 1<<placeBits places, all free.
func (t *tally) make(placeBits int) {
	t.bits = placeBits
	size := (t.words + t.width) << placeBits
	if cap(t.cells) < size {
		t.cells = make([]uint64, size)
		return
	}
	t.cells = t.cells[:size]
	clear(t.cells)
}

// addAll adds states that are followed by numbers of width words, at least 1.
func (t *tally) addAll(states []uint64, width int) {
	if t.words == 1 && width == 1 && t.width == 1 {
		states = t.addNarrow(states)
	}
	stride := t.words + width
	for ; len(states) >= stride; states = states[stride:] {
		t.add(states[:t.words], states[t.words:stride])
	}
}

// addNarrow is addAll for states and numbers of one word. It returns the states not added if
// a number outgrows its word.
func (t *tally) addNarrow(states []uint64) (rest []uint64) {
	for len(states) >= 2 {
		// This many states fit even if all are new.
		some := min(len(states)/2, 1<<t.bits*5/8-t.n)
		if some <= 0 {
			t.grow()
			continue
		}
		cells, mask, shift := t.cells, uint64(len(t.cells)-2), uint(64-t.bits-1)
		n := t.n
		for ; some > 0; some-- {
			q, ways := states[0], states[1]
			at := hash(q, 0) << skip >> shift & mask
			for cells[at+1] != 0 && cells[at] != q {
				at = (at + 2) & mask
			}
			sum, carry := bits.Add64(cells[at+1], ways, 0)
			if carry != 0 {
				t.n = n
				return states
			}
			had := cells[at+1]
			n += int(^(had | -had) >> 63) // 1 if it is new, without a branch
			cells[at], cells[at+1] = q, sum
			states = states[2:]
		}
		t.n = n
	}
	return nil
}

// add adds ways to the number of a state.
func (t *tally) add(state, ways []uint64) {
	for len(ways) > t.width {
		t.widen()
	}
	if t.n >= 1<<t.bits*5/8 {
		t.grow()
	}
	e := t.place(state)
	number := e[t.words:]
	if isZero(number) {
		t.n++
	}
	copy(e, state)
	if run.AddTimes(number, ways, 1) != 0 {
		t.widen()
		e = t.place(state)
		e[len(e)-1] = 1
	}
}

// place returns where a state is, or is to be.
func (t *tally) place(state []uint64) []uint64 {
	stride := t.words + t.width
	low, high := state[0], uint64(0)
	if t.words == 2 {
		high = state[1]
	}
	mask := uint64(1)<<t.bits - 1
	for at := hash(low, high) << skip >> (64 - t.bits); ; at = (at + 1) & mask {
		e := t.cells[int(at)*stride:][:stride:stride]
		// A free place with the words of the state by accident may be used as well.
		if e[0] == low && (t.words == 1 || e[1] == high) || e[t.words] == 0 && isZero(e[t.words:]) {
			return e
		}
	}
}

func isZero(number []uint64) bool {
	for _, x := range number {
		if x != 0 {
			return false
		}
	}
	return true
}

// grow doubles the places.
func (t *tally) grow() { t.rebuild(t.bits+1, t.width) }

// widen adds a word to every number.
func (t *tally) widen() { t.rebuild(t.bits, t.width+1) }

func (t *tally) rebuild(placeBits, width int) {
	old, stride := t.cells, t.words+t.width
	t.cells, t.spare = t.spare, old
	t.width = width
	t.make(placeBits)
	for ; len(old) > 0; old = old[stride:] {
		if !isZero(old[t.words:stride]) {
			copy(t.place(old[:t.words]), old[:stride])
		}
	}
}
