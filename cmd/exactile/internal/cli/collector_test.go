package cli

import "testing"

// TestCollectionPercent holds the heap to what is in use and 32 megabytes, or a
// quarter, whatever is in use.
func TestCollectionPercent(t *testing.T) {
	t.Parallel()
	for megabytes := uint64(5); megabytes < 4096; megabytes++ {
		live := megabytes << 20
		garbage := live / 100 * uint64(gcPercent(live, 0))
		if most := max(32<<20, live/4); garbage > most {
			t.Errorf("with %d megabytes in use, %d of garbage are let be, more than %d", megabytes, garbage>>20, most>>20)
		}
		if percent := gcPercent(live, 0); percent < 25 {
			t.Errorf("with %d megabytes in use, the next collection comes after %d percent more", megabytes, percent)
		}
	}
}

// With a goal, what is in use and the garbage stay within it, unless what is in use
// leaves no room; a goal that is far away changes nothing.
func TestGarbageKeepsToTheGoal(t *testing.T) {
	t.Parallel()
	for goal := uint64(1 << 20); goal <= 1<<30; goal *= 2 {
		for live := uint64(1); live <= 1<<30; live *= 2 {
			percent := gcPercent(live, goal)
			if percent < 25 || percent > gcPercent(live, 0) {
				t.Errorf("%d bytes, a goal of %d: %d %%", live, goal, percent)
			}
			if percent > 25 && (live*uint64(100+percent)/100 > goal || 4<<20*uint64(percent)/100 > goal) {
				t.Errorf("%d bytes, a goal of %d: %d %% more goes beyond it", live, goal, percent)
			}
			if goal > 256*live && goal >= 1<<26 && percent != 400 {
				t.Errorf("%d bytes, a goal of %d: %d %%", live, goal, percent)
			}
		}
	}
}
