package registry_test

import (
	"fmt"
	"testing"

	"github.com/exactile/exactile/backends"
	"github.com/exactile/exactile/backends/internal/models"
	"github.com/exactile/exactile/native"
)

// Every search of native counts what the small puzzle files claim, also those that are too large
// for the table.
func TestSearchesOfNative(t *testing.T) {
	for _, r := range models.Small(t) {
		t.Run(r.Name, func(t *testing.T) {
			t.Parallel()
			for k, switches := range native.Switches() {
				s, err := native.Searcher{}.Forced(switches)
				if err != nil {
					t.Fatal(err)
				}
				s.Workers, s.NoSymmetry = k%3, k%2 > 0
				n, err := backends.Count(t.Context(), s, r.Tiling.Model)
				if err != nil || fmt.Sprint(n) != fmt.Sprint(r.Want) {
					t.Errorf("%s: %v, %v, want %d (%s)", switches, n, err, r.Want, r.Source)
				}
			}
		})
	}
}
