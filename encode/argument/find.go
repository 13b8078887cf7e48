package argument

import (
	"context"
	"slices"

	"github.com/exactile/exactile/encode/cover"
)

// Find returns a reason why m has no solution, or nil if it finds none. m must be valid. The
// colourings have zeros for the same items, the pieces. Find does what [Compare] does, then chooses
// pieces of its own, and eliminates modulo 2^31-1, which stands for the rational numbers, 2 and 3.
// The cost is bounded by about a second; boards of 60 cells take a third of a millisecond, and of
// 1000 cells 30. The error is that of ctx.
func Find(ctx context.Context, m *cover.Model, colourings ...Colouring) (*Argument, error) {
	f := newFinder(m)
	if a := f.compare(colourings); a != nil || ctx.Err() != nil {
		return a, ctx.Err()
	}
	// Where items have ranges, pieces of another kind may refute more, such as all white cells.
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

// Compare is the part of Find that takes about as long as reading m: it looks for items that too
// few options cover, and compares the pieces with the board under the colourings.
func Compare(m *cover.Model, colourings ...Colouring) *Argument {
	return newFinder(m).compare(colourings)
}

func (f *finder) compare(colourings []Colouring) *Argument {
	if a := f.shortItem(); a != nil || len(colourings) == 0 {
		return a
	}
	first := colourings[0].Weights
	f.group(others(f.m, func(i int) bool { return i < len(first) && first[i] != 0 }))
	for _, c := range colourings {
		if a := f.sums(c); a != nil {
			return a
		}
	}
	return nil
}
