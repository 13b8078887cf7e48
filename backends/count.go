package backends

import (
	"context"
	"fmt"
	"iter"
	"math/big"

	"github.com/exactile/exactile/encode/cover"
)

// First returns the solution of m that b finds first, and whether there is any.
// The solution has passed m.Check.
func First(ctx context.Context, b Backend, m *cover.Model) (s cover.Solution, ok bool, err error) {
	for s, err := range Verified(m, AtMostN(ctx, b, m, 1)) {
		return s, err == nil, err
	}
	return nil, false, nil
}

// Count returns the number of solutions of m: by counting if b can, else by
// listing and checking them all. On an error it returns nil.
func Count(ctx context.Context, b Backend, m *cover.Model) (*big.Int, error) {
	if b, ok := b.(Counter); ok {
		return b.Count(ctx, m)
	}
	n := int64(0)
	for _, err := range Verified(m, b.Solutions(ctx, m)) {
		if err != nil {
			return nil, err
		}
		n++
	}
	return big.NewInt(n), nil
}

// AtMostN yields the solutions of m if no more than most are needed, 0 for all: those of
// Solutions, or, if not all are requested and b has a method Find, those of that. The caller
// must stop.
func AtMostN(
	ctx context.Context, b Backend, m *cover.Model, most int64,
) iter.Seq2[cover.Solution, error] {
	if b, ok := b.(finder); ok && most > 0 {
		return b.Find(ctx, m, most)
	}
	return b.Solutions(ctx, m)
}

// A finder is what package adapter calls a Finder.
type finder interface {
	Find(ctx context.Context, m *cover.Model, most int64) iter.Seq2[cover.Solution, error]
}

// Verified passes on solutions of m until one of them fails m.Check: that one
// ends the sequence with an error.
func Verified(
	m *cover.Model, solutions iter.Seq2[cover.Solution, error],
) iter.Seq2[cover.Solution, error] {
	return func(yield func(cover.Solution, error) bool) {
		for s, err := range solutions {
			if err == nil {
				if wrong := m.Check(s); wrong != nil {
					s, err = nil, fmt.Errorf("backends: not a solution: %w", wrong)
				}
			}
			if !yield(s, err) || err != nil {
				return
			}
		}
	}
}
