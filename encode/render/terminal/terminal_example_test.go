package terminal_test

import (
	"fmt"

	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/encode/lattice"
	"github.com/exactile/exactile/encode/puzzle"
	"github.com/exactile/exactile/encode/render/terminal"
)

// Two dominoes on a square, and the two ways to lay them, side by side.
func ExampleDrawer() {
	p := &puzzle.Puzzle{Name: "two", Lattice: lattice.Square, Board: puzzle.Board{Size: lattice.Cell{2, 2, 1}}}
	for _, at := range []lattice.Cell{{0, 0}, {1, 0}, {0, 1}, {1, 1}} {
		p.Board.Sites = append(p.Board.Sites, puzzle.Site{Cell: puzzle.Cell{At: at}})
	}
	p.Pieces = []puzzle.Piece{{Name: "domino", Cells: []puzzle.Cell{{}, {At: lattice.Cell{1, 0}}}, Count: puzzle.Exactly(2), Rotate: true}}
	tiling, err := p.Compile()
	if err != nil {
		fmt.Println(err)
		return
	}
	const width, colour = 80, false
	drawer := terminal.New(tiling)
	one, other := drawer.Solution(cover.Solution{0, 1}, width), drawer.Solution(cover.Solution{2, 3}, width)
	for _, line := range one.Beside(other).Text(colour) {
		fmt.Println(line)
	}
	// Output:
	// ┌───────┐   ┌───┬───┐
	// │ d     │   │ d │ d │
	// ├───────┤   │   │   │
	// │ d     │   │   │   │
	// └───────┘   └───┴───┘
}
