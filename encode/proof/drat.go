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
// DRAT-trim, SAT 2014 (deletions); L. Cruz-Filipe et al., Efficient Certified RAT
// Verification, CADE 2017 (LRAT).
type clauseProof struct {
	drat, lrat io.Writer   // lrat: the proof with hints, or nil
	hints      *propagator // nil without lrat
	id         int64       // of the last clause

	stack []lemma
	buf   []byte
	err   error
}

// A lemma is a clause on the stack.
type lemma struct {
	lits []cnf.Lit
	id   int64
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
	p.stack = append(p.stack, lemma{clause, p.id})
	if p.hints != nil {
		p.hints.push(clause, p.id)
	}
	return p.err
}

// derive writes a clause, with its hints if p.hints is set.
func (p *clauseProof) derive(clause []cnf.Lit) {
	p.id++
	p.buf = appendClause(p.buf[:0], clause)
	p.write(p.drat)
	if p.lrat == nil || p.err != nil {
		return
	}
	hints, err := p.hints.derive(clause)
	if err != nil {
		p.err = err
		return
	}
	p.buf = strconv.AppendInt(p.buf[:0], p.id, 10)
	p.buf = append(p.buf, ' ')
	p.buf = appendClause(p.buf, clause)
	p.buf[len(p.buf)-1] = ' '
	for _, id := range hints {
		p.buf = strconv.AppendInt(p.buf, id, 10)
		p.buf = append(p.buf, ' ')
	}
	p.buf = append(p.buf, '0', '\n')
	p.write(p.lrat)
}

// deleteBelow deletes the clauses on top of the stack that have more literals.
func (p *clauseProof) deleteBelow(size int) {
	keep := len(p.stack)
	for keep > 0 && len(p.stack[keep-1].lits) > size {
		keep--
	}
	dropped := p.stack[keep:]
	if len(dropped) == 0 {
		return
	}
	p.buf = p.buf[:0]
	for _, l := range dropped {
		p.buf = append(p.buf, "d "...)
		p.buf = appendClause(p.buf, l.lits)
	}
	p.write(p.drat)
	if p.lrat != nil {
		p.buf = strconv.AppendInt(p.buf[:0], p.id, 10)
		p.buf = append(p.buf, " d "...)
		for _, l := range dropped {
			p.buf = strconv.AppendInt(p.buf, l.id, 10)
			p.buf = append(p.buf, ' ')
		}
		p.buf = append(p.buf, '0', '\n')
		p.write(p.lrat)
		p.hints.pop(len(dropped))
	}
	p.stack = p.stack[:keep]
}

// write writes what is in buf. After an error it writes nothing more.
func (p *clauseProof) write(w io.Writer) {
	if p.err == nil {
		_, p.err = w.Write(p.buf)
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
