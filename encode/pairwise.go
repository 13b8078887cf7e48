package encode

import "github.com/exactile/exactile/encode/cnf"

// Pairwise forbids every two literals to hold together: n(n-1)/2 clauses and no
// auxiliary variable, so nothing is left open. It propagates best and parses worst,
// since the clauses are quadratic in n.
//
// Source: folklore, also called the binomial or naive encoding; see A. M. Frisch
// and P. A. Giannaros, SAT Encodings of the At-Most-k Constraint, ModRef 2010.
func Pairwise(to cnf.Sink, lits []cnf.Lit) {
	d := atDesk(to)
	for a, l := range lits {
		if to.Err() != nil {
			return // a sink that is full takes no more: do not go through n^2 pairs
		}
		for _, other := range lits[:a] {
			d.Add(-other, -l)
		}
	}
}
