package encode

import "github.com/exactile/exactile/encode/cnf"

// Totalizer counts in a balanced binary tree: a node says for every j up to k
// whether at least j of the literals below it hold. O(n log k) variables and
// O(nk) clauses; for k = 1 those of the sequential counter. The literals force a
// node's variables to be true and nothing forces them to be false, so they are
// determined only where exactly k literals hold.
//
// Source: O. Bailleux and Y. Boufkhad, Efficient CNF Encoding of Boolean
// Cardinality Constraints, CP 2003; cut off above k as in M. Büttner and J.
// Rintanen, Satisfiability Planning with Constraints on the Number of Actions,
// ICAPS 2005. The lower bound takes the paper's second set of clauses.
func Totalizer(f *cnf.Formula, lits []cnf.Lit, k int) {
	atMost(f, lits, k, func(f *cnf.Formula, lits []cnf.Lit, k int) { totalizer(f, lits, 0, k, true) })
}

func totalizer(f *cnf.Formula, lits []cnf.Lit, lo, hi int, freeAux bool) {
	newCounter(f, len(lits), lo, hi, freeAux).tree(lits)
}

func (c *counter) tree(lits []cnf.Lit) statements {
	if len(lits) == 1 || c.f.Err() != nil {
		return leaf(lits[0])
	}
	half := len(lits) / 2
	a, b := c.tree(lits[:half]), c.tree(lits[half:])
	return c.join(a, b)
}
