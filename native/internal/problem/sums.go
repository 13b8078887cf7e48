package problem

import "math/bits"

// Sums adds to some sums, below 64 and as bits, those with up to n numbers more, each of a set
// that is given as bits, too.
func Sums(sums, numbers uint64, n int) uint64 {
	for ; n > 0 && numbers != 0; n-- {
		more := sums
		for rest := numbers; rest != 0; rest &= rest - 1 {
			more |= sums << bits.TrailingZeros64(rest)
		}
		if more == sums {
			break
		}
		sums = more
	}
	return sums
}
