package atmost

import "github.com/exactile/exactile/encode/cnf"

// CardinalityNetwork sorts blocks of the literals, each little longer than the bound k, and merges
// them one by one, keeping only the first k+1 outputs: O(n log^2 k) variables and three times as
// many clauses, in one direction. Auxiliaries are functions of the literals on every assignment,
// unless freeAux is set.
//
// Source: R. Asín, R. Nieuwenhuis, A. Oliveras and E. Rodríguez-Carbonell, Cardinality
// Networks and Their Applications, SAT 2009.
func CardinalityNetwork(to cnf.Sink, lits []cnf.Lit, lo, hi int, freeAux bool) {
	network(func(gates []*gate, most int) []*gate {
		block := 1
		for block < most {
			block *= 2
		}
		var sorted []*gate
		for len(gates) > 0 {
			n := min(block, len(gates))
			sorted = merged(sorted, sortedGates(gates[:n], most), most)
			gates = gates[n:]
		}
		return sorted
	}).between(to, lits, lo, hi, freeAux)
}
