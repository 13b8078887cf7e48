package encode

import "github.com/exactile/exactile/encode/cnf"

// Ladder climbs while no literal holds: y(i) says that none of the first i does,
// so y falls from true to false at most once, and a literal holds if and only if
// y falls at its place. n variables and 4n-2 clauses. The variables are
// determined.
//
// Source: I. P. Gent and P. Nightingale, A New Encoding of AllDifferent into SAT,
// ModRef 2004, with a rung more so that no literal needs to hold.
func Ladder(f *cnf.Formula, lits []cnf.Lit, k int) { atMost(f, lits, k, forOne(ladder)) }

func ladder(f *cnf.Formula, lits []cnf.Lit) {
	var above cnf.Lit // y(i-1); y(0) holds always and is left out
	for _, l := range lits {
		y := f.NewVar()
		if above == 0 {
			f.Add(l, y)
		} else {
			f.Add(-y, above)
			f.Add(-l, above)
			f.Add(-above, y, l)
		}
		f.Add(-l, -y)
		above = y
	}
}
