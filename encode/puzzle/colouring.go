package puzzle

import (
	"slices"

	"github.com/exactile/exactile/encode/argument"
)

// Colourings are the colourings of the board with which [argument.Find] compares the pieces:
// those of the lattice, without repeats on this board. There is none for a puzzle without geometry.
func (t *Tiling) Colourings() (all []argument.Colouring) {
	if t.Puzzle.Cover != nil {
		return nil
	}
	pieces := len(t.Puzzle.Pieces)
	for _, colours := range t.Puzzle.Lattice.Colourings() {
		c := argument.Colouring{
			Words: colours.Words, Weights: make([]int, pieces+len(t.Puzzle.Board.Sites)),
		}
		for k, s := range t.Puzzle.Board.Sites {
			c.Weights[pieces+k] = colours.Sign(s.At)
		}
		if !slices.ContainsFunc(all, func(d argument.Colouring) bool {
			return same(c.Weights,
				d.Weights)
		}) {
			all = append(all, c)
		}
	}
	return all
}

// same reports whether two lists of 1, -1 and 0 are equal, or equal with their signs exchanged.
func same(a, b []int) bool {
	sign := 0
	for k, w := range a {
		if sign == 0 {
			sign = w * b[k]
		}
		if w != sign*b[k] {
			return false
		}
	}
	return true
}
