package proof

import (
	"fmt"
	"io"

	"github.com/exactile/exactile/encode/cnf"
	"github.com/exactile/exactile/encode/cover"
)

// writeSAT writes the files for SAT checkers. It reads the solutions once more in order, since
// blocked.cnf follows solutions.txt.
func writeSAT(w *writer, solutions *sorter) error {
	sat := w.opts.SAT
	if err := sat.Formula.Err(); err != nil {
		return err
	}
	if sat.Formula.NumVars() < len(w.m.Options) {
		return fmt.Errorf("proof: a formula of %d variables for %d options", sat.Formula.NumVars(),
			len(w.m.Options))
	}
	if err := w.part(FileNames.CNF, func(out io.Writer) error {
		return sat.Formula.WriteDIMACS(out, sat.Notes)
	}); err != nil {
		return err
	}
	if sat.Blocked {
		if err := w.part(FileNames.Blocked, func(out io.Writer) error {
			return writeBlocked(w, out, solutions)
		}); err != nil {
			return err
		}
	}
	return w.part(FileNames.DRAT, func(out io.Writer) error {
		return refute(w, &clauseProof{out: out})
	})
}

func refute(w *writer, p *clauseProof) error {
	s := w.root.clone(p)
	s.vectors = nil
	if err := s.run(w.ctx); err != nil {
		return err
	}
	p.derive(nil)
	return p.err
}

func writeBlocked(w *writer, out io.Writer, solutions *sorter) error {
	f := w.opts.SAT.Formula
	if _, err := fmt.Fprintf(out, "p cnf %d %d\n", f.NumVars(),
		int64(f.NumClauses())+solutions.count); err != nil {
		return err
	}
	var line []byte
	write := func(clause []cnf.Lit) error {
		line = appendClause(line[:0], clause)
		_, err := out.Write(line)
		return err
	}
	for clause := range f.Clauses() {
		if err := write(clause); err != nil {
			return err
		}
	}
	return solutions.Each(func(s cover.Solution) error { return write(w.opts.SAT.Block(s)) })
}
