package table

import "math/bits"

// The methods below are for callers that keep states with the same cells filled together,
// whatever their counts, and expand all of them at once.

// Apart makes Expand treat the counts of a state as bounds on the counts of several states:
// it returns the children that any of them may have. The caller finds out which states have
// which children with Takes and Due.
func (x *Expander) Apart(apart bool) {
	x.ended = x.due
	if apart {
		x.ended = make([]uint64, len(x.due))
	}
}

// Takes is what a placement takes from the packed counts of a state, including the holes of
// cells that it strands and that are filled with it.
func (x *Expander) Takes(at int32, st State) uint64 {
	takes := x.board.slots[at].unit
	if x.sealed != nil {
		seal := x.sealed[at] & x.board.Open[st.C] &^ (st.F | x.board.slots[at].mask)
		takes += x.hole * uint64(bits.OnesCount64(seal))
	}
	return takes
}

// Due is the fields of the packed counts that must be 0 in states whose first empty cell
// is c.
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
