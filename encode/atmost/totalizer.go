package atmost

import "github.com/exactile/exactile/encode/cnf"

// Totalizer counts in a balanced binary tree: a node has a variable for every j up to an upper
// bound k: at least j of the literals below it hold. It is windowed like [Sequential]: for an upper
// bound alone, a node of m of the n literals has
//
//	min(m,k) - max(0,k-n+m) variables, none at the root; in the paper
//	m        variables: n log2 n, and n(n-1)/2 + n log2 n + n-k clauses, if n is a power of 2.
//
// O(n log k) variables and O(nk) clauses; for k = 1 as many as the sequential counter. If
// auxiliaries are free, nothing forces a node's variables to be false, so they are determined only
// if exactly k literals hold.
//
// Source: O. Bailleux and Y. Boufkhad, Efficient CNF Encoding of Boolean
// Cardinality Constraints, CP 2003; cut off above k as in M. Büttner and J.
// Rintanen, Satisfiability Planning with Constraints on the Number of Actions,
// ICAPS 2005. The lower bound takes the paper's second set of clauses.
func Totalizer(to cnf.Sink, lits []cnf.Lit, lo, hi int, freeAux bool) {
	if c := newCounter(to, lits, lo, hi, freeAux); c != nil {
		tree(c, lits)
	}
}

func tree(c *counter, lits []cnf.Lit) constraints {
	if len(lits) == 1 || c.to.Err() != nil {
		return leaf(lits[0])
	}
	half := len(lits) / 2
	a, b := tree(c, lits[:half]), tree(c, lits[half:])
	return c.join(a, b)
}
