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
		Pieces: []puzzle.Piece{{
			Name: "domino", Cells: []puzzle.Cell{{At: lattice.Cell{0, 0}}, {At: lattice.Cell{1, 0}}},
			Count: puzzle.Exactly(2), Rotate: true, Flip: true,
		}},
	}
	p.Board.Size = lattice.Cell{2, 2, 1}
	for y := range 2 {
		for x := range 2 {
			p.Board.Sites = append(p.Board.Sites, puzzle.Site{Cell: puzzle.Cell{At: lattice.Cell{x, y}}})
		}
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
