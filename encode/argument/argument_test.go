package argument_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/exactile/exactile/encode/argument"
	"github.com/exactile/exactile/encode/catalogue"
	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/encode/lattice"
	"github.com/exactile/exactile/encode/proof/check"
	"github.com/exactile/exactile/encode/puzzle"
	"github.com/exactile/exactile/internal/testkit"
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

// find finds an argument and has the checker verify it.
func find(t *testing.T, m *cover.Model, colourings ...argument.Colouring) *argument.Argument {
	t.Helper()
	a, err := argument.Find(t.Context(), m, colourings...)
	if err != nil {
		t.Fatal(err)
	}
	if a != nil {
		checked := check.Argument{Modulus: a.Modulus, Weights: a.Weights, Pieces: a.Pieces}
		if err := checked.Refutes(t.Context(), m); err != nil {
			t.Fatalf("%s is refused: %v", a.Text, err)
		}
	}
	return a
}

func set(t *testing.T, pieces, board string) *puzzle.Puzzle {
	t.Helper()
	set, err := catalogue.Set(pieces)
	if err != nil {
		t.Fatal(err)
	}
	b, err := catalogue.Board(set.Lattice, board)
	if err != nil {
		t.Fatal(err)
	}
	return &puzzle.Puzzle{Lattice: set.Lattice, Board: b, Pieces: set.Pieces}
}

// Boards that cannot be filled, and some that can. Without colourings, as for a model of items
// and options, elimination finds the argument by itself.
func TestFind(t *testing.T) {
	anyNumber := puzzle.Bounds{Max: puzzle.Unbounded}
	of := func(board puzzle.Board, count puzzle.Bounds, rows ...string) *puzzle.Puzzle {
		return &puzzle.Puzzle{Board: board, Pieces: []puzzle.Piece{puzzle.NewPiece("piece", rows...).Times(count)}}
	}
	mutilated := func(n int) puzzle.Board {
		return puzzle.Rect(n, n, lattice.Cell{}, lattice.Cell{n - 1, n - 1})
	}
	short := puzzle.Rect(20, 20, lattice.Cell{0}, lattice.Cell{2}, lattice.Cell{4}, lattice.Cell{6}, lattice.Cell{8}, lattice.Cell{10})
	for _, tc := range []struct {
		name, want string // the text with colourings; empty: no argument
		puzzle     *puzzle.Puzzle
		modulus    int // without colourings; -1: no argument
	}{
		{"hexominoes on 15x14", "like a chessboard the board has 105 of one and 105 of the other", set(t, "hexominoes", "15x14"), 2},
		{"tetrominoes on 5x4", "like a chessboard the board has 10 of one and 10 of the other", set(t, "tetrominoes", "5x4"), 2},
		{"pentominoes on 6x10", "", set(t, "pentominoes", "6x10"), -1},
		{"hexiamonds on 12x6", "", set(t, "hexiamonds", "12x6"), -1},
		{"tetracubes on 4x4x2", "", set(t, "tetracubes", "4x4x2"), -1},
		{"mutilated 8x8", "30 of one and 32 of the other", of(mutilated(8), anyNumber, "XX"), 0},
		{"mutilated 20x20", "198 of one and 200 of the other", of(mutilated(20), anyNumber, "XX"), 0},
		{"six of one colour", "194 of one and 200 of the other", of(short, anyNumber, "XX"), 0},
		{"some dominoes", "", of(mutilated(8).Packing(), anyNumber, "XX"), -1},
		{"49 L on 14x14", "in columns of two colours the board has 98 of one", of(puzzle.Rect(14, 14), puzzle.Bounds{Min: 49, Max: 49}, "XXX", "X"), 2},
		{"25 T on 10x10", "like a chessboard the board has 50 of one", of(puzzle.Rect(10, 10), puzzle.Bounds{Min: 25, Max: 25}, "XXX", ".X"), 2},
		{"threes and sixes on 5x5", "the board has 25 cells, and the pieces cover a multiple of 3", &puzzle.Puzzle{Board: puzzle.Rect(5, 5), Pieces: []puzzle.Piece{
			puzzle.NewPiece("three", "XXX").Times(anyNumber), puzzle.NewPiece("six", "XXX", "XXX").Times(anyNumber),
		}}, 0},
		{"bars of three on 7x4 less an end", "numbers", of(puzzle.Rect(7, 4, lattice.Cell{1}), anyNumber, "XXX"), 0},
		{"dominoes on 15 cells", "the board has 15 cells, and the pieces cover an even number", of(puzzle.Rect(5, 3), anyNumber, "XX"), 0},
		{"threes and fours on 5 cells", "the board has 5 cells, and no choice of pieces covers 5", &puzzle.Puzzle{Board: puzzle.Rect(5, 1), Pieces: []puzzle.Piece{
			puzzle.NewPiece("three", "XXX").Times(anyNumber), puzzle.NewPiece("four", "XXXX").Times(anyNumber),
		}}, -1},
		{"too few", "16 cells must be covered, and the pieces cover 14 at most", of(puzzle.Rect(4, 4), puzzle.Bounds{Max: 7}, "XX"), 0},
		{"too many", "the board has 16 cells, and the pieces cover 18 at least", of(puzzle.Rect(4, 4).Packing(), puzzle.Bounds{Min: 9, Max: 12}, "XX"), 0},
		{"fits nowhere", "item piece must be covered 1 time, and 0 options cover it", of(puzzle.Rect(4, 4).Packing(), puzzle.Bounds{Min: 1, Max: 1}, "XXXXX"), 0},
	} {
		t.Run(tc.name, func(t *testing.T) {
			tiling := compile(t, tc.puzzle)
			a := find(t, tiling.Model, tiling.Colourings()...)
			switch {
			case (a == nil) != (tc.want == ""):
				t.Errorf("with colourings: %+v", a)
			case a != nil && !strings.Contains(a.Text, tc.want):
				t.Errorf("%q, want %q", a.Text, tc.want)
			}
			b := find(t, tiling.Model)
			switch {
			case (b == nil) != (tc.modulus < 0):
				t.Errorf("without colourings: %+v", b)
			case b != nil && b.Modulus != tc.modulus:
				t.Errorf("without colourings: modulo %d, want %d: %s", b.Modulus, tc.modulus, b.Text)
			}
		})
	}
}

// No puzzle with a solution is refuted, many without one are, and the checker agrees.
func TestNothingWithASolution(t *testing.T) {
	rounds := testkit.Times(400)
	r := rand.New(rand.NewPCG(3, 1))
	refuted, moduli := 0, map[int]int{}
	for range rounds {
		tiling := compile(t, randomPuzzle(t, r))
		m := tiling.Model
		if r.IntN(3) == 0 {
			m = shuffledItems(r, m)
		}
		n, err := native.Searcher{}.Count(t.Context(), m)
		if err != nil {
			t.Fatal(err)
		}
		found := []*argument.Argument{find(t, m)}
		if m == tiling.Model {
			found = append(found, find(t, m, tiling.Colourings()...))
		}
		for _, a := range found {
			if a == nil {
				continue
			}
			refuted++
			moduli[a.Modulus]++
			if n.Sign() != 0 {
				t.Fatalf("%v solutions of %+v, though %s", n, tiling.Puzzle, a.Text)
			}
		}
	}
	if refuted < rounds/2 || moduli[0] == 0 || moduli[2] == 0 || moduli[3] == 0 {
		t.Errorf("%d refuted, by modulus %v", refuted, moduli)
	}
}

// randomPuzzle returns a small puzzle on any lattice, with or without cells that may stay empty.
func randomPuzzle(t *testing.T, r *rand.Rand) *puzzle.Puzzle {
	p := &puzzle.Puzzle{Lattice: lattice.All()[r.IntN(4)]}
	name := []string{"3x3", "4x3", "5x2", "4x4"}[r.IntN(4)]
	if p.Lattice.Dims == 3 {
		name = "3x2x2"
	}
	board, err := catalogue.Board(p.Lattice, name)
	if err != nil {
		t.Fatal(err)
	}
	optional := []int{0, 1, 6}[r.IntN(3)] // of 12 cells
	for _, s := range board.Sites {
		if r.IntN(6) > 0 {
			s.Optional = r.IntN(12) < optional
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
	return p
}

// shuffledItems changes bounds, and drops an item here and there from an option: a model that is
// no puzzle.
func shuffledItems(r *rand.Rand, m *cover.Model) *cover.Model {
	c := &cover.Model{Items: append([]cover.Item(nil), m.Items...)}
	for i := range c.Items {
		if r.IntN(4) == 0 {
			c.Items[i].Min = r.IntN(3)
			c.Items[i].Max = c.Items[i].Min + r.IntN(3)
		}
	}
	for _, items := range m.Options {
		var kept []int
		for _, i := range items {
			if len(items) == 1 || r.IntN(8) > 0 {
				kept = append(kept, i)
			}
		}
		if len(kept) > 0 {
			c.Options = append(c.Options, kept)
		}
	}
	return c
}

func TestFindStops(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	m := compile(t, set(t, "pentominoes", "6x10")).Model
	if a, err := argument.Find(ctx, m); !errors.Is(err, context.Canceled) {
		t.Errorf("%v, %v", a, err)
	}
}
