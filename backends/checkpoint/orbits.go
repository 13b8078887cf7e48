package checkpoint

import (
	"fmt"
	"iter"
	"math/big"

	"github.com/exactile/exactile/backends"
	"github.com/exactile/exactile/encode/cover"
)

// fixed yields the models whose numbers of solutions add up to the number of orbits times the
// order of the group. The first is the model itself, for the identity.
func fixed(m *cover.Model) iter.Seq[*cover.Model] {
	return func(yield func(*cover.Model) bool) {
		if !yield(m) {
			return
		}
		for _, g := range m.Sym[1:] {
			for fixed := range m.Fixed(g) {
				if !yield(fixed) {
					return
				}
			}
		}
	}
}

// burnside returns the report of the orbits under a group of this order, from the finished
// parts of the models that [fixed] yields.
func burnside(parts []*part, order int) (*backends.Report, error) {
	whole := backends.Report{Count: new(big.Int), Complete: true, UpToSymmetry: true}
	var reports []backends.Report
	for _, p := range parts {
		whole.Count.Add(whole.Count, p.Report.Count)
		whole.Elapsed += p.Report.Elapsed
		whole.CPU += p.Report.CPU
		whole.Stats.Nodes += p.Report.Stats.Nodes
		reports = append(reports, *p.Report)
	}
	whole.Completeness = backends.Weakest(reports...)
	rest := new(big.Int)
	if whole.Count.QuoRem(whole.Count, big.NewInt(int64(order)), rest); rest.Sign() != 0 {
		return nil, fmt.Errorf(
			"checkpoint: internal error: the solutions that %d symmetries fix leave a rest of %v",
			order, rest)
	}
	return &whole, nil
}

// orbitsSoFar is a lower bound from the parts so far: an orbit has at most as many
// solutions as there are symmetries.
func orbitsSoFar(parts []*part, order int) backends.Report {
	so := backends.Report{Count: new(big.Int)}
	if len(parts) > 0 {
		so = parts[0].sum()
	}
	symmetries := big.NewInt(int64(order))
	so.Count = new(big.Int).Add(so.Count, big.NewInt(int64(order-1)))
	so.Count.Quo(so.Count, symmetries)
	so.Complete = false
	return so
}
