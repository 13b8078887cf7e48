// Package cnf holds propositional formulas in conjunctive normal form, and
// reads and writes the text that SAT solvers exchange: DIMACS formulas and the
// solvers' answers.
//
// It knows nothing of covers or puzzles, and it never solves anything.
//
// In this package f is a formula and l a literal.
//
// Source of the formats: DIMACS, Satisfiability: Suggested Format, 1993; the
// rules of the SAT competitions; the `c p show` lines of the Model Counting
// Competition.
package cnf

import (
	"errors"
	"fmt"
	"iter"
	"math"
	"slices"
)

const (
	// MaxVar is the highest variable a Formula can have. It leaves the greatest
	// int32 and its negation free, and every literal fits 32 bits in the engines
	// that formulas go to.
	MaxVar = math.MaxInt32 - 1
	// MaxLiterals is how many literals a Formula can hold, all clauses together:
	// about a billion, four gigabytes.
	MaxLiterals = 1 << 30
	// maxClauses bounds the clauses, which count even where they are empty.
	maxClauses = 1 << 30
)

// ErrTooLarge is wrapped by the error of a Formula that would have outgrown
// MaxVar or MaxLiterals.
var ErrTooLarge = errors.New("formula too large")

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

// A Size says how large a formula is.
type Size struct {
	Vars, Clauses, Literals int
}

// Plus returns the size of two formulas together that share no variable.
func (s Size) Plus(t Size) Size {
	return Size{s.Vars + t.Vars, s.Clauses + t.Clauses, s.Literals + t.Literals}
}

// A Formula is a conjunction of clauses over the variables 1..NumVars(). Its
// clauses keep the order they were added in and their literals the order they
// were given in.
//
// It is what encodings write to, also where nothing is kept: under a [Stream] it only
// counts its clauses, or writes them and forgets them.
//
// A Formula cannot outgrow its limits silently. The first NewVar or Add that
// would pass MaxVar or MaxLiterals changes nothing and sets Err, and so does
// everything after it: long encodings need to look at Err only where they could
// stop early, and whoever reads the formula looks once.
//
// The zero Formula has no variables and no clauses and is ready for use. A
// Formula must not be written to by several goroutines at once; concurrent
// readers need no lock.
type Formula struct {
	size    Size
	lits    []Lit    // the clauses end to end
	ends    []uint32 // ends[c] is the index in lits just past clause c
	err     error
	passing passing
}

// passing says what becomes of clauses that are not kept. The zero value keeps them.
type passing struct {
	on      bool
	weighed bool        // the length of their text is wanted, which takes a third of counting
	bytes   int64       // that length
	to      *textWriter // who writes it, or nil
}

// NewVar adds a variable and returns its positive literal. Past MaxVar it sets
// Err and returns 0, which Add then ignores together with everything else.
func (f *Formula) NewVar() Lit {
	if f.err == nil && f.size.Vars >= MaxVar {
		f.err = fmt.Errorf("cnf: %w: more than %d variables", ErrTooLarge, MaxVar)
	}
	if f.err != nil {
		return 0
	}
	f.size.Vars++
	return Lit(f.size.Vars)
}

// AddVars adds n variables, numbered upwards from NumVars()+1. Past MaxVar it
// sets Err and adds none.
func (f *Formula) AddVars(n int) {
	if f.err == nil && n > MaxVar-f.size.Vars {
		f.err = fmt.Errorf("cnf: %w: more than %d variables", ErrTooLarge, MaxVar)
	}
	if f.err == nil {
		f.size.Vars += n
	}
}

// Add adds the clause that at least one of lits holds, and copies lits. No
// literals make the empty clause, which nothing satisfies. Every literal must be
// of a variable that f has: Add panics if one is not.
func (f *Formula) Add(lits ...Lit) {
	if f.err != nil {
		return
	}
	for _, l := range lits {
		if l == 0 || l.Var() > f.size.Vars {
			panic(fmt.Sprintf("cnf: literal %d in a formula of %d variables", l, f.size.Vars))
		}
	}
	if len(lits) > MaxLiterals-f.size.Literals || f.size.Clauses >= maxClauses {
		f.err = fmt.Errorf("cnf: %w: more than %d literals", ErrTooLarge, MaxLiterals)
		return
	}
	f.size.Clauses++
	f.size.Literals += len(lits)
	if f.passing.on {
		f.pass(lits)
		return
	}
	f.lits = append(f.lits, lits...)
	f.ends = append(f.ends, uint32(len(f.lits)))
}

// pass counts or writes the text of a clause that is not kept. What cannot be written
// ends the formula, so that nobody goes on making it.
func (f *Formula) pass(lits []Lit) {
	if f.passing.to == nil {
		if f.passing.weighed {
			f.passing.bytes += clauseBytes(lits)
		}
		return
	}
	f.passing.to.clause(lits)
	f.err = f.passing.to.err
}

// Grow makes room for what is about to be added, so that a formula of a size
// known in advance takes no more memory than it needs.
func (f *Formula) Grow(s Size) {
	if f.err == nil && !f.passing.on {
		f.lits = slices.Grow(f.lits, min(s.Literals, MaxLiterals))
		f.ends = slices.Grow(f.ends, min(s.Clauses, maxClauses))
	}
}

// NumVars returns the number of variables, which is also the highest one.
func (f *Formula) NumVars() int { return f.size.Vars }

// NumClauses returns the number of clauses.
func (f *Formula) NumClauses() int { return f.size.Clauses }

// Size returns the numbers of variables, clauses and literals.
func (f *Formula) Size() Size { return f.size }

// Err returns why the formula is not all that was added to it, or nil. It wraps
// ErrTooLarge, or is the error in writing a Stream.
func (f *Formula) Err() error { return f.err }

// Clauses yields the clauses in the order they were added in. The slices belong
// to f: they are valid until the next Add and must not be changed.
func (f *Formula) Clauses() iter.Seq[[]Lit] {
	return func(yield func([]Lit) bool) {
		start := uint32(0)
		for _, end := range f.ends {
			if !yield(f.lits[start:end:end]) {
				return
			}
			start = end
		}
	}
}
