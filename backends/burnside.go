package backends

import (
	"context"
	"errors"
	"fmt"
	"math/big"

	"github.com/exactile/exactile/encode/cover"
)

// CountOrbits returns the number of orbits of the solutions of m under m.Sym, by counts of b.
func CountOrbits(ctx context.Context, b Backend, m *cover.Model) (*big.Int, error) {
	whole, err := Count(ctx, b, m)
	if err != nil || whole.Sign() == 0 { // where there is none, none is fixed
		return whole, err
	}
	fixed, err := countAllFixed(ctx, b, m)
	if err != nil {
		return nil, err
	}
	return burnside(m, whole, fixed)
}

// burnside returns the number of orbits of the solutions of m under m.Sym: the mean, over the
// group, of the number of solutions that a symmetry fixes. The identity fixes the whole, and
// fixed is the sum over all others.
//
// Source: Burnside's lemma (Cauchy, Frobenius).
func burnside(m *cover.Model, whole, fixed *big.Int) (*big.Int, error) {
	order := int64(max(1, len(m.Sym)))
	sum := new(big.Int).Add(whole, fixed)
	orbits, rest := new(big.Int).QuoRem(sum, big.NewInt(order), new(big.Int))
	if rest.Sign() != 0 {
		return nil,
			fmt.Errorf("backends: internal error: %d symmetries fix %v solutions altogether, "+
				"which is no multiple",
				order, sum)
	}
	return orbits, nil
}

// countAllFixed returns how many solutions of m the symmetries other than the identity fix, all
// together. Conjugate symmetries fix equally many, so one of each class is counted.
func countAllFixed(ctx context.Context, b Backend, m *cover.Model) (*big.Int, error) {
	sum := new(big.Int)
	for _, class := range conjugates(m) {
		n, err := countFixed(ctx, b, newFixed(m, m.Sym[class[0]]))
		if err != nil {
			return nil, err
		}
		sum.Add(sum, n.Mul(n, big.NewInt(int64(len(class)))))
	}
	return sum, nil
}

// maxExact bounds the models that are counted where solutions cannot be grouped.
const maxExact = 1 << 12

// countFixed counts the solutions of f that hold. If f has sums, the solutions are grouped by
// how often each item of a sum is covered: one count of one model, where the choices of all
// items together may be millions.
func countFixed(ctx context.Context, b Backend, f *fixedModel) (*big.Int, error) {
	switch {
	case len(f.sums) == 0:
		return Count(ctx, b, f.Model)
	case CountsOnly(b):
		return countExact(ctx, b, f)
	}
	sum := new(big.Int)
	groups, err := Groups(ctx, b, f.Model, cover.Grouping{Use: f.used()})
	for _, g := range groups {
		if f.holds(g.Use) {
			sum.Add(sum, g.Count)
		}
	}
	if !errors.Is(err, cover.ErrManyGroups) {
		return sum, err
	}
	n, used := int64(0), cover.Grouping{Use: f.used()}
	for s, err := range Verified(f.Model, b.Solutions(ctx, f.Model)) {
		if err != nil {
			return nil, err
		}
		if f.holds(used.Of(f.Model, s).Use) {
			n++
		}
	}
	return big.NewInt(n), nil
}

// countExact counts by a backend that cannot list: one model for each choice.
func countExact(ctx context.Context, b Backend, f *fixedModel) (*big.Int, error) {
	sum, models := new(big.Int), 0
	for m := range f.exact() {
		if models++; models > maxExact {
			return nil,
				fmt.Errorf("backends: a symmetry takes more than %d counts, for pieces that may "+
					"be used more or less often, "+
					"and this backend cannot list", maxExact)
		}
		n, err := Count(ctx, b, m)
		if err != nil {
			return nil, err
		}
		sum.Add(sum, n)
	}
	return sum, nil
}
