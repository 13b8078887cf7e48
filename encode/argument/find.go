package argument

import (
	"context"
	"slices"

	"github.com/exactile/exactile/encode/cover"
)

// Find returns a reason why m has no solution, or nil if it finds none. m must be valid. The
// colourings have zeros for the same items, the pieces; without colourings, Find chooses pieces
// itself. The cost is bounded, and for most models close to that of reading them. The error is
// that of ctx.
func Find(ctx context.Context, m *cover.Model, colourings ...Colouring) (*Argument, error) {
	f := newFinder(m)
	if a := f.shortItem(); a != nil {
		return a, nil
	}
	cell := func(i int) bool { return i < len(colourings[0].Weights) && colourings[0].Weights[i] != 0 }
	if len(colourings) > 0 {
		f.group(others(m, cell))
	}
	for _, c := range colourings {
		if a := f.sums(c); a != nil || ctx.Err() != nil {
			return a, ctx.Err()
		}
	}
	// Where all items are {n,n}, other pieces refute no more than elimination does.
	ranged := func(it cover.Item) bool { return it.Min < it.Max }
	if len(colourings) == 0 || slices.ContainsFunc(m.Items, ranged) {
		piece := Pieces(m, maxPieceWork)
		f.group(piece)
		if a := f.sums(f.area(piece)); a != nil || ctx.Err() != nil {
			return a, ctx.Err()
		}
	}
	for _, modulus := range []int{largePrime, 2, 3} {
		a, err := f.modular(ctx, modulus)
		if a != nil || err != nil {
			return a, err
		}
	}
	return nil, nil
}
