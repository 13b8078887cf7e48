package render_test

import (
	"context"
	"fmt"

	"github.com/exactile/exactile/encode/catalogue"
	"github.com/exactile/exactile/encode/render"
	"github.com/exactile/exactile/native"
)

func ExampleText() {
	puzzles, err := catalogue.Lookup("pegs:1,0 3,2 4,4")
	if err != nil {
		fmt.Println(err)
		return
	}
	t, err := puzzles[0].Compile()
	if err != nil {
		fmt.Println(err)
		return
	}
	for s, err := range (native.Searcher{}).Solutions(context.Background(), t.Model) {
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Print(render.Text(t, s))
		break
	}
	fmt.Print(render.Legend(t.Puzzle.Pieces))
	// Output:
	// s#lqq
	// sslqq
	// tll#z
	// ttzzz
	// tbbb#
	// s short_l
	// l long_l
	// q square
	// z zig
	// b bar
	// t triangle
}
