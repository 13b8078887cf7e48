package allsat

import "github.com/exactile/exactile/encode/cnf"

// A formula is what an Engine was given.
type formula struct {
	vars, shown int
	lits        []cnf.Lit // the clauses end to end
	ends        []int     // of each clause
	refuted     bool      // there is an empty clause
}

// distinct yields the clauses without repeated literals, and without those that hold anyway.
func (f *formula) distinct(yield func(clause []int32) bool) {
	seen := make([]int, 2*f.vars) // the last clause, from 1, with a literal
	var clause []int32
	start := 0
next:
	for k, end := range f.ends {
		clause = clause[:0]
		lits := f.lits[start:end]
		start = end
		for _, l := range lits {
			n := literal(l)
			if seen[n^1] == k+1 {
				continue next
			}
			if seen[n] != k+1 {
				seen[n] = k + 1
				clause = append(clause, n)
			}
		}
		if !yield(clause) {
			return
		}
	}
}

// literal returns the number of a literal: of variable v it is 2v-2, of its negation 2v-1, so that
// l^1 is the opposite of l.
func literal(l cnf.Lit) int32 {
	n := int32(2*l.Var() - 2)
	if !l.Positive() {
		n++
	}
	return n
}
