package load

import (
	"slices"
	"testing"

	"github.com/exactile/exactile/cmd/exactile/internal/console"
)

// Of many puzzles only some stay compiled; the others are compiled again in their turn, to
// the same model, and none stays when its turn is over.
func TestModelsAreLetGo(t *testing.T) {
	t.Parallel()
	c := new(console.Console)
	args := []string{"dominoes:4x4", "dominoes:5x4", "dominoes:6x4", "dominoes:3x2"}
	flags := &Flags{symmetry: "turns"}
	all, err := flags.Puzzles(t.Context(), c, 0, args...)
	if err != nil {
		t.Fatal(err)
	}
	want := make([]string, len(all))
	for k, e := range all {
		want[k] = e.Tiling.Fingerprint()
	}
	l, err := flags.resolve(c, 0)
	if err != nil {
		t.Fatal(err)
	}
	l.keep = all[0].size() + all[3].size()
	few, err := l.puzzles(t.Context(), args)
	if err != nil {
		t.Fatal(err)
	}
	ready := make([]bool, len(few))
	for k, e := range few {
		ready[k] = e.Tiling != nil
	}
	if !slices.Equal(ready, []bool{true, false, false, true}) {
		t.Errorf("compiled beforehand: %v", ready)
	}
	turns := 0
	err = Each(t.Context(), c, few, func(k int, e *Entry) error {
		turns++
		if got := e.Tiling.Fingerprint(); got != want[k] {
			t.Errorf("%s is another model: %s, want %s", args[k], got, want[k])
		}
		if got := len(e.Tiling.Motions); got != len(all[k].Tiling.Motions) {
			t.Errorf("%s has %d motions, want %d", args[k], got, len(all[k].Tiling.Motions))
		}
		for n, other := range few[:k] {
			if other.Tiling != nil {
				t.Errorf("in turn %d, puzzle %d is still there", k, n)
			}
		}
		return nil
	})
	if err != nil || turns != len(args) {
		t.Errorf("%d turns, %v", turns, err)
	}
}
