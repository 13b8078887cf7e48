package atmost

import "github.com/exactile/exactile/encode/cnf"

// SortingNetwork sorts the literals by comparators, true before false, and fixes the outputs at the
// bounds. It is Batcher's odd-even merge sort, built only as far as these outputs depend on it. O(n
// log^2 n) variables and three times as many clauses, in one direction. Auxiliaries are functions
// of the literals on every assignment, unless freeAux is set.
//
// Source: K. E. Batcher, Sorting Networks and Their Applications, AFIPS 1968; as clauses
// N. Eén and N. Sörensson, Translating Pseudo-Boolean Constraints into SAT, JSAT 2006.
func SortingNetwork(to cnf.Sink, lits []cnf.Lit, lo, hi int, freeAux bool) {
	network(sortedGates).between(to, lits, lo, hi, freeAux)
}
