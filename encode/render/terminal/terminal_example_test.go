package terminal_test

import (
	"fmt"
	"os"

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
	drawer := terminal.NewDrawer(tiling)
	rows := terminal.NewRows(os.Stdout, width, colour)
	for _, s := range []cover.Solution{{0, 1}, {2, 3}} {
		if err := rows.Add(drawer.Solution(s, width)); err != nil {
			fmt.Println(err)
		}
	}
	if err := rows.Flush(); err != nil {
		fmt.Println(err)
	}
	// Output:
	// ┌───────┐   ┌───┬───┐
	// │ d     │   │ d │ d │
	// ├───────┤   │   │   │
	// │ d     │   │   │   │
	// └───────┘   └───┴───┘
}
