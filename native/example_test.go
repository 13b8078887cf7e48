package native_test

import (
	"context"
	"fmt"

	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/native"
)

// strip is the model of a row of cells to be filled with bars of the given
// lengths, any number of each.
func strip(cells int, lengths ...int) *cover.Model {
	m := &cover.Model{}
	for c := range cells {
		m.Items = append(m.Items, cover.Item{Name: fmt.Sprintf("cell%d", c), Min: 1, Max: 1})
		m.Pos = append(m.Pos, c)
	}
	for _, n := range lengths {
		for c := range cells - n + 1 {
			var items []int
			for k := range n {
				items = append(items, c+k)
			}
			m.Options = append(m.Options, items)
		}
	}
	return m
}

// Rows of cells filled with bars: all ways to fill 4 cells with bars of 2 and 3, and the number of
// ways to fill 500 with bars of 1 and 2, a Fibonacci number.
func Example() {
	ctx := context.Background()
	for s, err := range (native.Searcher{}).Solutions(ctx, strip(4, 2, 3)) {
		fmt.Println(s, err)
	}
	n, err := native.Searcher{}.Count(ctx, strip(500, 1, 2))
	fmt.Println(n, err)
	// Output:
	// [0 2] <nil>
	// 225591516161936330872512695036072072046011324913758190588638866418474627738686883405015987052796968498626 <nil>
}
