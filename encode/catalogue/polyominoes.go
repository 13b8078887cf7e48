package catalogue

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
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
	f := sized("dominoes", "dominoes that cover", "8x8",
		func() []puzzle.Piece { return []puzzle.Piece{anyNumber("domino", "XX")} })
	f.entries = append(f.entries, Entry{"dominoes:WxH:torus", "the same where opposite sides " +
		"meet; on a cylinder left and right do, and so for all WxH", "dominoes:8x8:torus"})
	return f
}

// anyNumber returns a piece that is used as often as it fits.
func anyNumber(name string, rows ...string) puzzle.Piece {
	return puzzle.NewPiece(name, rows...).Times(puzzle.Bounds{Max: puzzle.Unbounded})
}

// apart is the rule of tatami: no four pieces meet.
var apart = puzzle.Rule{At: "corners", Most: 3}

// tatamiFamily is the boards that dominoes cover so that no four meet, as mats are laid.
//
// Source: F. Ruskey, J. Woodcock, Counting fixed-height tatami tilings, 2009.
func tatamiFamily() family {
	return sized("tatami", "dominoes, no four of which meet, that cover", "7x6",
		func() []puzzle.Piece { return []puzzle.Piece{anyNumber("domino", "XX")} }, apart)
}

// tatamiSquareFamily is the same with half mats.
//
// Source: A. Erickson, F. Ruskey, M. Schurch, J. Woodcock, Monomer-dimer tatami tilings of
// rectangular regions, 2011.
func tatamiSquareFamily() family {
	return sized("tatami+squares", "dominoes and single squares, no four of which meet, that cover",
		"4x4", func() []puzzle.Piece {
			return []puzzle.Piece{anyNumber("domino", "XX"), anyNumber("mono", "X")}
		}, apart)
}

// maxSquares bounds the side of a board for squares: all placements have some side^5/30 cells.
const maxSquares = 40

// squaresFamily is the square boards to be covered by the fewest smaller squares.
//
// Source: OEIS A018835.
func squaresFamily() family {
	const name = "squares"
	return family{
		name: name,
		entries: []Entry{{name + ":N", "the fewest smaller squares that cover N columns and N rows",
			name + ":7"}},
		lookup: func(rest string, _ bool) ([]*puzzle.Puzzle, error) {
			side, err := strconv.ParseUint(rest, 10, 8)
			if err != nil || side < 3 || side > maxSquares {
				return nil, fmt.Errorf("%s:%s: %q is no side: want a number from 3 to %d",
					name, rest, rest, maxSquares)
			}
			n := int(side)
			var pieces []puzzle.Piece
			for k := 1; k < n; k++ {
				rows := slices.Repeat([]string{strings.Repeat("X", k)}, k)
				pieces = append(pieces, anyNumber(fmt.Sprintf("S%d", k), rows...))
			}
			p := flat(fmt.Sprintf("%s:%d", name, n), puzzle.Rect(n, n), pieces)
			p.Goal = puzzle.Goal{Best: "fewest", Of: "pieces"}
			return []*puzzle.Puzzle{p}, nil
		},
	}
}
