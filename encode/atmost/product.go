package atmost

import "github.com/exactile/exactile/encode/cnf"

// Product puts the literals on a grid of about sqrt(n) by sqrt(n): a literal implies its row and
// its column, and at most one row and at most one column hold, encoded by of, or recursively if of
// is nil. That takes O(sqrt n) variables and 2n + O(sqrt n) clauses. Rows and columns are
// determined only if exactly one literal holds.
//
// Source: J. Chen, A New SAT Encoding of the At-Most-One Constraint, ModRef 2010.
func Product(of AtMost) AtMost {
	return func(to cnf.Sink, lits []cnf.Lit) {
		d := cnf.NewBuffer(to)
		n := len(lits)
		if n <= 4 {
			Pairwise(d, lits)
			return
		}
		width := 1
		for width*width < n {
			width++
		}
		height := (n + width - 1) / width // so that no row is empty
		rows, columns := d.NewVars(height), d.NewVars(width)
		for i, l := range lits {
			d.Add(-l, rows[i/width])
			d.Add(-l, columns[i%width])
		}
		inner := of
		if inner == nil {
			inner = Product(nil)
		}
		inner(d, rows)
		inner(d, columns)
	}
}
