package run

import (
	"math/big"
	"math/bits"
)

// Numbers of ways are words, the low one first.

// AddTimes adds n times the factor times to sum, and returns what does not fit sum.
func AddTimes(sum, n []uint64, times uint64) (over uint64) {
	if times == 1 {
		for j := range sum {
			x := uint64(0)
			if j < len(n) {
				x = n[j]
			} else if over == 0 {
				return 0
			}
			sum[j], over = bits.Add64(sum[j], x, over)
		}
		return over
	}
	for j := range sum {
		high, low := uint64(0), uint64(0)
		if j < len(n) {
			high, low = bits.Mul64(n[j], times)
		} else if over == 0 {
			return 0
		}
		var c uint64
		low, c = bits.Add64(low, over, 0)
		high += c
		sum[j], c = bits.Add64(sum[j], low, 0)
		over = high + c
	}
	return over
}

// Big is the number with the given words.
func Big(n []uint64) *big.Int {
	sum := new(big.Int)
	for j := len(n) - 1; j >= 0; j-- {
		sum.Lsh(sum, 64).Or(sum, new(big.Int).SetUint64(n[j]))
	}
	return sum
}
