package verbs

import (
	"context"
	"errors"
	"testing"

	"github.com/exactile/exactile/encode/catalogue"
)

// A listing that is over in a moment is not parted, and one that takes longer than anybody
// waits is in as many parts as there may be: setting up a part takes as long as to list
// thousands of solutions.
func TestPartsAreWorthSettingUp(t *testing.T) {
	t.Parallel()
	for _, row := range []struct {
		name        string
		least, most int
	}{
		{"pegs:1,0 3,2 4,4", 1, 1},
		{"pentominoes:6x10", 1, 2},
		{"dominoes:8x8", 2, 50},
		{"dominoes:20x20", maxParts, maxParts},
	} {
		entries, err := catalogue.Lookup(row.name)
		if err != nil {
			t.Fatal(err)
		}
		tiling, err := entries[0].Compile()
		if err != nil {
			t.Fatal(err)
		}
		if n, err := partsToList(t.Context(), tiling.Model); err != nil || n < row.least || n > row.most {
			t.Errorf("%s: %d parts, %v; want %d to %d", row.name, n, err, row.least, row.most)
		}
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if _, err := partsToList(ctx, tiling.Model); !errors.Is(err, context.Canceled) {
			t.Errorf("%s: %v for a context that has ended", row.name, err)
		}
	}
}
