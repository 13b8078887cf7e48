package checkpoint

import (
	"math/big"

	"github.com/exactile/exactile/backends"
)

// orbitsReport returns the report of a number of orbits, from the finished parts of the models that
// were counted for it.
func orbitsReport(orbits *big.Int, parts []*part) *backends.Report {
	whole := backends.Report{Count: orbits, Complete: true, UpToSymmetry: true}
	var reports []backends.Report
	for _, p := range parts {
		whole.Elapsed += p.Report.Elapsed
		whole.CPU += p.Report.CPU
		whole.Stats.Nodes += p.Report.Stats.Nodes
		reports = append(reports, *p.Report)
	}
	whole.RestOn(reports...)
	return &whole
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
