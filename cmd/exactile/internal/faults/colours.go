package faults

import (
	"fmt"
	"math/big"

	"github.com/exactile/exactile/encode/lattice"
	"github.com/exactile/exactile/encode/puzzle"
)

// A colouring gives each cell one of two colours, 0 and 1.
type colouring struct {
	text   string // how the cells are coloured
	colour func(lattice.Cell) int
}

// colourings are the colourings to try: a chessboard, which on triangles is the two
// directions, and stripes.
func colourings(l *lattice.Lattice) []colouring {
	all := []colouring{
		{"in columns of two colours", func(c lattice.Cell) int { return c[0] & 1 }},
		{"in rows of two colours", func(c lattice.Cell) int { return c[1] & 1 }},
	}
	switch {
	case l.Dims == 3:
		all = append(all, colouring{"in layers of two colours", func(c lattice.Cell) int { return c[2] & 1 }})
	case l.Sides() == 6:
		return append(all, colouring{"in slanting rows of two colours", func(c lattice.Cell) int { return (c[0] + c[1]) & 1 }})
	}
	chess := colouring{"like a chessboard", func(c lattice.Cell) int { return (c[0] + c[1] + c[2]) & 1 }}
	if l.Sides() == 3 {
		chess.text = "by which way a triangle points"
	}
	return append([]colouring{chess}, all...)
}

// maxColoured bounds the boards that are coloured.
const maxColoured = 2000

// colourFault reports if the colours of the board and the pieces cannot match, however the
// pieces lie: each placement has an excess of one colour over the other, and the sum of all
// excesses must be that of the board.
//
// Source: S. W. Golomb, Polyominoes, 1965.
func colourFault(t *puzzle.Tiling) string {
	p := t.Puzzle
	if n := len(p.Board.Sites); n == 0 || n > maxColoured {
		return ""
	}
	for _, c := range colourings(p.Lattice) {
		must := [2]int{}
		may := [2]int{}
		for _, s := range p.Board.Sites {
			if s.Optional {
				may[c.colour(s.At)]++
			} else {
				must[c.colour(s.At)]++
			}
		}
		if reachable(t, c.colour, must[0]-must[1]-may[1], must[0]-must[1]+may[0]) {
			continue
		}
		text := fmt.Sprintf("with cells coloured %s the board has %d of one and %d of the other",
			c.text, must[0]+may[0], must[1]+may[1])
		if may[0]+may[1] > 0 {
			text += fmt.Sprintf(" (%d and %d must be covered)", must[0], must[1])
		}
		return text + ", which the pieces cannot cover however they lie"
	}
	return ""
}

// reachable reports whether placements of the pieces, within their counts, can cover from
// least to most cells more of colour 0 than of colour 1.
func reachable(t *puzzle.Tiling, colour func(lattice.Cell) int, least, most int) bool {
	pieces := t.Puzzle.Pieces
	cells := len(t.Puzzle.Board.Sites)
	sign := make([]int, len(t.Items)) // by item: 1 or -1 for a cell, 0 for a piece
	for k, s := range t.Puzzle.Board.Sites {
		sign[len(pieces)+k] = 1 - 2*colour(s.At)
	}
	// has is by piece whether a placement has the excess, plus the cells of the piece.
	has := make([][]bool, len(pieces))
	for k, piece := range pieces {
		has[k] = make([]bool, 2*len(piece.Cells)+1)
	}
	for o, option := range t.Options {
		piece := t.Placements[o].Piece
		d := len(pieces[piece].Cells)
		for _, item := range option {
			d += sign[item]
		}
		has[piece][d] = true
	}
	// Bit cells+s is set if the pieces so far can have the excess s. No partial sum exceeds
	// the number of cells: pieces do not overlap.
	sums := new(big.Int).SetBit(new(big.Int), cells, 1)
	moved := new(big.Int)
	add := func(sums *big.Int, piece int) *big.Int {
		next := new(big.Int)
		for k, ok := range has[piece] {
			switch d := k - len(pieces[piece].Cells); {
			case !ok:
				continue
			case d < 0:
				moved.Rsh(sums, uint(-d))
			default:
				moved.Lsh(sums, uint(d))
			}
			next.Or(next, moved)
		}
		for next.BitLen() > 2*cells+1 {
			next.SetBit(next, next.BitLen()-1, 0)
		}
		return next
	}
	for k, piece := range pieces {
		fits := cells / len(piece.Cells)
		if piece.Count.Min > fits {
			return true // areaFault reports this already
		}
		for range piece.Count.Min {
			sums = add(sums, k)
		}
		for range min(piece.Count.Max, fits) - piece.Count.Min {
			more := new(big.Int).Or(sums, add(sums, k))
			if more.Cmp(sums) == 0 {
				break
			}
			sums = more
		}
	}
	for s := max(least, -cells); s <= min(most, cells); s++ {
		if sums.Bit(cells+s) == 1 {
			return true
		}
	}
	return false
}
