package encode

import (
	"math"

	"github.com/exactile/exactile/encode/atmost"
	"github.com/exactile/exactile/encode/cnf"
	"github.com/exactile/exactile/encode/cover"
)

// MostVars returns how many variables a formula of m has at most in any encoding, and with
// breakSymmetry or not as given: a model with a higher variable is of another formula. It is the
// largest number there is if a formula may be too large to be made. MostVars takes the time of
// some twenty formulas.
func MostVars(m *cover.Model, breakSymmetry bool) int {
	noOne := func(cnf.Sink, []cnf.Lit) {}
	noMany := func(cnf.Sink, []cnf.Lit, int, int, bool) {}
	// The smallest groups take the most variables, and of the moduli one of the ends.
	ones := []atmost.AtMost{atmost.Commander(2)}
	manys := []atmost.Bounds{
		atmost.ModuloTotalizer(2), atmost.ModuloTotalizer(3), atmost.ModuloTotalizer(mostParam),
		atmost.KModuloTotalizer(2), atmost.KModuloTotalizer(3), atmost.KModuloTotalizer(mostParam),
	}
	for _, e := range table {
		if !e.Pairs { // which has no variables
			ones = append(ones, e.AtMost)
		}
		if e.Bounds != nil {
			manys = append(manys, e.Bounds)
		}
	}
	// The two encodings of a pair and the symmetries have variables of their own.
	most := Encoding{AtMost: noOne, Determined: true, Bounds: noMany, BreakSymmetry: breakSymmetry}
	total, err := Size(m, most)
	one, many := 0, 0
	for _, f := range ones {
		if err == nil {
			var s cnf.Size
			s, err = Size(m, Encoding{AtMost: f, Bounds: noMany})
			one = max(one, s.Vars-len(m.Options))
		}
	}
	for _, f := range manys {
		if err == nil {
			var s cnf.Size
			s, err = Size(m, Encoding{AtMost: noOne, Determined: true, Bounds: f})
			many = max(many, s.Vars-len(m.Options))
		}
	}
	if err != nil {
		return math.MaxInt
	}
	return total.Vars + one + many
}
