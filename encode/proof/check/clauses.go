package check

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"strconv"

	"github.com/exactile/exactile/encode/cover"
)

// What is held of formulas and proofs; what is larger is not checked.
const (
	maxVariables = 1 << 24
	maxLiterals  = 1 << 26 // of the formula and the clauses against solutions
)

// maxSteps is how many clauses a proof may have looked at: half a minute of them. It
// is no time, so that the verdict is the same on every machine.
const maxSteps = 1 << 33

// clauses are those that a proof starts from: the formula's, then one against each
// solution. A literal is a variable from 1, or its negative.
type clauses struct {
	vars int
	lits []int32 // end to end
	ends []int
}

func (f *clauses) add(lits []int32) error {
	if len(f.lits)+len(lits) > maxLiterals {
		return ErrTooLarge
	}
	f.lits = append(f.lits, lits...)
	f.ends = append(f.ends, len(f.lits))
	return nil
}

// at returns clause k, counted from 0.
func (f *clauses) at(k int) []int32 {
	start := 0
	if k > 0 {
		start = f.ends[k-1]
	}
	return f.lits[start:f.ends[k]:f.ends[k]]
}

// checkProof has a proof checked on the clauses that it starts from.
func (c *folder) checkProof(name string, check func(io.Reader, *clauses) error) error {
	f := new(clauses)
	if err := c.read(CNFFile, func(r io.Reader) error { return f.readFormula(c, r) }); err != nil {
		return err
	}
	block := newBlocker(c.v.Model)
	if len(block.dead) > f.vars {
		return &Refusal{CNFFile, "header", "fewer variables than options"}
	}
	if err := c.eachSolution(func(s cover.Solution) error { return f.add(block.clause(s)) }); err != nil {
		return err
	}
	return c.read(name, func(r io.Reader) error { return check(r, f) })
}

// readFormula reads the clauses of a formula in DIMACS.
func (f *clauses) readFormula(c *folder, r io.Reader) error {
	in := newWords(CNFFile, r)
	var clause []int32
	header := false
	for {
		word, err := in.next()
		switch {
		case err == io.EOF && header:
			return nil
		case err == io.EOF:
			return in.refuse("no header of a formula")
		case err != nil:
			return err
		case word[0] == 'c':
			err = in.skipLine()
		case word[0] == 'p' && !header:
			header = true
			err = f.readHeader(in)
		case !header:
			err = in.refuse("no header of a formula")
		default:
			if clause, err = in.clause(word, clause[:0], f.vars); err == nil {
				err = f.add(clause)
			}
		}
		if err == nil && in.words%(1<<16) == 0 {
			err = c.ctx.Err()
		}
		if err != nil {
			return err
		}
	}
}

// readHeader reads what follows the p of a header. The number of clauses is not
// needed.
func (f *clauses) readHeader(in *words) error {
	line := []byte("p")
	for range 3 {
		word, err := in.next()
		if err == io.EOF {
			break
		} else if err != nil {
			return err
		}
		line = append(append(line, ' '), word...)
	}
	var ok bool
	if f.vars, _, ok = parseHeader(line); !ok {
		return in.refuse("no header of a formula")
	}
	if f.vars > maxVariables {
		return ErrTooLarge
	}
	return nil
}

// words reads the words of a text, which white space separates.
type words struct {
	part  string
	in    *bufio.Reader
	line  int64 // of the last word
	ended bool  // the line of the last word has ended
	words int64
	buf   []byte
}

func newWords(part string, r io.Reader) *words {
	return &words{part: part, in: bufio.NewReaderSize(r, 1<<16), line: 1}
}

// next returns the next word, which is valid until the one after it, or io.EOF.
func (w *words) next() ([]byte, error) {
	if w.ended {
		w.line, w.ended = w.line+1, false
	}
	w.buf = w.buf[:0]
	w.words++
	for {
		b, err := w.in.ReadByte()
		switch {
		case err == io.EOF && len(w.buf) > 0:
			return w.buf, nil
		case err == io.EOF:
			return nil, io.EOF
		case err != nil:
			return nil, fmt.Errorf("%s: %w", w.part, err)
		case b > ' ':
			if w.buf = append(w.buf, b); len(w.buf) > 64 {
				return nil, w.refuse("%.20q... is no number", w.buf)
			}
		case len(w.buf) > 0:
			w.ended = b == '\n'
			return w.buf, nil
		case b == '\n':
			w.line++
		}
	}
}

// skipLine skips what is left of the line of the last word.
func (w *words) skipLine() error {
	for !w.ended {
		b, err := w.in.ReadByte()
		if err == io.EOF {
			return nil
		} else if err != nil {
			return fmt.Errorf("%s: %w", w.part, err)
		}
		w.ended = b == '\n'
	}
	return nil
}

// number returns the next word as a number, which is at least low.
func (w *words) number(low int64) (int64, error) {
	word, err := w.next()
	if err == io.EOF {
		return 0, w.refuse("ends in the middle of a line")
	} else if err != nil {
		return 0, err
	}
	return w.parse(word, low)
}

func (w *words) parse(word []byte, low int64) (int64, error) {
	n, err := strconv.ParseInt(string(word), 10, 64)
	if err != nil || n < low || word[0] == '+' || bytes.HasPrefix(word, []byte("-0")) {
		return 0, w.refuse("%.20q is not the number that is wanted here", word)
	}
	return n, nil
}

// clause appends the literals of a clause, whose first word is given, to lits.
func (w *words) clause(first []byte, lits []int32, vars int) ([]int32, error) {
	n, err := w.parse(first, -int64(vars))
	for ; err == nil && n != 0; n, err = w.number(-int64(vars)) {
		if n > int64(vars) {
			return nil, w.refuse("%d is no literal of %d variables", n, vars)
		}
		if len(lits) >= maxLiterals {
			return nil, ErrTooLarge
		}
		lits = append(lits, int32(n))
	}
	return lits, err
}

func (w *words) refuse(format string, args ...any) error {
	return &Refusal{w.part, fmt.Sprintf("line %d", w.line), fmt.Sprintf(format, args...)}
}
