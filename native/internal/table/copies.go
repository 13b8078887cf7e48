package table

import "math"

// Sameness measures how far the pieces of a board differ; it is lower with more copies. It
// is the logarithm of the number of sets of pieces that may be left, divided by its value
// if all pieces differed. It is 0 if nothing is counted and 1 if every piece occurs once.
func (w *Window) Sameness() float64 {
	pieces := 0
	for _, c := range w.counts {
		if c.item >= 0 {
			pieces += c.hi
		}
	}
	if pieces == 0 {
		return 0
	}
	return w.Sets() / float64(pieces)
}

// Sets is the number of sets of pieces that may be left, as its logarithm to base 2.
func (w *Window) Sets() (bits float64) {
	for _, c := range w.counts {
		if c.item >= 0 {
			bits += math.Log2(float64(c.hi + 1))
		}
	}
	return bits
}

// ManyCopies is the sameness up to which a count merges at most cells.
const ManyCopies = 0.9
