package soak_test

import "testing"

// BenchmarkSoak is what a puzzle takes on average, with the checks whose turn it is.
func BenchmarkSoak(b *testing.B) {
	k := newSoaker(b)
	n := uint64(0)
	for b.Loop() {
		if o := k.one(b.Context(), n); o.failure != nil {
			b.Fatal(o.failure)
		}
		n++
	}
}
