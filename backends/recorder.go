package backends

import (
	"slices"

	"github.com/exactile/exactile/encode"
	"github.com/exactile/exactile/encode/cnf"
)

// recorder is an encoding that makes no clauses: it notes the bounds, for an
// engine that takes them as they are.
type recorder struct{ noted []note }

// note is a bound of a formula. Encode measures before it encodes, so that a
// recorder hears of formulas that are thrown away as well.
type note struct {
	f *cnf.Formula
	bound
}

func (r *recorder) encoding() encode.Encoding {
	return encode.Encoding{
		Name:       "cardinality",
		AtMost:     r.atMost,
		Determined: true, // there are no auxiliary variables
		Between: func(f *cnf.Formula, lits []cnf.Lit, lo, hi int, _ bool) {
			r.atMost(f, lits, hi)
			if lo > 0 {
				// At least lo hold: of their negations, at most the others do.
				negated := make([]cnf.Lit, len(lits))
				for j, l := range lits {
					negated[j] = l.Not()
				}
				r.atMost(f, negated, len(lits)-lo)
			}
		},
	}
}

func (r *recorder) atMost(f *cnf.Formula, lits []cnf.Lit, k int) {
	if k < len(lits) {
		r.noted = append(r.noted, note{f, bound{slices.Clone(lits), k}})
	}
}

// of returns the bounds of f.
func (r *recorder) of(f *cnf.Formula) []bound {
	var bounds []bound
	for _, n := range r.noted {
		if n.f == f {
			bounds = append(bounds, n.bound)
		}
	}
	return bounds
}
