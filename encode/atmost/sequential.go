package atmost

import "github.com/exactile/exactile/encode/cnf"

// Sequential counts along the literals: s(i,j) means that at least j of the first i hold. For an
// upper bound k = 1 it takes n-2 variables and 3n-5 clauses, one less of each than in the paper
// since s(1,1) is the first literal itself; in general O(nk) of both. If auxiliaries are free,
// nothing forces an s(i,j) to be false for an upper bound k, so it is determined only if exactly k
// literals hold.
//
// Source: C. Sinz, Towards an Optimal CNF Encoding of Boolean Cardinality Constraints, CP 2005 (LT
// SEQ). The lower bound, and with it the other direction of s(i,j) <=> s(i-1,j) or (x(i) and
// s(i-1,j-1)), is the same counter for the false literals.
func Sequential(to cnf.Sink, lits []cnf.Lit, lo, hi int, freeAux bool) {
	c := newCounter(to, lits, lo, hi, freeAux)
	if c == nil {
		return
	}
	first := leaf(lits[0])
	for _, l := range lits[1:] {
		if to.Err() != nil {
			return
		}
		first = c.join(first, leaf(l))
	}
}
