package encode

import "github.com/exactile/exactile/encode/cnf"

// Pairwise forbids every two literals to hold together: n(n-1)/2 clauses for k =
// 1 and no auxiliary variable, so nothing is left open. It propagates best and
// parses worst, since the clauses are quadratic in n.
//
// Source: folklore, also called the binomial or naive encoding; see A. M. Frisch
// and P. A. Giannaros, SAT Encodings of the At-Most-k Constraint, ModRef 2010.
func Pairwise(f *cnf.Formula, lits []cnf.Lit, k int) { atMost(f, lits, k, forOne(pairwise)) }

func pairwise(f *cnf.Formula, lits []cnf.Lit) {
	for a, l := range lits {
		if f.Err() != nil {
			return // a formula that is full takes no more: do not go through n^2 pairs
		}
		for _, other := range lits[:a] {
			f.Add(-other, -l)
		}
	}
}
