package catalogue

import (
	"github.com/exactile/exactile/encode/lattice"
	"github.com/exactile/exactile/encode/puzzle"
)

// kanoodlePieces are eight pentominoes, three tetrominoes and a tromino.
//
// Source: Kanoodle, Educational Insights; the board is the bottom of its case.
const kanoodlePieces = `
	L XXXX X
	N XX .XXX
	P XX XX X
	U X.X XXX
	V X X XXX
	W X XX .XX
	X .X XXX .X
	Y XXXX .X
	I4 XXXX
	O4 XX XX
	J4 X.. XXX
	V3 X. XX
`

func kanoodleFamily() family {
	return single("kanoodle", "Kanoodle: twelve pieces of three to five cells on 5 rows of 11",
		lattice.Square, "11x5", kanoodlePieces,
		claim(puzzle.Solutions, 371020, "known to solvers of the puzzle; native and native/plain agree"))
}
