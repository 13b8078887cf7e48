// Package argument finds, without a search, a reason why a cover model has no solution. It knows
// no geometry, except the colourings that a caller passes as data.
//
// An [Argument] gives items weights. The weight of an option is the sum over the items that it
// covers, so that the weights of the options of a solution add up to the sum over all items i of
// w(i) times the number of options that cover i. The argument compares both sides:
//
//   - Modulo a prime p, each option has weight 0. Only items {n,n} have weights, so the sum over
//     the items is fixed; it is not 0. Such weights exist if and only if the vector of the n is no
//     linear combination of the options, which elimination decides.
//   - Over the integers, the bounds of the items allow an interval of sums. The options of each
//     piece, an item of a set of which no option covers two, have few weights, and their number is
//     bounded; so the sums that options can have are a set, and none lies in the interval. On a
//     chessboard without two opposite corners it is the old argument, with 1 for white cells and
//     -1 for black ones; with 1 for every cell it compares areas.
//
// Package encode/proof/check verifies an argument with code of its own.
//
// In this package m is a model, o an option and i an item.
//
// Source: S. W. Golomb, Polyominoes, 1965 (colourings).
package argument

// An Argument is a reason why a model has no solution. It is plain data.
type Argument struct {
	// Text is the reason in words, without "no solution".
	Text string `json:"text"`
	// Modulus is a prime, or 0 if the weights are summed as integers.
	Modulus int `json:"modulus,omitempty"`
	// Weights has the weight of each item; from 0 to Modulus-1 if that is not 0.
	Weights []int `json:"weights"`
	// Pieces are increasing items of which no option covers two. It is nil modulo a prime.
	Pieces []int `json:"pieces,omitempty"`
}

// A Colouring gives each cell of a board a colour.
type Colouring struct {
	// Words say how cells are coloured: "like a chessboard"; empty if all cells are alike.
	Words string
	// Weights has by item 1 or -1 for the colour of a cell, and 0 for any other item.
	Weights []int

	chosen bool // here: the words for cells and pieces do not fit
}
