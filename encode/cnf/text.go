package cnf

import (
	"fmt"
	"io"
	"iter"
	"strconv"
)

// Comments are the parts of a DIMACS file beside its formula.
type Comments struct {
	// Lines yields the comment lines at the head of the file, one at a time and without the "c
	// "; may be nil. Bytes below a space, such as line ends, are written as spaces, so that a
	// comment stays on one line.
	Lines iter.Seq[string]
	// Show lists the variables on which models are projected, as positive literals: the `c p show`
	// line that model counters read, after a line `c t pmc`, which names the counting problem. Nil
	// leaves both out; an empty list is written and projects on no variable.
	Show []Lit
	// Cubes yields sets of literals to be assumed together. If it is not nil, the text is iCNF for
	// incremental solvers: comments, the header `p inccnf`, the clauses as in DIMACS, then a line
	// `a L1 L2 ... 0` for each cube in turn. The format has no counts, and no `c p show` line: Show
	// is not written.
	//
	// Source: the iCNF format of iLingeling and of the cube-and-conquer tools; M. J. H. Heule, O.
	// Kullmann, S. Wieringa and A. Biere, Cube and Conquer: Guiding CDCL SAT Solvers by Lookaheads,
	// HVC 2011.
	Cubes iter.Seq[[]Lit]
}

// writeChunk is the size of the buffer before text is written.
const writeChunk = 1 << 18

// A TextWriter is a formula that can be written: a [Formula], which is held in memory, or a
// [Stream], which is made while it is written.
type TextWriter interface {
	// WriteDIMACS writes text that every reader we know of accepts: `c t pmc` if there are
	// variables to show, comments, `p cnf V C` with exact counts, the `c p show` line, then one
	// clause a line, each ended by 0. Lines end in LF, comments are whole lines, and the empty
	// clause is a line with just 0.
	//
	// Source: J. K. Fichte and M. Hecher, The Model Counting Competition, data format.
	//
	// The text is written while it is made: memory does not depend on its length.
	WriteDIMACS(w io.Writer, notes Comments) error
}

// header is the line before the clauses.
func header(s Size) string { return fmt.Sprintf("p cnf %d %d\n", s.Vars, s.Clauses) }

// writeText writes the parts of a file in order.
func writeText(w io.Writer, notes Comments, header string, clauses func(*textWriter) error) error {
	out := &textWriter{w: w, buf: make([]byte, 0, writeChunk+1<<10)}
	if notes.Cubes != nil {
		notes.Show, header = nil, "p inccnf\n"
	}
	if notes.Show != nil {
		out.comment("t pmc")
	}
	if notes.Lines != nil {
		for text := range notes.Lines {
			if out.comment(text); out.err != nil {
				return out.err
			}
		}
	}
	out.text(header)
	if notes.Show != nil {
		out.text("c p show ")
		out.clause(notes.Show)
	}
	if err := clauses(out); err != nil {
		return err
	}
	if notes.Cubes != nil {
		for cube := range notes.Cubes {
			out.text("a ")
			if out.clause(cube); out.err != nil {
				return out.err
			}
		}
	}
	return out.flush()
}

// textWriter collects text and writes it in large pieces. After an error it writes nothing more.
type textWriter struct {
	w   io.Writer
	buf []byte
	err error
}

func (t *textWriter) text(s string) { t.buf = append(t.buf, s...) }

// clause appends the literals of a clause and the 0 and line feed after them.
func (t *textWriter) clause(lits []Lit) {
	for _, l := range lits {
		t.buf = strconv.AppendInt(t.buf, int64(l), 10)
		t.buf = append(t.buf, ' ')
		t.spill()
	}
	t.buf = append(t.buf, '0', '\n')
	t.spill()
}

// clauseBytes is the number of bytes that clause appends.
func clauseBytes(lits []Lit) int64 {
	n := 2
	for _, l := range lits {
		if n += 2; l < 0 {
			n++
			l = -l
		}
		for l >= 10 {
			n++
			l /= 10
		}
	}
	return int64(n)
}

func (t *textWriter) comment(text string) {
	t.buf = append(t.buf, 'c')
	if text != "" {
		t.buf = append(t.buf, ' ')
	}
	for _, b := range []byte(text) {
		t.buf = append(t.buf, max(b, ' '))
	}
	t.buf = append(t.buf, '\n')
	t.spill()
}

// spill writes the text if it is as long as a chunk.
func (t *textWriter) spill() {
	if len(t.buf) >= writeChunk {
		_ = t.flush()
	}
}

func (t *textWriter) flush() error {
	if t.err == nil && len(t.buf) > 0 {
		_, t.err = t.w.Write(t.buf)
	}
	t.buf = t.buf[:0]
	return t.err
}
