package puzzle_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/exactile/exactile/encode/lattice"
	"github.com/exactile/exactile/encode/puzzle"
)

// anyCase is a board with symbols and a piece that lies on some of them, at random.
type anyCase struct {
	symbols []rune // of the board
	board   puzzle.Board
	piece   puzzle.Piece
}

func newAnyCase(random *rand.Rand) anyCase {
	shapes := [][]lattice.Cell{
		{{0, 0}, {1, 0}},
		{{0, 0}, {1, 0}, {2, 0}},
		{{0, 0}, {1, 0}, {0, 1}},
		{{0, 0}, {1, 0}, {0, 1}, {1, 1}},
		{{0, 0}, {1, 0}, {2, 0}, {1, 1}},
	}
	c := anyCase{symbols: []rune{0, 'a', 'b'}[:2+random.IntN(2)], board: puzzle.Rect(2+random.IntN(3), 2+random.IntN(3))}
	for s := range c.board.Sites {
		c.board.Sites[s].Symbol = c.symbols[random.IntN(len(c.symbols))]
	}
	c.board.Sites[0].Symbol = 'a'
	c.piece = puzzle.Piece{Name: "P", Count: puzzle.Bounds{Max: 1}, Rotate: random.IntN(3) > 0, Flip: random.IntN(3) > 0}
	for _, at := range shapes[random.IntN(len(shapes))] {
		symbol := c.symbols[random.IntN(len(c.symbols))]
		if random.IntN(2) == 0 {
			symbol = puzzle.Any
		}
		c.piece.Cells = append(c.piece.Cells, puzzle.Cell{At: at, Symbol: symbol})
	}
	return c
}

// each returns the piece with each symbol in its cells that lie on any.
func (c anyCase) each() []puzzle.Piece {
	all := []puzzle.Piece{c.piece}
	for k, cell := range c.piece.Cells {
		if cell.Symbol != puzzle.Any {
			continue
		}
		var next []puzzle.Piece
		for _, piece := range all {
			for _, symbol := range c.symbols {
				chosen := piece
				chosen.Cells = slices.Clone(piece.Cells)
				chosen.Cells[k].Symbol = symbol
				next = append(next, chosen)
			}
		}
		all = next
	}
	return all
}

// covered returns the places of a piece on the board, and the number of symmetries. Spare
// pieces give every symbol of the board a piece that has it.
func (c anyCase) covered(t *testing.T, piece puzzle.Piece) (places []string, symmetries int) {
	t.Helper()
	p := puzzle.Puzzle{Lattice: lattice.Square, Board: c.board, Pieces: []puzzle.Piece{piece}}
	for _, symbol := range c.symbols {
		p.Pieces = append(p.Pieces, puzzle.Piece{
			Name: fmt.Sprintf("spare%d", symbol), Cells: []puzzle.Cell{{Symbol: symbol}},
		})
	}
	tiling, err := p.Compile()
	if err != nil {
		t.Fatal(err)
	}
	for _, pl := range tiling.Placements {
		if pl.Piece == 0 {
			places = append(places, fmt.Sprint(pl.Cells))
		}
	}
	return places, len(tiling.Sym)
}

// A piece with cells that lie on any symbol covers what the pieces with each symbol there cover,
// each set of cells once, and is as symmetric as they are together.
func TestAnySymbolIsAllOfThem(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(7, 7))
	several := 0
	for range 300 {
		c := newAnyCase(random)
		want := make(map[string]bool)
		for _, piece := range c.each() {
			places, _ := c.covered(t, piece)
			for _, place := range places {
				want[place] = true
			}
		}
		got, symmetries := c.covered(t, c.piece)
		seen := make(map[string]bool)
		for _, place := range got {
			if seen[place] || !want[place] {
				t.Fatalf("%+v on %+v: %s is covered twice, or by none; want each of %v once", c.piece, c.board, place, want)
			}
			seen[place] = true
		}
		if len(seen) != len(want) {
			t.Fatalf("%+v on %+v: %d places, want %d", c.piece, c.board, len(seen), len(want))
		}
		if symmetries > 1 {
			several++
		}
	}
	if several == 0 {
		t.Error("no board had a symmetry, want some")
	}
}
