package links

import "math/bits"

// A compress moves the items of a set of at most 64, in their order, to the lowest
// bits of a word.
//
// Source: compress, or generalized extract, in H. S. Warren, Hacker's Delight, 7-4.
// A loop over the bits of a pair takes an unpredictable branch for each bit. A
// compress takes a fixed number of steps, and the steps for several pairs overlap.
type compress struct {
	open   pair
	lo, hi [6]uint64 // bit j of the k-th moves down by 1<<k in the step k
	below  int       // items of open.lo
}

func newCompress(open pair) *compress {
	return &compress{open, moves(open.lo), moves(open.hi), bits.OnesCount64(open.lo)}
}

// moves returns the steps that move the bits of a mask to the lowest bits of a word.
func moves(mask uint64) (by [6]uint64) {
	zeros := ^mask << 1 // bit j: the place just below j is not in the mask
	for k := range by {
		odd := zeros // bit j becomes the parity of the zeros below j
		for shift := 1; shift < 64; shift *= 2 {
			odd ^= odd << shift
		}
		by[k] = odd & mask
		mask = mask ^ by[k] | by[k]>>(1<<k)
		zeros &^= odd
	}
	return by
}

// word returns the items of p, all of them among those of the set, as a word.
func (s *compress) word(p pair) uint64 {
	lo, hi := p.lo, p.hi
	for k := range 6 {
		x, y := lo&s.lo[k], hi&s.hi[k]
		lo = lo ^ x | x>>(1<<k)
		hi = hi ^ y | y>>(1<<k)
	}
	return lo | hi<<s.below
}
