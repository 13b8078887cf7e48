package layers

import (
	"math/bits"

	"github.com/exactile/exactile/native/internal/run"
	"github.com/exactile/exactile/native/internal/table"
)

// A layout is how the states of a system are written as words: one word if both parts of a
// state fit into it, otherwise two. A state is followed by its number of ways, low word first.
type layout struct {
	words int  // of a state
	shift uint // of K, above F
}

// newLayout is for states with this many bits in F above its lowest, which is 0, and in K.
func newLayout(f, k int) layout {
	if f+k <= 64 {
		return layout{1, uint(f)}
	}
	return layout{2, 64}
}

// pack returns the words of a state; high is 0 if the state has one word.
func (l layout) pack(st table.State) (low, high uint64) {
	if l.words == 1 {
		return st.F>>1 | st.K<<l.shift, 0
	}
	return st.F, st.K
}

// unpack is the inverse, for a state of layer c.
func (l layout) unpack(c int, low, high uint64) table.State {
	if l.words == 1 {
		return table.State{C: c, F: low & (1<<l.shift - 1) << 1, K: low >> l.shift}
	}
	return table.State{C: c, F: low, K: high}
}

// split returns the words of the state at the beginning of a row; high is 0 if it has one.
func (l layout) split(row []uint64) (low, high uint64) {
	if l.words == 2 {
		high = row[1]
	}
	return row[0], high
}

// read returns the state at the beginning of a row.
func (l layout) read(c int, row []uint64) table.State {
	low, high := l.split(row)
	return l.unpack(c, low, high)
}

// hash scatters states: its highest bits choose a partition, and the bits below choose the
// place in the table of that partition.
func hash(low, high uint64) uint64 {
	h := low ^ bits.RotateLeft64(high*0x9e3779b97f4a7c15, 32)
	return (h ^ h>>32) * 0x94d049bb133111eb
}

// A countTable is a hash table of distinct states with their numbers of ways, in one array with
// open addressing. Every number has as many words as the widest needs. A place is free if
// its number is 0; no state has number 0.
type countTable struct {
	layout
	width int // words of a number
	bits  int // of a place
	n     int // states
	rows  []uint64
	spare []uint64
}

// skip is how many of the highest hash bits, which choose the partition, a table ignores.
const skip = maxBits

// reset empties the table and sizes it for about this many states, with numbers of width words.
func (t *countTable) reset(states, width int) {
	t.width, t.n = width, 0
	t.make(max(minBits, bits.Len(uint(states))+1))
}

const minBits = 5

// make makes 1<<placeBits places, all free.
func (t *countTable) make(placeBits int) {
	t.bits = placeBits
	size := (t.words + t.width) << placeBits
	if cap(t.rows) < size {
		t.rows = make([]uint64, size)
		return
	}
	t.rows = t.rows[:size]
	clear(t.rows)
}

// addAll adds states that are followed by numbers of width words, at least 1.
func (t *countTable) addAll(states []uint64, width int) {
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
func (t *countTable) addNarrow(states []uint64) (rest []uint64) {
	for len(states) >= 2 {
		// This many states fit even if all are new.
		some := min(len(states)/2, 1<<t.bits*5/8-t.n)
		if some <= 0 {
			t.grow()
			continue
		}
		rows, mask, shift := t.rows, uint64(len(t.rows)-2), uint(64-t.bits-1)
		n := t.n
		for ; some > 0; some-- {
			q, ways := states[0], states[1]
			at := hash(q, 0) << skip >> shift & mask
			for rows[at+1] != 0 && rows[at] != q {
				at = (at + 2) & mask
			}
			sum, carry := bits.Add64(rows[at+1], ways, 0)
			if carry != 0 {
				t.n = n
				return states
			}
			had := rows[at+1]
			n += int(^(had | -had) >> 63) // 1 if it is new, without a branch
			rows[at], rows[at+1] = q, sum
			states = states[2:]
		}
		t.n = n
	}
	return nil
}

// add adds ways to the number of a state.
func (t *countTable) add(state, ways []uint64) {
	for len(ways) > t.width {
		t.widen()
	}
	if t.n >= 1<<t.bits*5/8 {
		t.grow()
	}
	low, high := t.split(state)
	e := t.place(low, high)
	number := e[t.words:]
	if isZero(number) {
		t.n++
	}
	copy(e, state)
	if run.AddTimes(number, ways, 1) != 0 {
		t.widen()
		e = t.place(low, high)
		e[len(e)-1] = 1
	}
}

// home returns the place of a state if that is free.
func (t *countTable) home(low, high uint64) uint64 {
	return hash(low,
		high) << skip >> (64 - t.bits)
}

// place returns where a state is, or is to be.
func (t *countTable) place(low, high uint64) []uint64 {
	stride := t.words + t.width
	return t.rows[t.index(low, high)*stride:][:stride:stride]
}

// index returns the number of the place of a state.
func (t *countTable) index(low, high uint64) int {
	stride := t.words + t.width
	mask := uint64(1)<<t.bits - 1
	if stride == 2 {
		rows, at := t.rows, t.home(low, 0)
		for rows[2*at+1] != 0 && rows[2*at] != low {
			at = (at + 1) & mask
		}
		return int(at)
	}
	for at := t.home(low, high); ; at = (at + 1) & mask {
		e := t.rows[int(at)*stride:][:stride:stride]
		// A free place with the words of the state by accident may be used as well.
		if e[0] == low && (t.words == 1 || e[1] == high) || e[t.words] == 0 && isZero(e[t.words:]) {
			return int(at)
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

// find returns the number of a state, nil for none.
func (t *countTable) find(low, high uint64) []uint64 {
	if number := t.number(t.index(low, high)); !isZero(number) {
		return number
	}
	return nil
}

// number returns the number at a place, 0 if that is free.
func (t *countTable) number(at int) []uint64 {
	stride := t.words + t.width
	return t.rows[at*stride:][t.words:stride]
}

// compact moves the states with their numbers to the front of the array, which is no table
// then, and returns them.
func (t *countTable) compact() []uint64 {
	stride, n := t.words+t.width, 0
	if stride == 2 {
		// No branch: whether a place is free would often be mispredicted.
		for rows := t.rows; len(rows) >= 2; rows = rows[2:] {
			ways := rows[1]
			t.rows[n], t.rows[n+1] = rows[0], ways
			n += int((ways|-ways)>>63) << 1
		}
		return t.rows[:n]
	}
	for rows := t.rows; len(rows) > 0; rows = rows[stride:] {
		if !isZero(rows[t.words:stride]) {
			n += copy(t.rows[n:], rows[:stride])
		}
	}
	return t.rows[:n]
}

// grow doubles the places.
func (t *countTable) grow() { t.rebuild(t.bits+1, t.width) }

// shrink leaves as few places as are enough if no more states are added.
func (t *countTable) shrink() {
	placeBits := minBits
	for t.n > 1<<placeBits*3/4 {
		placeBits++
	}
	if placeBits < t.bits {
		t.rebuild(placeBits, t.width)
	}
	t.spare = nil
}

// widen adds a word to every number.
func (t *countTable) widen() { t.rebuild(t.bits, t.width+1) }

func (t *countTable) rebuild(placeBits, width int) {
	old, stride := t.rows, t.words+t.width
	t.rows, t.spare = t.spare, old
	t.width = width
	t.make(placeBits)
	for ; len(old) > 0; old = old[stride:] {
		if !isZero(old[t.words:stride]) {
			copy(t.place(t.split(old)), old[:stride])
		}
	}
}
