package verify

import (
	"math/big"

	"github.com/exactile/exactile/backends"
	"github.com/exactile/exactile/encode/puzzle"
)

// needs is what a backend must find out for the claims of a puzzle.
type needs struct {
	solutions, orbits, digest bool
	some                      *big.Int // this many solutions are enough; nil if none are
}

func needsOf(claims []puzzle.Claim) needs {
	var n needs
	for _, c := range claims {
		switch c.Kind {
		case puzzle.UpToSymmetry:
			n.orbits = n.orbits || c.Symmetry == ""
		case puzzle.DigestIs:
			n.digest = true
		case puzzle.AtLeast:
			if n.some == nil || c.Count.Cmp(n.some) > 0 {
				n.some = c.Count
			}
		case puzzle.Best:
			if n.some == nil {
				n.some = big.NewInt(1)
			}
		default:
			n.solutions = true
		}
	}
	return n
}

// justSome reports whether some solutions are all that is needed.
func (n needs) justSome() bool {
	return n.some != nil && !n.solutions && !n.orbits && !n.digest && n.some.IsInt64() &&
		n.some.Sign() > 0
}

// ask gives a backend the tasks that find out what is needed. Reports that are not needed are nil.
func (n needs) ask(
	b backends.Backend, do func(backends.Task) *backends.Report,
) (solutions, orbits *backends.Report) {
	_, counts := b.(backends.Counter)
	only := backends.CountsOnly(b)
	switch {
	case !only && n.justSome():
		return do(backends.Task{Limit: n.some.Int64()}), nil
	case only || counts && !n.digest:
		solutions = do(backends.Task{})
		if n.orbits && !backends.Approximate(b) {
			orbits = do(backends.Task{UpToSymmetry: true})
		}
		return solutions, orbits
	case n.orbits:
		return nil, do(backends.Task{List: true, UpToSymmetry: true})
	}
	return do(backends.Task{List: true}), nil
}
