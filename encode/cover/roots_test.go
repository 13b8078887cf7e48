package cover

import (
	"fmt"
	"math"
	"testing"
)

// The images of the roots of a list are its options, each once.
func TestRootsOfTheCheapestList(t *testing.T) {
	sym := [][]int{{0, 1, 2, 3, 4, 5}, {1, 0, 3, 2, 4, 5}}
	lists := [][]int{{4, 5}, {0, 2, 1}, {3, 2, 1, 0}}
	for _, tc := range []struct {
		cost func(options, orbits int) float64
		want string
	}{
		{func(_, orbits int) float64 { return float64(orbits) }, "[4 5]"}, // the first of three
		{func(options, orbits int) float64 { return float64(orbits) / float64(options) }, "[3 2 1 0]"},
		{func(options, orbits int) float64 { return -float64(options % 2) }, "[0 1 2]"},
		{func(options, orbits int) float64 { return math.Inf(1) }, "[]"},
	} {
		options := []int{}
		for _, r := range Roots(lists, sym, tc.cost) {
			for _, g := range r.Images {
				options = append(options, g[r.Option])
			}
		}
		if got := fmt.Sprint(options); got != tc.want {
			t.Errorf("the options of the orbits are %s, want %s", got, tc.want)
		}
	}
}
