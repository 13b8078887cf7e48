package puzzle_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/exactile/exactile/encode/lattice"
	"github.com/exactile/exactile/encode/puzzle"
)

// A piece with cells that lie on any symbol covers what the pieces with each symbol there cover,
// each set of cells once, and is as symmetric as they are together.
func TestAnySymbolIsAllOfThem(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(7, 7))
	shapes := [][]lattice.Cell{
		{{0, 0}, {1, 0}},
		{{0, 0}, {1, 0}, {2, 0}},
		{{0, 0}, {1, 0}, {0, 1}},
		{{0, 0}, {1, 0}, {0, 1}, {1, 1}},
		{{0, 0}, {1, 0}, {2, 0}, {1, 1}},
	}
	several := 0
	for range 300 {
		symbols := []rune{0, 'a', 'b'}[:2+random.IntN(2)]
		p := &puzzle.Puzzle{Lattice: lattice.Square, Board: puzzle.Rect(2+random.IntN(3), 2+random.IntN(3))}
		for s := range p.Board.Sites {
			p.Board.Sites[s].Symbol = symbols[random.IntN(len(symbols))]
		}
		p.Board.Sites[0].Symbol = 'a'
		piece := puzzle.Piece{Name: "P", Count: puzzle.Bounds{Max: 1}, Rotate: random.IntN(3) > 0, Flip: random.IntN(3) > 0}
		for _, at := range shapes[random.IntN(len(shapes))] {
			symbol := symbols[random.IntN(len(symbols))]
			if random.IntN(2) == 0 {
				symbol = puzzle.Any
			}
			piece.Cells = append(piece.Cells, puzzle.Cell{At: at, Symbol: symbol})
		}
		all := func(yield func(*puzzle.Puzzle)) {
			each := *p
			each.Pieces = []puzzle.Piece{piece}
			each.Pieces[0].Cells = append([]puzzle.Cell(nil), piece.Cells...)
			var choose func(k int)
			choose = func(k int) {
				switch {
				case k == len(piece.Cells):
					yield(&each)
				case piece.Cells[k].Symbol != puzzle.Any:
					choose(k + 1)
				default:
					for _, symbol := range symbols {
						each.Pieces[0].Cells[k].Symbol = symbol
						choose(k + 1)
					}
				}
			}
			choose(0)
		}
		// Spare pieces give every symbol of the board a piece that has it.
		covered := func(p *puzzle.Puzzle) (places []string, symmetries int) {
			q := *p
			for _, symbol := range symbols {
				q.Pieces = append(q.Pieces[:len(q.Pieces):len(q.Pieces)], puzzle.Piece{
					Name: fmt.Sprintf("spare%d", symbol), Cells: []puzzle.Cell{{Symbol: symbol}},
				})
			}
			tiling, err := q.Compile()
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
		want := make(map[string]bool)
		all(func(q *puzzle.Puzzle) {
			places, _ := covered(q)
			for _, place := range places {
				want[place] = true
			}
		})
		p.Pieces = []puzzle.Piece{piece}
		got, symmetries := covered(p)
		seen := make(map[string]bool)
		for _, place := range got {
			if seen[place] || !want[place] {
				t.Fatalf("%+v on %+v: %s is covered twice, or by none", piece, p.Board, place)
			}
			seen[place] = true
		}
		if len(seen) != len(want) {
			t.Fatalf("%+v on %+v: %d places, want %d", piece, p.Board, len(seen), len(want))
		}
		if symmetries > 1 {
			several++
		}
	}
	if several == 0 {
		t.Error("no board had a symmetry")
	}
}

// Where it does not matter which end lies where, each place is one, and all motions of the
// board stay symmetries.
func TestAnySymbolKeepsSymmetry(t *testing.T) {
	t.Parallel()
	p := &puzzle.Puzzle{Lattice: lattice.Square, Board: puzzle.Rect(4, 4)}
	for s := range p.Board.Sites {
		p.Board.Sites[s].Symbol = 'a'
	}
	p.Pieces = []puzzle.Piece{puzzle.NewPiece("I", "a??").Times(puzzle.Bounds{Max: 5})}
	tiling, err := p.Compile()
	if err != nil {
		t.Fatal(err)
	}
	if len(tiling.Placements) != 16 || len(tiling.Sym) != 8 {
		t.Errorf("%d placements and %d symmetries, want 16 and 8", len(tiling.Placements), len(tiling.Sym))
	}
}
