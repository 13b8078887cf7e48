package registry

import (
	"context"
	"math/big"

	"github.com/exactile/exactile/backends/internal/dimers"
	"github.com/exactile/exactile/encode/cover"
)

// CountByFormula returns the number of solutions of m if a formula gives it, as for dominoes on a
// planar board; ok is false if none applies.
func CountByFormula(ctx context.Context, m *cover.Model) (n *big.Int, ok bool, err error) {
	return dimers.Count(ctx, m)
}
