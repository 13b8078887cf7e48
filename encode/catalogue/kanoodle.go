package catalogue

import (
	"errors"

	"github.com/exactile/exactile/encode/puzzle"
)

// kanoodlePieces are eight pentominoes, three tetrominoes and a tromino.
//
// Source: Kanoodle, Educational Insights; the board is the bottom of its case.
func kanoodlePieces() []puzzle.Piece {
	var pieces []puzzle.Piece
	for _, piece := range pentominoSet() {
		switch piece.Name {
		case "N", "V", "U", "L", "Y", "P", "X", "W":
			pieces = append(pieces, piece)
		}
	}
	return append(pieces, puzzle.NewPiece("I4", "XXXX"), puzzle.NewPiece("O4", "XX", "XX"),
		puzzle.NewPiece("J4", "X..", "XXX"), puzzle.NewPiece("V3", "X.", "XX"))
}

func kanoodleFamily() family {
	const name = "kanoodle"
	return family{
		name:    name,
		entries: []Entry{{name, "Kanoodle: twelve pieces of three to five cells on 5 rows of 11", name}},
		lookup: func(_ string, colon bool) ([]*puzzle.Puzzle, error) {
			if colon {
				return nil, errors.New(name + ": there is one puzzle of that name, and nothing after it")
			}
			p := flat(name, puzzle.Rect(11, 5), kanoodlePieces())
			p.Claims = []puzzle.Claim{
				claim(puzzle.Solutions, 371020, "known to solvers of the puzzle; native and native/plain agree"),
			}
			return []*puzzle.Puzzle{p}, nil
		},
	}
}
