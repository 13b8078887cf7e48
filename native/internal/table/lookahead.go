package table

import "math/bits"

// A lookahead table holds, for one byte of the window, which slots still fit: bit
// b of entry v is clear if the empty and filled cells of v rule out slot b. The
// slots that fit a state are the AND of a word for each byte, so no placement that
// fails is ever tried: that is why a node takes only ten nanoseconds. Conditions
// that a cell must have been filled cost nothing more.
type lookahead [256]uint64

// A demand is the condition of a slot on the window: cells that must be empty, and
// cells that must be filled. Bit 0, the first empty cell, is left out of both.
type demand struct{ empty, filled uint64 }

// A demands returns, for every placement of a window, the cells that must be filled for it
// to be made: bit j is the cell j positions after its lowest one. With strict set, no cell
// may stay empty any more.
type demands func(w *Window, strict bool) []uint64

// fill sets the table for the byte of the window that starts at bit low. Slots
// outside usable never fit.
func (t *lookahead) fill(low int, usable uint64, demands []demand) {
	var empty, filled [8]uint64 // by cell: the slots that need it so
	for u := usable; u != 0; u &= u - 1 {
		b := bits.TrailingZeros64(u)
		for m := demands[b].empty >> low & 255; m != 0; m &= m - 1 {
			empty[bits.TrailingZeros64(m)] |= 1 << b
		}
		for m := demands[b].filled >> low & 255; m != 0; m &= m - 1 {
			filled[bits.TrailingZeros64(m)] |= 1 << b
		}
	}
	t[0] = usable
	for j := range empty {
		isFilled, isEmpty := t[:1<<j], t[1<<j:2<<j]
		if empty[j]|filled[j] == 0 {
			copy(isEmpty, isFilled)
			continue
		}
		for v, fits := range isFilled {
			isEmpty[v], isFilled[v] = fits&^filled[j], fits&^empty[j]
		}
	}
}
