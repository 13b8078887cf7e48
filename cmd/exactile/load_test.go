package main

import (
	"context"
	"slices"
	"testing"
)

// Of many puzzles only some stay compiled; the others are compiled again in their
// turn, to the same model, and none stays when its turn is over.
func TestModelsAreLetGo(t *testing.T) {
	var a app
	args := []string{"dominoes:4x4", "dominoes:5x4", "dominoes:6x4", "dominoes:3x2"}
	flags := &inputFlags{symmetry: "turns"}
	all, err := a.puzzlesWithin(1<<30, flags, args)
	if err != nil {
		t.Fatal(err)
	}
	want := make([]string, len(all))
	for k, e := range all {
		want[k] = e.tiling.Fingerprint()
	}
	few, err := a.puzzlesWithin(modelBytes(all[0].tiling)+modelBytes(all[3].tiling), flags, args)
	if err != nil {
		t.Fatal(err)
	}
	ready := make([]bool, len(few))
	for k, e := range few {
		ready[k] = e.tiling != nil
	}
	if !slices.Equal(ready, []bool{true, false, false, true}) {
		t.Errorf("compiled beforehand: %v", ready)
	}
	turns := 0
	err = a.forEach(context.Background(), few, func(k int, e *entry) error {
		turns++
		if got := e.tiling.Fingerprint(); got != want[k] {
			t.Errorf("%s is another model: %s, want %s", args[k], got, want[k])
		}
		if got := len(e.tiling.Motions); got != len(all[k].tiling.Motions) {
			t.Errorf("%s has %d motions, want %d", args[k], got, len(all[k].tiling.Motions))
		}
		for n, other := range few[:k] {
			if other.tiling != nil {
				t.Errorf("in turn %d, puzzle %d is still there", k, n)
			}
		}
		return nil
	})
	if err != nil || turns != len(args) {
		t.Errorf("%d turns, %v", turns, err)
	}
}
