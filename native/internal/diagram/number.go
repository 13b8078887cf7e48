package diagram

import (
	"math/big"
	"math/bits"
)

// Numbers are words, the low one first.

func isZero(n []uint64) bool {
	for _, x := range n {
		if x != 0 {
			return false
		}
	}
	return true
}

// plus returns sum with n added, in one more word if needed.
func plus(sum, n []uint64) []uint64 {
	for len(sum) < len(n) {
		sum = append(sum, 0)
	}
	carry := uint64(0)
	for j := range sum {
		x := uint64(0)
		if j < len(n) {
			x = n[j]
		} else if carry == 0 {
			return sum
		}
		sum[j], carry = bits.Add64(sum[j], x, carry)
	}
	if carry != 0 {
		sum = append(sum, carry)
	}
	return sum
}

// plusTimes adds the product of a and b to sum, which must have room for it.
func plusTimes(sum, a, b []uint64) {
	for i, x := range a {
		if x == 0 {
			continue
		}
		over := uint64(0)
		for j := i; j < len(sum) && (j-i < len(b) || over != 0); j++ {
			high, low, c := uint64(0), uint64(0), uint64(0)
			if j-i < len(b) {
				high, low = bits.Mul64(x, b[j-i])
			}
			low, c = bits.Add64(low, over, 0)
			high += c
			sum[j], c = bits.Add64(sum[j], low, 0)
			over = high + c
		}
	}
}

// toBig is a number as a big one.
func toBig(n []uint64) *big.Int {
	sum := new(big.Int)
	for j := len(n) - 1; j >= 0; j-- {
		sum.Lsh(sum, 64).Or(sum, new(big.Int).SetUint64(n[j]))
	}
	return sum
}
