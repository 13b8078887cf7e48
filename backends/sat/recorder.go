package sat

import (
	"slices"

	"github.com/exactile/exactile/encode"
	"github.com/exactile/exactile/encode/cnf"
)

// bound requires that at most k of lits hold.
type bound struct {
	lits []cnf.Lit
	k    int
}

// recorder is an encoding without clauses: it notes the bounds, for an engine
// that accepts them directly.
type recorder struct{ noted []note }

// note is a bound of a formula. Encode measures before it encodes, so that a
// recorder also notes bounds of formulas that are thrown away.
type note struct {
	to cnf.Sink
	bound
}

func (r *recorder) encoding() encode.Encoding {
	return encode.Encoding{
		Name:       "cardinality",
		AtMost:     func(to cnf.Sink, lits []cnf.Lit) { r.atMost(to, lits, 1) },
		Determined: true, // there are no auxiliary variables
		Between: func(to cnf.Sink, lits []cnf.Lit, lo, hi int, _ bool) {
			r.atMost(to, lits, hi)
			if lo > 0 {
				// At least lo hold: of their negations, at most the other ones do.
				negated := make([]cnf.Lit, len(lits))
				for j, l := range lits {
					negated[j] = l.Not()
				}
				r.atMost(to, negated, len(lits)-lo)
			}
		},
	}
}

func (r *recorder) atMost(to cnf.Sink, lits []cnf.Lit, k int) {
	if k < len(lits) {
		r.noted = append(r.noted, note{to, bound{slices.Clone(lits), k}})
	}
}

// of returns the bounds of f.
func (r *recorder) of(f *encode.Formula) []bound {
	var bounds []bound
	for _, n := range r.noted {
		if n.to == cnf.Sink(f) {
			bounds = append(bounds, n.bound)
		}
	}
	return bounds
}
