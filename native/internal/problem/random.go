package problem

import "math/bits"

// Random is splitmix64 from a fixed seed: random choices are the same every
// time.
type Random uint64

func (r *Random) Next() uint64 {
	x := uint64(*r)
	*r += golden
	return Mixed(x)
}

const golden = 0x9e3779b97f4a7c15

// Mixed is a hash of a number. It defines the units of a count and so must never change: a
// test of package classes holds some of its values.
func Mixed(x uint64) uint64 {
	x += golden
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// Below returns a number from 0 to n-1.
func (r *Random) Below(n int) int {
	high, _ := bits.Mul64(r.Next(), uint64(n))
	return int(high)
}
