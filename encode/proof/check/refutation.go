package check

import (
	"context"
	"io"
	"iter"
	"math"
	"slices"
)

// A Format is one in which SAT solvers write their proofs, as text.
type Format string

// The formats of proofs.
const (
	// DRAT is a line a clause, with a d before those that are deleted. Lines that
	// begin with c or % are comments.
	DRAT Format = "drat"
	// FRAT is what cryptominisat writes: DRAT with numbers of clauses.
	FRAT Format = "frat"
	// LRAT has hints, and no clause may be RAT alone.
	LRAT Format = "lrat"
)

// Formats lists the formats.
func Formats() []Format { return []Format{DRAT, FRAT, LRAT} }

// proofPart is what refusals call the proof of a solver.
const proofPart = "proof"

// moreVariables is how many variables a proof may add to those of its formula.
const moreVariables = 1 << 20

// maxLemmas is how many derived clauses are held at once.
const maxLemmas = 1 << 24

// Refutation checks a solver's proof that no assignment of the variables 1 to vars
// satisfies all clauses; a literal is a variable or its negative. It returns nil if and
// only if the proof shows that: whoever has the clauses right then needs to trust
// neither the solver nor whoever wrote the proof.
//
// The proof is read once and not held. A *[Refusal] says where it fails to show what it
// should, [ErrTooLarge] that the clauses do not fit what is held of them; there is no
// limit of time but ctx. Other errors are those of reading.
//
// Each clause of a DRAT or FRAT proof must follow from the clauses before it by unit
// propagation (RUP), or else be RAT on its first literal p: with each clause that
// contains the negation of p, what remains of both must follow by unit propagation.
// Adding such a clause makes no satisfiable formula unsatisfiable, so that the empty
// clause at the end, or clauses that propagation alone refutes, are a proof. A clause
// that is deleted is never missed, since clauses are only ever used to derive others or
// to say no to one that is RAT; those of the formula, and what was true under no
// assumption, stay.
//
// Source: M. Järvisalo, M. J. H. Heule and A. Biere, Inprocessing Rules, IJCAR 2012
// (RAT); and those of the certificates' proofs.
func Refutation[L ~int32](
	ctx context.Context, vars int, all iter.Seq[[]L], format Format, proof io.Reader,
) error {
	if vars > maxVariables {
		return ErrTooLarge
	}
	f := &clauses{vars: vars}
	var lits []int32
	for clause := range all {
		lits = lits[:0]
		for _, l := range clause {
			lits = append(lits, int32(l))
		}
		if err := f.add(lits); err != nil {
			return err
		}
		if len(f.ends)%clausesAhead == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
	}
	in := newWords(proofPart, proof)
	in.comments = true
	if format == LRAT {
		return checkHints(ctx, in, f, math.MaxInt64)
	}
	return refute(ctx, &stepReader{in: in, vars: vars + moreVariables, numbered: format == FRAT}, f)
}

// refute checks the steps of a proof until the clauses are refuted.
func refute(ctx context.Context, steps *stepReader, f *clauses) error {
	p, err := newPropagation(ctx, f)
	if err != nil {
		return err
	}
	for !p.refuted {
		s, err := steps.next()
		switch {
		case err == io.EOF:
			return steps.in.refuse("the proof ends, and the clauses are not refuted")
		case err != nil:
			return err
		case p.held > 2*maxLiterals || len(p.lemmas) > maxLemmas:
			return ErrTooLarge
		case ctx.Err() != nil:
			return ctx.Err()
		}
		before := f.vars
		for _, l := range s.lits {
			f.vars = max(f.vars, int(max(l, -l)))
		}
		p.grow(f.vars)
		if s.deletes {
			p.remove(sorted(s.lits))
			continue
		}
		pivot := int32(0)
		if len(s.lits) > 0 {
			pivot = s.lits[0]
		}
		lits := sorted(s.lits)
		isNew := int(max(pivot, -pivot)) > before // no clause has its negation
		if !p.follows(lits) && !isNew && !p.isRAT(pivot, lits) {
			return steps.in.refuse("does not follow from the clauses before it")
		}
		p.derived(lits)
	}
	return nil
}

// isRAT reports whether a clause, which does not follow, may be added because of its
// literal pivot, 0 for none.
//
// Clauses are held without the literals that are false for ever, and not at all if one
// is true for ever: both change nothing that follows here.
func (p *propagation) isRAT(pivot int32, lits []int32) bool {
	if pivot == 0 || p.value[slot(pivot)] != 0 {
		return false
	}
	n := len(lits)
	lits = slices.Clone(lits)
	for _, other := range p.pairs[slot(-pivot)] {
		if !p.follows(append(lits[:n], other)) {
			return false
		}
	}
	p.steps += int64(len(p.long))
	for _, clause := range p.long {
		if !slices.Contains(clause, -pivot) {
			continue
		}
		lits = lits[:n]
		for _, l := range clause {
			if l != -pivot {
				lits = append(lits, l)
			}
		}
		if !p.follows(lits) {
			return false
		}
	}
	return true
}
