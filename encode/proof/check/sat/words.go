package sat

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"strconv"
)

// words reads the words of a text, separated by white space.
type words struct {
	part  string
	in    *bufio.Reader
	line  int64 // of the last word
	ended bool  // the line of the last word has ended
	words int64
	// comments is set if lines that begin with c or % are skipped.
	comments bool
	buf      []byte
}

func newWords(part string, r io.Reader) *words {
	return &words{part: part, in: bufio.NewReaderSize(r, 1<<16), line: 1}
}

// next returns the next word outside comments, or io.EOF. The word is valid until the next call.
func (w *words) next() ([]byte, error) {
	for {
		word, err := w.word()
		if err != nil || !w.comments || word[0] != 'c' && word[0] != '%' {
			return word, err
		}
		if err := w.skipLine(); err != nil {
			return nil, err
		}
	}
}

// word returns the next word, or io.EOF.
func (w *words) word() ([]byte, error) {
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

// more returns the next word; the text must not end here.
func (w *words) more() ([]byte, error) {
	word, err := w.next()
	if err == io.EOF {
		err = w.refuse("ends in the middle of a line")
	}
	return word, err
}

// number returns the next word as a number of at least low.
func (w *words) number(low int64) (int64, error) {
	word, err := w.more()
	if err != nil {
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

// The limits of formulas and proofs; larger ones are not checked.
const (
	maxVariables = 1 << 24
	maxLiterals  = 1 << 26 // of the formula and the clauses against solutions
)
