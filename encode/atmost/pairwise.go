package atmost

import "github.com/exactile/exactile/encode/cnf"

// Pairwise forbids every two literals to hold together: n(n-1)/2 clauses and no auxiliary variable.
// It propagates best, but its text is the largest, since the clauses are quadratic in n.
//
// Source: folklore, also called the binomial or naive encoding; see A. M. Frisch
// and P. A. Giannaros, SAT Encodings of the At-Most-k Constraint, ModRef 2010.
func Pairwise(to cnf.Sink, lits []cnf.Lit) {
	d := cnf.NewBuffer(to)
	for a, l := range lits {
		if to.Err() != nil {
			return // a full sink takes no more: do not visit n^2 pairs in vain
		}
		for _, other := range lits[:a] {
			d.Add(-other, -l)
		}
	}
}
