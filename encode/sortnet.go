package encode

import "github.com/exactile/exactile/encode/cnf"

// SortingNetwork sorts the literals by comparators, true before false, and fixes the
// outputs that the bounds are about: Batcher's odd-even merge sort, of which only what
// these outputs depend on is built. O(n log^2 n) variables and three times as many
// clauses, in one direction. Auxiliaries are functions of the literals on every
// assignment, unless they are left free.
//
// Source: K. E. Batcher, Sorting Networks and Their Applications, AFIPS 1968; as clauses
// N. Eén and N. Sörensson, Translating Pseudo-Boolean Constraints into SAT, JSAT 2006.
func SortingNetwork(to cnf.Sink, lits []cnf.Lit, lo, hi int, freeAux bool) {
	network(sortedGates).between(to, lits, lo, hi, freeAux)
}
