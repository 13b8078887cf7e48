package check

import (
	"context"
	"io"
	"slices"
)

// checkDRAT checks the refutation of a certificate line by line: each clause must follow by unit
// propagation from the clauses before it (RUP), and the last one must be empty. Only derived
// clauses are deleted. That is always sound, since all clauses are implied by the clauses that the
// proof starts from.
//
// Source: E. Goldberg and Y. Novikov, Verification of Proofs of Unsatisfiability for CNF Formulas,
// DATE 2003; the lines are those of N. Wetzler, M. J. H. Heule and W. A. Hunt, DRAT-trim, SAT 2014,
// but clauses that are only RAT are refused.
func checkDRAT(ctx context.Context, r io.Reader, f *clauses) error {
	p, err := newPropagation(ctx, f)
	if err != nil {
		return err
	}
	steps := &stepReader{in: newWords(dratFile, r), vars: f.vars}
	empty := false
	for {
		s, err := steps.next()
		if err == io.EOF {
			if !empty {
				return steps.in.refuse("the last clause is not the empty one")
			}
			return nil
		} else if err != nil {
			return err
		}
		lits := sorted(s.lits)
		switch {
		case s.deletes:
			p.remove(lits)
			continue
		case !p.follows(lits):
			return steps.in.refuse("does not follow from the clauses before it")
		}
		empty = len(lits) == 0
		p.derived(lits)
		if p.steps > maxSteps || p.held > 2*maxLiterals {
			return ErrTooLarge
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
	}
}

// sorted sorts the literals of a clause in place and removes duplicates.
func sorted(lits []int32) []int32 {
	slices.Sort(lits)
	return slices.Compact(lits)
}
