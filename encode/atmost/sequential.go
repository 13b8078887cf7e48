package atmost

import "github.com/exactile/exactile/encode/cnf"

// Sequential counts along the literals: s(i,j) means that at least j of the first i hold. It is
// windowed: an s(i,j) that the bounds cannot depend on is left out. For an upper bound k alone and
// free auxiliaries it takes
//
//	k(n-k)-1 variables and 2k(n-k) + n-2k-1 clauses; in the paper
//	k(n-1)   variables and 2kn     + n-3k-1 clauses,
//
// so 74 and 159 for n = 20 and k = 5 where the paper has 95 and 204, and for k = 1 one less of
// each. If auxiliaries are free, nothing forces an s(i,j) to be false for an upper bound k, so it
// is determined only if exactly k literals hold.
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
