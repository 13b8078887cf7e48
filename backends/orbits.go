package backends

import (
	"context"
	"fmt"
	"iter"
	"math/big"

	"github.com/exactile/exactile/encode/cover"
)

// CountOrbits returns the number of orbits of the solutions of m under m.Sym, by counts of b.
func CountOrbits(ctx context.Context, b Backend, m *cover.Model) (*big.Int, error) {
	return Burnside(m, func(m *cover.Model) (*big.Int, error) { return Count(ctx, b, m) })
}

// Burnside returns the number of orbits of the solutions of m under m.Sym. It is the mean, over
// the group, of the number of solutions that a symmetry maps to themselves, so only numbers
// of solutions are needed: count counts those of m, and then of other models, always the
// same ones in the same order. Without symmetries it counts only those of m.
//
// Source: Burnside's lemma (Cauchy, Frobenius).
func Burnside(
	m *cover.Model, count func(*cover.Model) (*big.Int, error),
) (*big.Int, error) {
	whole, err := count(m) // the identity, which comes first, maps all to themselves
	if err != nil || len(m.Sym) == 0 {
		return whole, err
	}
	sum := new(big.Int).Set(whole)
	for _, g := range m.Sym[1:] {
		for fixed := range m.Fixed(g) {
			n, err := count(fixed)
			if err != nil {
				return nil, err
			}
			sum.Add(sum, n)
		}
	}
	orbits, rest := new(big.Int).QuoRem(sum, big.NewInt(int64(len(m.Sym))), new(big.Int))
	if rest.Sign() != 0 {
		return nil, fmt.Errorf("backends: internal error: %d symmetries fix %v solutions altogether, which is no multiple",
			len(m.Sym), sum)
	}
	return orbits, nil
}

// Representatives passes on one solution of each orbit under m.Sym: the one that
// is the least of its images, compared as slices. It needs all solutions of m.
func Representatives(
	m *cover.Model, solutions iter.Seq2[cover.Solution, error],
) iter.Seq2[cover.Solution, error] {
	return func(yield func(cover.Solution, error) bool) {
		for s, err := range solutions {
			if (err != nil || s.Least(m.Sym)) && !yield(s, err) {
				return
			}
		}
	}
}
