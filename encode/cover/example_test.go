package cover_test

import (
	"fmt"

	"github.com/exactile/exactile/encode/cover"
)

// Two dominoes on a strip of three cells, of which one may stay empty: the piece
// is an item that is covered up to twice.
func ExampleModel() {
	m := &cover.Model{
		Items: []cover.Item{
			{Name: "domino", Min: 1, Max: 2},
			{Name: "a", Min: 0, Max: 1}, {Name: "b", Min: 1, Max: 1}, {Name: "c", Min: 0, Max: 1},
		},
		Options: [][]int{{0, 1, 2}, {0, 2, 3}},
	}
	fmt.Println(m.Validate())
	fmt.Println(m.Check(cover.Solution{0}))
	fmt.Println(m.Check(cover.Solution{0, 1}))
	// Output:
	// <nil>
	// <nil>
	// item b is covered 2 times, not 1
}

// Parts of a model have disjoint solutions, which together are all of them.
func ExampleModel_Split() {
	m := &cover.Model{
		Items:   []cover.Item{{Name: "a", Min: 1, Max: 1}, {Name: "b", Min: 1, Max: 1}},
		Options: [][]int{{0}, {1}, {0, 1}},
	}
	for _, shard := range m.Split(0) {
		fmt.Println("take", shard.Take, "drop", shard.Drop)
	}
	// Output:
	// take [0] drop []
	// take [2] drop []
}
