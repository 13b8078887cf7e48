package atmost

import "github.com/exactile/exactile/encode/cnf"

// Ladder uses variables y(i) for "none of the first i literals holds". So y changes from true to
// false at most once, and a literal holds if and only if y changes at its place. It takes n
// variables and 4n-2 clauses. The variables are determined.
//
// Source: I. P. Gent and P. Nightingale, A New Encoding of AllDifferent into SAT, ModRef 2004, with
// one more rung so that no literal needs to hold.
func Ladder(to cnf.Sink, lits []cnf.Lit) {
	if len(lits) < 2 {
		return
	}
	d := cnf.NewBuffer(to)
	var above cnf.Lit // y(i-1); y(0) always holds and is left out
	for _, l := range lits {
		y := d.NewVar()
		if above == 0 {
			d.Add(l, y)
		} else {
			d.Add(-y, above)
			d.Add(-l, above)
			d.Add(-above, y, l)
		}
		d.Add(-l, -y)
		above = y
	}
}
