package catalogue

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/exactile/exactile/encode/lattice"
	"github.com/exactile/exactile/encode/puzzle"
	"github.com/exactile/exactile/internal/text"
)

// smallOminoes lists the polyominoes of two to four cells by their usual letters.
const smallOminoes = `
	domino XX
	I XXX
	L X. XX
	I XXXX
	L X.. XXX
	O XX XX
	S .XX XX.
	T XXX .X.
`

// pentominoes lists the twelve free pentominoes by their usual letters.
//
// Source: S. W. Golomb, Polyominoes, 1965.
const pentominoes = `
	F .XX XX .X
	I XXXXX
	L XXXX X
	N XX .XXX
	P XX XX X
	T XXX .X .X
	U X.X XXX
	V X X XXX
	W X XX .XX
	X .X XXX .X
	Y XXXX .X
	Z XX .X .XX
`

func pentominoSet() []puzzle.Piece { return drawnPieces(pentominoes) }

// drawnPieces returns pieces that are drawn as text, a line for each: its name and its rows.
func drawnPieces(drawing string) []puzzle.Piece {
	var pieces []puzzle.Piece
	for line := range strings.Lines(strings.TrimSpace(drawing)) {
		words := strings.Fields(line)
		pieces = append(pieces, puzzle.NewPiece(words[0], words[1:]...))
	}
	return pieces
}

// chessboards are the 8x8 boards without four cells, to be filled by twelve pentominoes.
var chessboards = map[string][]lattice.Cell{
	"8x8-center":  {{3, 3}, {4, 3}, {3, 4}, {4, 4}},
	"8x8-corners": {{0, 0}, {7, 0}, {0, 7}, {7, 7}},
}

func pentominoFamily() family {
	const name = "pentominoes"
	f := sized(name, "the 12 pentominoes, once each, on", "6x10", pentominoSet)
	f.entries = append(f.entries,
		Entry{
			"pentominoes:8x8-center", "the 12 pentominoes on the chessboard without its centre",
			"pentominoes:8x8-center",
		},
		Entry{
			"pentominoes:8x8-corners", "the 12 pentominoes on the chessboard without its corners",
			"pentominoes:8x8-corners",
		})
	bySize := f.lookup
	f.lookup = func(rest string, colon bool) ([]*puzzle.Puzzle, error) {
		if holes, ok := chessboards[rest]; ok {
			board := puzzle.Rect(8, 8, holes...)
			return []*puzzle.Puzzle{flat(name+":"+rest, board, pentominoSet())}, nil
		}
		puzzles, err := bySize(rest, colon)
		if err != nil {
			boards := slices.Sorted(maps.Keys(chessboards))
			return nil, fmt.Errorf("%w; %s have holes%s", err, strings.Join(boards, " and "),
				text.Hint(rest, boards))
		}
		return puzzles, nil
	}
	return f
}

func pentominoSquareFamily() family {
	return sized("pentominoes+square", "the 12 pentominoes and the square tetromino Q on", "8x8",
		func() []puzzle.Piece {
			return append(pentominoSet(), puzzle.NewPiece("Q", "XX", "XX"))
		})
}

// dominoFamily is the boards to be covered by dominoes, as many as needed. The number of dominoes
// has no bounds: the cells imply it, and a board with an odd number of cells has no solution.
func dominoFamily() family {
	return sized("dominoes", "dominoes that cover", "8x8", func() []puzzle.Piece {
		return []puzzle.Piece{
			puzzle.NewPiece("domino", "XX").Times(puzzle.Bounds{Max: puzzle.Unbounded}),
		}
	})
}
