package puzzle_test

import (
	"context"
	"fmt"
	"os"

	"github.com/exactile/exactile/backends/auto"
	"github.com/exactile/exactile/encode"
	"github.com/exactile/exactile/encode/formats"
	"github.com/exactile/exactile/encode/puzzle"
	"github.com/exactile/exactile/encode/render"
	"github.com/exactile/exactile/native"
)

// A puzzle is made in code, counted, listed, drawn, and written for SAT solvers.
func Example() {
	ctx := context.Background()
	pieces := []puzzle.Piece{puzzle.NewPiece("domino", "XX"), puzzle.NewPiece("square", "X")}
	p := &puzzle.Puzzle{Board: puzzle.Rect(3, 1), Pieces: pieces}
	t, err := p.Compile()
	if err != nil {
		panic(err)
	}
	b := auto.Backend{Colourings: t.Colourings()} // or native.Searcher{}, or any other backend
	fmt.Println(b.Count(ctx, t.Model))
	for s, err := range b.Solutions(ctx, t.Model) {
		fmt.Print(s, err, " ", render.Text(t, s))
	}
	fmt.Println(encode.WriteDIMACS(os.Stdout, t.Model, encode.Encoding{}))
	// Output:
	// 2 <nil>
	// [0 4] <nil> dds
	// [1 2] <nil> sdd
	// c t pmc
	// p cnf 5 13
	// c p show 1 2 3 4 5 0
	// 1 2 0
	// -1 -2 0
	// 3 4 5 0
	// -3 -4 0
	// -3 -5 0
	// -4 -5 0
	// 1 3 0
	// -1 -3 0
	// 1 2 4 0
	// -1 -4 0
	// -2 -4 0
	// 2 5 0
	// -2 -5 0
	// <nil>
}

// From a file it is the same.
func Example_file() {
	file, err := formats.ReadFile("../../testdata/small/polyominoes/dominoes-6x6.yaml", formats.Options{})
	if err != nil {
		panic(err)
	}
	t, err := file.Documents[0].Compile()
	if err != nil {
		panic(err)
	}
	fmt.Println(native.Searcher{}.Count(context.Background(), t.Model))
	// Output: 6728 <nil>
}

// A puzzle is a board and pieces; compiled, it is a cover model whose options are
// placements.
func ExamplePuzzle_Compile() {
	p := &puzzle.Puzzle{
		Name:   "dominoes on 2x2",
		Board:  puzzle.Rect(2, 2),
		Pieces: []puzzle.Piece{puzzle.NewPiece("domino", "XX").Times(puzzle.Exactly(2))},
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
