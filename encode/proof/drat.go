package proof

import (
	"io"
	"strconv"

	"github.com/exactile/exactile/encode/cnf"
)

// A clauseProof writes the steps of a search as clauses. Each follows from the formula, the
// blocking clauses and the clauses before it by unit propagation (RUP); the last one is empty.
//
// When everything below a path of chosen options has been visited, the clause excludes that all
// options of the path are chosen. It follows by propagation: with the path assumed, the clauses of
// the options tried before exclude them, and the bounds make the other dead options false. What is
// left is an item that is short, or a solution and its blocking clause, or the clauses of the next
// level, which exclude each option of an item that needs one. A forced option needs no clause:
// where the clause would exclude it, propagation chooses it, and then meets the clauses below it.
//
// The clauses of a level are deleted once the clause above them is written. So the clauses not
// deleted form a stack, and the reader's memory, too, is bounded by the path.
//
// Source: E. Goldberg and Y. Novikov, Verification of Proofs of Unsatisfiability
// for CNF Formulas, DATE 2003 (RUP); N. Wetzler, M. J. H. Heule and W. A. Hunt,
// DRAT-trim, SAT 2014 (deletions).
type clauseProof struct {
	out   io.Writer
	stack [][]cnf.Lit
	buf   []byte
	err   error
}

func (p *clauseProof) branch(int) error     { return p.err }
func (p *clauseProof) solution([]int) error { return p.err }

func (p *clauseProof) done(path []int, forced bool) error {
	if forced {
		return p.err
	}
	clause := make([]cnf.Lit, len(path))
	for k, o := range path {
		clause[k] = -cnf.Lit(o + 1)
	}
	p.derive(clause)
	p.deleteBelow(len(path))
	p.stack = append(p.stack, clause)
	return p.err
}

// derive writes a clause.
func (p *clauseProof) derive(clause []cnf.Lit) {
	p.buf = appendClause(p.buf[:0], clause)
	p.write()
}

// deleteBelow deletes the clauses on top of the stack that have more literals.
func (p *clauseProof) deleteBelow(size int) {
	keep := len(p.stack)
	for keep > 0 && len(p.stack[keep-1]) > size {
		keep--
	}
	dropped := p.stack[keep:]
	if len(dropped) == 0 {
		return
	}
	p.buf = p.buf[:0]
	for _, clause := range dropped {
		p.buf = append(p.buf, "d "...)
		p.buf = appendClause(p.buf, clause)
	}
	p.write()
	p.stack = p.stack[:keep]
}

// write writes what is in buf. After an error it writes nothing more.
func (p *clauseProof) write() {
	if p.err == nil {
		_, p.err = p.out.Write(p.buf)
	}
}

// appendClause appends a clause and the 0 and line feed after it.
func appendClause(buf []byte, clause []cnf.Lit) []byte {
	for _, l := range clause {
		buf = strconv.AppendInt(buf, int64(l), 10)
		buf = append(buf, ' ')
	}
	return append(buf, '0', '\n')
}
