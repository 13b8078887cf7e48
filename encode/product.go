package encode

import "github.com/exactile/exactile/encode/cnf"

// Product puts the literals on a grid of about sqrt(n) by sqrt(n): a literal
// implies its row and its column, and at most one row and at most one column
// hold, by the same encoding again. O(sqrt n) variables and 2n + O(sqrt n)
// clauses. Rows and columns are determined only where exactly one literal holds.
//
// Source: J. Chen, A New SAT Encoding of the At-Most-One Constraint, ModRef 2010.
func Product(f *cnf.Formula, lits []cnf.Lit, k int) { atMost(f, lits, k, forOne(product)) }

func product(f *cnf.Formula, lits []cnf.Lit) {
	n := len(lits)
	if n <= 4 {
		pairwise(f, lits)
		return
	}
	width := 1
	for width*width < n {
		width++
	}
	height := (n + width - 1) / width // so that no row is empty
	rows, columns := newVars(f, height), newVars(f, width)
	for i, l := range lits {
		f.Add(-l, rows[i/width])
		f.Add(-l, columns[i%width])
	}
	product(f, rows)
	product(f, columns)
}
