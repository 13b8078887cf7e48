package main

import "testing"

// TestCollectionPercent holds the heap to what is in use and 32 megabytes, or a
// quarter, whatever is in use.
func TestCollectionPercent(t *testing.T) {
	for megabytes := uint64(5); megabytes < 4096; megabytes++ {
		live := megabytes << 20
		garbage := live / 100 * uint64(collectionPercent(live))
		if most := max(32<<20, live/4); garbage > most {
			t.Errorf("with %d megabytes in use, %d of garbage are let be, more than %d", megabytes, garbage>>20, most>>20)
		}
		if percent := collectionPercent(live); percent < 25 {
			t.Errorf("with %d megabytes in use, the next collection comes after %d percent more", megabytes, percent)
		}
	}
}
