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

// recorder is an encoding without clauses: it notes the bounds of a formula, for an engine
// that accepts them directly.
type recorder struct{ bounds []bound }

func (r *recorder) encoding() encode.Encoding {
	return encode.Encoding{
		Name:       "cardinality",
		AtMost:     func(to cnf.Sink, lits []cnf.Lit) { r.atMost(to, lits, 1) },
		Determined: true, // there are no auxiliary variables
		Bounds: func(to cnf.Sink, lits []cnf.Lit, lo, hi int, _ bool) {
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
	// Encode measures before it encodes: these bounds come twice.
	if _, encodes := to.(*encode.Formula); encodes && k < len(lits) {
		r.bounds = append(r.bounds, bound{slices.Clone(lits), k})
	}
}
