package sat

import "testing"

// TestPathHashesStay pins the hashes that define units: plans under way depend on them.
func TestPathHashesStay(t *testing.T) {
	t.Parallel()
	for want, path := range map[uint64][]int{0xa31129196afa: nil, 0x74a1c941666c: {0}, 0x18a47196925f: {3, 17}} {
		if got := pathHash(path); got != want {
			t.Errorf("path %v has the hash %#x, want %#x", path, got, want)
		}
	}
}
