package atmost

import "github.com/exactile/exactile/encode/cnf"

// Bitwise numbers the literals in binary: a literal implies the bits of its number, and two numbers
// differ in a bit. It is [Bimander] with groups of one, and takes ceil(log2 n) variables and n
// times as many clauses. The bits are determined only if exactly one literal holds.
//
// Source: A. M. Frisch, T. J. Peugniez, A. J. Doggett and P. W. Nightingale,
// Solving Non-Boolean Satisfiability Problems with Stochastic Local Search,
// Journal of Automated Reasoning 2005; S. Prestwich, Variable Dependency in Local
// Search, SAT 2007.
func Bitwise(to cnf.Sink, lits []cnf.Lit) {
	Bimander(1)(to, lits)
}
