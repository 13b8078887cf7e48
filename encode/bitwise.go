package encode

import (
	"math/bits"

	"github.com/exactile/exactile/encode/cnf"
)

// Bitwise numbers the literals in binary: a literal implies the bits of its number, and two numbers
// differ in a bit. It takes ceil(log2 n) variables and n times as many clauses. The bits are
// determined only if exactly one literal holds.
//
// Source: A. M. Frisch, T. J. Peugniez, A. J. Doggett and P. W. Nightingale,
// Solving Non-Boolean Satisfiability Problems with Stochastic Local Search,
// Journal of Automated Reasoning 2005; S. Prestwich, Variable Dependency in Local
// Search, SAT 2007.
func Bitwise(to cnf.Sink, lits []cnf.Lit) {
	d := atDesk(to)
	number := newVars(d, bits.Len(uint(max(len(lits)-1, 0))))
	for i, l := range lits {
		implyNumber(d, l, i, number)
	}
}

// implyNumber adds the clauses for "l implies that number is i", lowest bit first.
func implyNumber(d *desk, l cnf.Lit, i int, number []cnf.Lit) {
	for b, bit := range number {
		if i>>b&1 == 0 {
			bit = -bit
		}
		d.Add(-l, bit)
	}
}
