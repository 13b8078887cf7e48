// Package cnf holds propositional formulas in conjunctive normal form, and
// reads and writes the text that SAT solvers exchange: DIMACS formulas and the
// solvers' answers.
//
// It depends neither on covers nor on puzzles, and it never solves a formula.
//
// In this package f is a formula and l a literal.
//
// Source of the formats: DIMACS, Satisfiability: Suggested Format, 1993; the
// rules of the SAT competitions; the `c p show` lines of the Model Counting
// Competition.
package cnf

import (
	"io"
	"iter"
	"slices"
)

// A Formula is a conjunction of clauses over the variables 1..NumVars(). Clauses and the literals
// in them keep the order in which they were added. It is the [Sink] that keeps its clauses.
//
// A Formula cannot silently exceed its limits. The first NewVar or Add that would pass MaxVar or
// maxLiterals changes nothing and sets Err; all later calls change nothing either. A clause with a
// literal of a variable that f does not have is refused in the same way.
//
// The zero Formula has no variables and no clauses and is ready for use. A
// Formula must not be written to by several goroutines at once; concurrent
// readers need no lock.
type Formula struct {
	sizeCounter
	lits []Lit    // the clauses end to end
	ends []uint32 // ends[c] is the index in lits just past clause c
}

// AddVars adds n variables, numbered upwards from NumVars()+1. Past MaxVar it
// sets Err and adds none. An n below 1 adds none either.
func (f *Formula) AddVars(n int) {
	if n > 0 && f.room(n) {
		f.size.Vars += n
	}
}

// Add adds the clause that at least one of lits holds, and copies lits. Without literals it adds
// the empty clause, which is unsatisfiable.
func (f *Formula) Add(lits ...Lit) {
	if f.count(lits) {
		f.lits = append(f.lits, lits...)
		f.ends = append(f.ends, uint32(len(f.lits)))
	}
}

// Grow allocates room for the given size, so that a formula of known size takes no more memory than
// it needs.
func (f *Formula) Grow(s Size) {
	if f.err == nil {
		f.lits = slices.Grow(f.lits, min(max(s.Literals, 0), maxLiterals))
		f.ends = slices.Grow(f.ends, min(max(s.Clauses, 0), maxClauses))
	}
}

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

// WriteDIMACS implements Text. The error is that of w, or f.Err; then nothing is written.
func (f *Formula) WriteDIMACS(w io.Writer, notes Comments) error {
	if f.err != nil {
		return f.err
	}
	return writeText(w, notes, header(f.size), func(out *textWriter) error {
		for clause := range f.Clauses() {
			if out.clause(clause); out.err != nil {
				return out.err
			}
		}
		return nil
	})
}
