package table

import "math/bits"

// What follows serves who keeps states with the same cells filled together, whatever is left
// of their counts: one expansion is for all of them.

// Apart has Expand take the counts of a state for bounds on those of several states: its
// children are those that any of them may have. Who asks says which of them have which, by
// Takes and Due.
func (x *Expander) Apart(apart bool) {
	x.ended = x.due
	if apart {
		x.ended = make([]uint64, len(x.due))
	}
}

// Takes is what a placement takes from the packed counts of a state, with the cells that it
// leaves to be filled at once.
func (x *Expander) Takes(at int32, st State) uint64 {
	takes := x.board.slots[at].unit
	if x.sealed != nil {
		seal := x.sealed[at] & x.board.Open[st.C] &^ (st.F | x.board.slots[at].mask)
		takes += x.hole * uint64(bits.OnesCount64(seal))
	}
	return takes
}

// Due is the fields of the packed counts that must have come to an end when so many cells
// are filled.
func (x *Expander) Due(c int) uint64 { return x.due[c] }

// Tops is the highest bits of the fields of the packed counts.
func (x *Expander) Tops() (tops uint64) {
	for n := range x.board.counts {
		field := x.board.counts[n].field
		tops |= field &^ (field >> 1)
	}
	return tops
}

// Placed reports whether a placement has its lowest cell at c.
func (x *Expander) Placed(at int32, c int) bool {
	return x.Window.from[c] <= at && at < x.Window.from[c+1]
}
