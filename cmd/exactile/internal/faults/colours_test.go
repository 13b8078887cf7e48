package faults

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/exactile/exactile/encode/catalogue"
	"github.com/exactile/exactile/encode/lattice"
	"github.com/exactile/exactile/encode/puzzle"
	"github.com/exactile/exactile/native"
)

func compile(t *testing.T, p *puzzle.Puzzle) *puzzle.Tiling {
	t.Helper()
	tiling, err := p.Compile()
	if err != nil {
		t.Fatal(err)
	}
	return tiling
}

// Boards that are known not to be filled, for their colours alone, and some that are.
func TestColours(t *testing.T) {
	for _, tc := range []struct{ set, board, want string }{
		{"tetrominoes", "5x4", "like a chessboard the board has 10 of one and 10 of the other"},
		{"hexominoes", "14x15", "like a chessboard the board has 105 of one and 105 of the other"},
		{"pentominoes", "6x10", ""},
		{"hexiamonds", "12x6", ""},
		{"tetracubes", "4x4x2", ""},
		{"tetrahexes", "7x4", ""},
	} {
		set, err := catalogue.Set(tc.set)
		if err != nil {
			t.Fatal(err)
		}
		board, err := catalogue.Board(set.Lattice, tc.board)
		if err != nil {
			t.Fatal(err)
		}
		got := colourFault(compile(t, &puzzle.Puzzle{Lattice: set.Lattice, Board: board, Pieces: set.Pieces}))
		if (got == "") != (tc.want == "") || !strings.Contains(got, tc.want) {
			t.Errorf("%s on %s: %q, want %q", tc.set, tc.board, got, tc.want)
		}
	}
	// The mutilated chessboard, and bars of four on it in stripes.
	corners := puzzle.Rect(8, 8, lattice.Cell{}, lattice.Cell{7, 7})
	domino := puzzle.NewPiece("domino", "XX").Times(puzzle.Bounds{Max: puzzle.Unbounded})
	if got := colourFault(compile(t, &puzzle.Puzzle{Board: corners, Pieces: []puzzle.Piece{domino}})); !strings.Contains(got, "30 of one and 32 of the other") {
		t.Errorf("the mutilated chessboard: %q", got)
	}
	if got := colourFault(compile(t, &puzzle.Puzzle{Board: corners.Packing(), Pieces: []puzzle.Piece{domino}})); got != "" {
		t.Errorf("dominoes that leave cells empty: %q", got)
	}
}

// Whatever the colours say cannot be, cannot: no random puzzle with a solution is refused,
// and some without one are.
func TestColoursAreRight(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 1))
	refused := 0
	for range 3000 {
		p := &puzzle.Puzzle{Lattice: lattice.All()[r.IntN(4)]}
		name := []string{"3x3", "4x3", "5x2", "4x4"}[r.IntN(4)]
		if p.Lattice.Dims == 3 {
			name = "3x2x2"
		}
		board, err := catalogue.Board(p.Lattice, name)
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range board.Sites {
			if r.IntN(6) > 0 {
				s.Optional = r.IntN(12) == 0
				p.Board.Sites = append(p.Board.Sites, s)
			}
		}
		p.Board.Size = board.Size
		for k := range 1 + r.IntN(3) {
			piece := puzzle.Piece{Name: string(rune('A' + k)), Rotate: r.IntN(3) > 0, Flip: r.IntN(2) > 0}
			piece.Cells = []puzzle.Cell{{}}
			for _, c := range []lattice.Cell{{1}, {2}, {0, 1}, {1, 1}, {0, 0, p.Lattice.Dims - 2}} {
				if c != (lattice.Cell{}) && r.IntN(2) > 0 {
					piece.Cells = append(piece.Cells, puzzle.Cell{At: c})
				}
			}
			piece.Count = []puzzle.Bounds{{Min: 1, Max: 1}, {Min: 2, Max: 2}, {Min: 0, Max: 2}, {Min: 0, Max: puzzle.Unbounded}, {Min: 1, Max: 3}}[r.IntN(5)]
			p.Pieces = append(p.Pieces, piece)
		}
		tiling := compile(t, p)
		why := colourFault(tiling)
		if why == "" {
			continue
		}
		refused++
		if n, err := (native.Searcher{}).Count(t.Context(), tiling.Model); err != nil || n.Sign() != 0 {
			t.Fatalf("%v solutions (%v) of %+v, though %s", n, err, p, why)
		}
	}
	if refused < 100 {
		t.Errorf("%d puzzles refused", refused)
	}
}
