package encode

import (
	"math/bits"

	"github.com/exactile/exactile/encode/cnf"
)

// Bitwise numbers the literals in binary: a literal implies the bits of its
// number, and two numbers differ in a bit. ceil(log2 n) variables and n times as
// many clauses. The bits are determined only where exactly one literal holds.
//
// Source: A. M. Frisch, T. J. Peugniez, A. J. Doggett and P. W. Nightingale,
// Solving Non-Boolean Satisfiability Problems with Stochastic Local Search,
// Journal of Automated Reasoning 2005; S. Prestwich, Variable Dependency in Local
// Search, SAT 2007.
func Bitwise(f *cnf.Formula, lits []cnf.Lit, k int) { atMost(f, lits, k, forOne(bitwise)) }

func bitwise(f *cnf.Formula, lits []cnf.Lit) {
	number := newVars(f, bits.Len(uint(len(lits)-1)))
	for i, l := range lits {
		implyNumber(f, l, i, number)
	}
}

// implyNumber adds that l implies that the variables spell i, lowest bit first.
func implyNumber(f *cnf.Formula, l cnf.Lit, i int, number []cnf.Lit) {
	for b, bit := range number {
		if i>>b&1 == 0 {
			bit = -bit
		}
		f.Add(-l, bit)
	}
}
