package sheet_test

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/exactile/exactile/encode/puzzle"
	"github.com/exactile/exactile/encode/render/sheet"
)

// A plate for the board and its frame, one for the two pieces.
func ExampleNew() {
	p := &puzzle.Puzzle{
		Name: "two dominoes", Board: puzzle.Rect(2, 2),
		Pieces: []puzzle.Piece{puzzle.NewPiece("I", "XX").Times(puzzle.Exactly(2))},
	}
	t, err := p.Compile()
	if err != nil {
		panic(err)
	}
	s, err := sheet.New("svg", sheet.Options{Cell: 20, Width: 210, Height: 297})
	if err != nil {
		panic(err)
	}
	if err := s.Add(t, "", nil); err != nil {
		panic(err)
	}
	var b bytes.Buffer
	fmt.Println(s.Write(&b), strings.Count(b.String(), `id="plate-`), "plates")
	// Output: <nil> 3 plates
}
