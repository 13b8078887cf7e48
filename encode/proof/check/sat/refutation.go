package sat

import (
	"bytes"
	"context"
	"io"
	"iter"
	"math"
	"slices"
)

// A Format is a text format in which SAT solvers write their proofs; "": as the proof begins.
type Format string

// The formats of proofs.
const (
	// DRAT has one clause a line, with a d before deleted ones. Lines that begin with c or % are
	// comments. The binary form of these steps is read, too.
	DRAT Format = "drat"
	// frat is the format of cryptominisat: DRAT with clause numbers.
	frat Format = "frat"
	// LRAT has hints; clauses that are only RAT are refused.
	LRAT Format = "lrat"
)

// Formats lists the formats.
func Formats() []Format { return []Format{DRAT, frat, LRAT} }

// proofPart is the name of a solver's proof in refusals.
const proofPart = "proof"

// moreVariables is the number of variables that a proof may add to those of its formula.
const moreVariables = 1 << 20

// maxLemmas bounds the derived clauses that are held at once.
const maxLemmas = 1 << 24

// Refutation checks a solver's proof that no assignment of the variables 1 to vars satisfies all
// clauses; a literal is a variable or its negative. It returns nil if and only if the proof is
// valid: if the clauses are right, neither the solver nor the author of the proof needs to be
// trusted.
//
// The proof is read once and not held. A *[Refusal] names the step that fails, [ErrTooLarge]
// reports clauses beyond the memory limits; time is limited only by ctx. Other errors are those of
// reading.
//
// Each clause of a DRAT or FRAT proof must follow from the clauses before it by unit propagation
// (RUP), or else be RAT on its first literal p: with each clause that contains the negation of p,
// what remains of both must follow by unit propagation. Adding such a clause makes no satisfiable
// formula unsatisfiable. So the empty clause at the end, or clauses that propagation alone refutes,
// are a proof. Deleting a derived clause is always sound, since clauses are only used to derive
// others or to reject a RAT clause; the clauses of the formula, and literals that are true under no
// assumption, stay.
//
// Source: M. Järvisalo, M. J. H. Heule and A. Biere, Inprocessing Rules, IJCAR 2012 (RAT); E.
// Goldberg and Y. Novikov, Verification of Proofs of Unsatisfiability for CNF Formulas, DATE 2003
// (RUP); the lines are those of N. Wetzler, M. J. H. Heule and W. A. Hunt, DRAT-trim, SAT 2014.
func Refutation[L ~int32](
	ctx context.Context, vars int, all iter.Seq[[]L], format Format, proof io.Reader,
) error {
	if vars > maxVariables {
		return ErrTooLarge
	}
	f := &Formula{vars: vars}
	var lits []int32
	for clause := range all {
		if len(clause) == 0 {
			return nil // refuted without a proof
		}
		lits = lits[:0]
		for _, l := range clause {
			lits = append(lits, int32(l))
		}
		if err := f.Add(lits); err != nil {
			return err
		}
		if len(f.ends)%clausesAhead == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
	}
	in := newWords(proofPart, untilDone{ctx, proof})
	in.comments = true
	head, _ := in.in.Peek(in.in.Size()) // an error comes again
	if format == "" {
		format = formatOf(head)
	}
	if format == LRAT {
		return checkHints(ctx, in, f, math.MaxInt64)
	}
	steps := &stepReader{
		in: in, vars: vars + moreVariables, numbered: format == frat,
		binary: format == DRAT && bytes.IndexByte(head, 0) >= 0,
	}
	return checkSteps(ctx, steps, f, false)
}

// formatOf returns the format of a proof that begins with head, a few lines or more. Only the order
// of words tells texts apart: a clause and its hints in LRAT, a verb in FRAT.
func formatOf(head []byte) Format {
	if bytes.IndexByte(head, 0) >= 0 {
		return DRAT
	}
	for line := range bytes.Lines(head) {
		fields := bytes.Fields(line)
		switch {
		case len(fields) == 0 || fields[0][0] == 'c' || fields[0][0] == '%':
			continue
		case bytes.IndexByte([]byte("oalf"), fields[0][0]) >= 0:
			return frat
		case fields[0][0] == 'd': // a deletion in both
			continue
		case len(fields) > 1 && string(fields[1]) == "d",
			slices.ContainsFunc(fields[:len(fields)-1],
				func(word []byte) bool { return string(word) == "0" }):
			return LRAT
		}
		break
	}
	return DRAT
}

// untilDone is a reader that ends with a context: comments and hints are no steps.
type untilDone struct {
	ctx context.Context
	io.Reader
}

func (r untilDone) Read(b []byte) (int, error) {
	if err := r.ctx.Err(); err != nil {
		return 0, err
	}
	return r.Reader.Read(b)
}

// Check checks a refutation of the formula, in DRAT or LRAT, to its end: the last clause must be
// empty. Each clause must follow by unit propagation, or by its hints, so that one that is only RAT
// is refused. A *[Refusal] has the given part. A proof that takes more than a bounded number of
// steps is ErrTooLarge.
func (f *Formula) Check(ctx context.Context, format Format, part string, proof io.Reader) error {
	in := newWords(part, proof)
	if format == LRAT {
		return checkHints(ctx, in, f, maxSteps)
	}
	return checkSteps(ctx, &stepReader{in: in, vars: f.vars}, f, true)
}

// maxSteps bounds the clauses that Check visits for a proof: about half a minute. It is a number
// and not a time, so that the verdict is the same on every machine.
const maxSteps = 1 << 33

// checkSteps runs the steps of a proof without hints: all of them for Check, while they take no
// more than maxSteps; or else those until the clauses are refuted, and RAT clauses are allowed.
func checkSteps(ctx context.Context, steps *stepReader, f *Formula, all bool) error {
	p, err := newPropagation(ctx, f)
	if err != nil {
		return err
	}
	empty := false // the last clause
	for all || !p.refuted {
		s, err := steps.next()
		switch {
		case err == io.EOF && !all:
			return steps.refuse("the proof ends, and the clauses are not refuted")
		case err == io.EOF && !empty:
			return steps.refuse("the last clause is not the empty one")
		case err == io.EOF:
			return nil
		case err != nil:
			return err
		case p.held > 2*maxLiterals || len(p.lemmas) > maxLemmas || all && p.steps > maxSteps:
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
		if !p.follows(lits) && (all || !isNew && !p.isRAT(ctx, pivot, lits)) {
			if ctx.Err() != nil { // which ends isRAT
				return ctx.Err()
			}
			return steps.refuse("does not follow from the clauses before it")
		}
		empty = len(lits) == 0
		p.derived(lits)
	}
	return nil
}

// sorted sorts the literals of a clause in place and removes duplicates.
func sorted(lits []int32) []int32 {
	slices.Sort(lits)
	return slices.Compact(lits)
}

// isRAT reports whether a clause that does not follow may be added because of its literal pivot, 0
// for none.
//
// Clauses are held without literals that are fixed to be false, and not held if a literal is fixed
// to be true: both change nothing that follows here. One clause may take a propagation for each
// other one, so the end of ctx ends it, with false.
func (p *propagation) isRAT(ctx context.Context, pivot int32, lits []int32) bool {
	if pivot == 0 || p.value[slot(pivot)] != 0 {
		return false
	}
	n := len(lits)
	lits = slices.Clone(lits)
	for _, other := range p.pairs[slot(-pivot)] {
		if ctx.Err() != nil || !p.follows(append(lits[:n], other)) {
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
		if ctx.Err() != nil || !p.follows(lits) {
			return false
		}
	}
	return true
}
