package merge

import (
	"math/bits"

	"github.com/exactile/exactile/native/internal/table"
)

// A layout is how the states of a model are written as words: one word if both the cells
// that may be filled beyond the first empty one and the counts left fit into it, otherwise
// two. A state is followed by its number of ways, low word first.
type layout struct {
	words int  // of a state
	shift uint // of the counts, above the cells
}

func newLayout(x *table.Expander, counts int) layout {
	// Cell 0 of a state is empty, and no filled cell is farther than a placement reaches
	// from the cell before it.
	cells := max(0, x.Window.Span-1)
	if cells+counts <= 64 {
		return layout{1, uint(cells)}
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

// unpack is the inverse, for a state whose first empty cell is c.
func (l layout) unpack(c int, low, high uint64) table.State {
	if l.words == 1 {
		return table.State{C: c, F: low & (1<<l.shift - 1) << 1, K: low >> l.shift}
	}
	return table.State{C: c, F: low, K: high}
}

// read returns the state at the beginning of some words.
func (l layout) read(c int, words []uint64) table.State {
	high := uint64(0)
	if l.words == 2 {
		high = words[1]
	}
	return l.unpack(c, words[0], high)
}

// hash scatters states: its highest bits choose a partition, and the bits below choose the
// place in the table of that partition.
func hash(low, high uint64) uint64 {
	h := low ^ bits.RotateLeft64(high*0x9e3779b97f4a7c15, 32)
	return (h ^ h>>32) * 0x94d049bb133111eb
}
