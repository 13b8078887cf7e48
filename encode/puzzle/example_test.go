package puzzle_test

import (
	"fmt"

	"github.com/exactile/exactile/encode/lattice"
	"github.com/exactile/exactile/encode/puzzle"
)

// A puzzle is a board and pieces; compiled, it is a cover model whose options are
// placements.
func ExamplePuzzle_Compile() {
	p := &puzzle.Puzzle{
		Name:    "dominoes on 2x2",
		Lattice: lattice.Square,
		Board:   puzzle.Rect(2, 2),
		Pieces:  []puzzle.Piece{puzzle.NewPiece("domino", "XX").Times(puzzle.Exactly(2))},
	}
	t, err := p.Compile()
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%d items, %d options, %d motions\n", len(t.Items), len(t.Options), len(t.Motions))
	for o := range t.Options {
		fmt.Println(t.PlacementName(o))
	}
	// Output:
	// 5 items, 4 options, 8 motions
	// domino 0,0 1,0
	// domino 0,1 1,1
	// domino 0,0 0,1
	// domino 1,0 1,1
}
