package cnf

import (
	"errors"
	"math"
)

const (
	// MaxVar is the highest variable of a Formula. It leaves the greatest int32 and its negation
	// free, and every literal fits the 32 bits of the engines that use formulas.
	MaxVar = math.MaxInt32 - 1
	// maxLiterals is the greatest number of literals of a Formula, all clauses together: about a
	// billion, four gigabytes.
	maxLiterals = 1 << 30
	// maxClauses bounds the number of clauses, since even empty ones take memory.
	maxClauses = 1 << 30
)

// errTooLarge is wrapped by the error of a Formula that would have exceeded MaxVar or maxLiterals.
var errTooLarge = errors.New("formula too large")

// A Lit is a literal in DIMACS form: +v for the variable v, -v for its negation,
// v from 1. Zero is no literal.
type Lit int32

// Not returns the negation of l.
func (l Lit) Not() Lit { return -l }

// Var returns the variable of l, at least 1.
func (l Lit) Var() int {
	if l < 0 {
		return -int(l)
	}
	return int(l)
}

// Positive reports whether l is a variable and not a negation.
func (l Lit) Positive() bool { return l > 0 }

// A Size is the size of a formula.
type Size struct {
	Vars, Clauses, Literals int
}
