package encode

import "github.com/exactile/exactile/encode/cnf"

// An AtMost adds clauses to f that say that at most k of lits hold: an
// assignment of lits extends to the auxiliary variables it adds if and only if
// at most k of them are true. Wherever exactly k are, it extends in one way.
//
// The literals are of distinct variables of f, and lits is left as it is. There
// is nothing to add where k >= len(lits); where k is 0 every literal becomes a
// negated unit clause, and below 0 the clause is empty. Encodings made for k = 1
// alone leave any k above to [Totalizer].
type AtMost func(f *cnf.Formula, lits []cnf.Lit, k int)

// atMost deals with the bounds that need no encoding and hands the others,
// 1 <= k < len(lits), to encode.
func atMost(f *cnf.Formula, lits []cnf.Lit, k int, encode AtMost) {
	switch {
	case k >= len(lits):
	case k < 0:
		f.Add()
	case k == 0:
		for _, l := range lits {
			f.Add(-l)
		}
	default:
		encode(f, lits, k)
	}
}

// forOne makes an AtMost of an encoding for the bound 1 alone.
func forOne(one func(f *cnf.Formula, lits []cnf.Lit)) AtMost {
	return func(f *cnf.Formula, lits []cnf.Lit, k int) {
		if k == 1 {
			one(f, lits)
		} else {
			totalizer(f, lits, 0, k, true)
		}
	}
}

// newVars adds n variables to f and returns their positive literals.
func newVars(f *cnf.Formula, n int) []cnf.Lit {
	vars := make([]cnf.Lit, n)
	for k := range vars {
		vars[k] = f.NewVar()
	}
	return vars
}
