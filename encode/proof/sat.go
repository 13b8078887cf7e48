package proof

import (
	"errors"
	"fmt"
	"io"
	"strconv"

	"github.com/exactile/exactile/encode/await"
	"github.com/exactile/exactile/encode/cnf"
	"github.com/exactile/exactile/encode/cover"
)

// SAT asks for the files that let a checker of SAT proofs judge the count: the
// formula, and a refutation of the formula together with one blocking clause for
// each solution.
type SAT struct {
	// Formula says what the model says; option o is its variable o+1. Unit
	// propagation on it must do what the search does: when as many options of an
	// item are true as may be, the others become false, and when only as many are
	// left as must be, those become true. Pairwise clauses do that for the bound 1,
	// and counters for others if they count in both directions.
	Formula *cnf.Formula
	// Notes are written at the head of puzzle.cnf.
	Notes cnf.Notes
	// Block returns the clause that excludes a solution, over the options alone.
	Block func(cover.Solution) []cnf.Lit
	// Blocked adds blocked.cnf: the formula and the blocking clauses in the order
	// of solutions.txt. It is what the proofs refute, and a reader can make it from
	// puzzle.cnf and solutions.txt.
	Blocked bool
	// LRAT adds proof.lrat: the proof with hints. Clauses are numbered as in
	// blocked.cnf. It takes the memory of the formula and the blocking clauses, and
	// is an order of magnitude larger than proof.drat.
	LRAT bool
}

// writeSAT writes the files for SAT checkers. They need the solutions in order
// once more: blocked.cnf and the numbers in proof.lrat follow solutions.txt.
func (w *writer) writeSAT(solutions *sorter) error {
	sat := w.opts.SAT
	if err := sat.Formula.Err(); err != nil {
		return err
	}
	if sat.Formula.NumVars() < len(w.m.Options) {
		return fmt.Errorf("proof: a formula of %d variables for %d options", sat.Formula.NumVars(), len(w.m.Options))
	}
	if err := w.part(CNFFile, func(out io.Writer) error {
		return sat.Formula.WriteDIMACS(out, sat.Notes)
	}); err != nil {
		return err
	}
	if sat.Blocked {
		if err := w.part(BlockedFile, func(out io.Writer) error { return w.writeBlocked(out, solutions) }); err != nil {
			return err
		}
	}
	if !sat.LRAT {
		return w.part(DRATFile, func(out io.Writer) error {
			first := int64(sat.Formula.NumClauses()) + solutions.count
			return w.refute(&clauseProof{drat: out, id: first})
		})
	}
	hints, err := await.Value(w.ctx, func() (*propagator, error) { return newPropagator(sat.Formula), nil })
	if err != nil {
		return err
	}
	if err := solutions.Each(func(s cover.Solution) error {
		hints.add(sat.Block(s))
		return w.ctx.Err()
	}); err != nil {
		return err
	}
	return w.part(DRATFile, func(drat io.Writer) error {
		return w.part(LRATFile, func(lrat io.Writer) error {
			return w.refute(&clauseProof{drat: drat, lrat: lrat, hints: hints, id: int64(hints.base)})
		})
	})
}

func (w *writer) refute(p *clauseProof) error {
	s, err := awaitSearch(w.ctx, w.m, nil, p)
	if err == nil {
		err = s.run(w.ctx)
	}
	if err == nil {
		err = p.end()
	}
	return errors.Join(err, p.err)
}

func (w *writer) writeBlocked(out io.Writer, solutions *sorter) error {
	f := w.opts.SAT.Formula
	buf := fmt.Appendf(nil, "p cnf %d %d\n", f.NumVars(), int64(f.NumClauses())+solutions.count)
	for clause := range f.Clauses() {
		if buf = appendClause(buf, clause); len(buf) < 1<<16 {
			continue
		}
		if _, err := out.Write(buf); err != nil {
			return err
		}
		buf = buf[:0]
	}
	if _, err := out.Write(buf); err != nil {
		return err
	}
	return solutions.Each(func(s cover.Solution) error {
		buf = appendClause(buf[:0], w.opts.SAT.Block(s))
		_, err := out.Write(buf)
		return err
	})
}

// appendClause appends a clause and the 0 and line feed after it.
func appendClause(buf []byte, clause []cnf.Lit) []byte {
	for _, l := range clause {
		buf = strconv.AppendInt(buf, int64(l), 10)
		buf = append(buf, ' ')
	}
	return append(buf, '0', '\n')
}
