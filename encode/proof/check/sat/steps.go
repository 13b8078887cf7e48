package sat

import (
	"encoding/binary"
	"fmt"
	"io"
)

// A step of a proof without hints adds a clause or deletes one.
type step struct {
	deletes bool
	// lits are in the order of the text, and valid until the next step.
	lits []int32
}

// A stepReader reads the steps of a proof: lines of literals that end in 0, with a d before deleted
// clauses (DRAT); or, if numbered, lines whose first word is the kind of the step and whose second
// is a clause number (FRAT). The numbers and hints are not used.
//
// Source: S. Baek, M. Carneiro and M. J. H. Heule, A Flexible Proof Format for SAT
// Solver-Elaborator Communication, TACAS 2021 (FRAT).
type stepReader struct {
	in       *words
	vars     int // the highest variable allowed
	numbered bool
	// binary is set for the binary form of DRAT: an a or a d before each clause, and a literal l as
	// the number 2l, or -2l+1 if it is negative, in groups of seven bits, the low ones first.
	binary bool
	steps  int64 // that were read
	lits   []int32
}

func (r *stepReader) refuse(format string, args ...any) error {
	if r.binary {
		return &Refusal{r.in.part, fmt.Sprintf("step %d", r.steps), fmt.Sprintf(format, args...)}
	}
	return r.in.refuse(format, args...)
}

// next returns the next step, or io.EOF.
func (r *stepReader) next() (step, error) {
	r.steps++
	switch {
	case r.binary:
		return r.nextBinary()
	case r.numbered:
		return r.nextNumbered()
	}
	word, err := r.in.next()
	if err != nil {
		return step{}, err
	}
	deletes := string(word) == "d"
	if deletes {
		if word, err = r.in.more(); err != nil {
			return step{}, err
		}
	}
	r.lits, err = r.in.clause(word, r.lits[:0], r.vars)
	return step{deletes, r.lits}, err
}

// nextNumbered is next for FRAT. It skips the clauses of the formula (o), which are known, and the
// clauses left at the end (f), which prove nothing.
func (r *stepReader) nextNumbered() (s step, err error) {
	for {
		word, err := r.in.next()
		if err != nil {
			return step{}, err
		}
		verb := string(word)
		switch verb {
		case "a", "d", "o", "f":
		case "l": // hints of the clause before it
			if err := r.skipHints(); err != nil {
				return step{}, err
			}
			continue
		default:
			return step{}, r.in.refuse("no line of a proof begins with %.20q", verb)
		}
		if _, err = r.in.number(1); err != nil {
			return step{}, err
		}
		if word, err = r.in.more(); err != nil {
			return step{}, err
		}
		if r.lits, err = r.in.clause(word, r.lits[:0], r.vars); err != nil {
			return step{}, err
		}
		if verb == "a" || verb == "d" {
			return step{verb == "d", r.lits}, nil
		}
	}
}

// nextBinary is next for the binary form.
func (r *stepReader) nextBinary() (step, error) {
	verb, err := r.in.in.ReadByte()
	switch {
	case err == io.EOF:
		return step{}, err
	case err != nil:
		return step{}, fmt.Errorf("%s: %w", r.in.part, err)
	case verb != 'a' && verb != 'd':
		return step{}, r.refuse("it begins with the byte %d: want an a or a d", verb)
	}
	r.lits = r.lits[:0]
	for {
		n, err := binary.ReadUvarint(r.in.in)
		l := int64(n >> 1)
		switch {
		case err == io.EOF || err == io.ErrUnexpectedEOF:
			return step{}, r.refuse("ends in the middle")
		case err != nil:
			return step{}, r.refuse("%v", err)
		case n == 0:
			return step{verb == 'd', r.lits}, nil
		case l == 0 || l > int64(r.vars):
			return step{}, r.refuse("%d is no literal of %d variables", l, r.vars)
		case len(r.lits) >= maxLiterals:
			return step{}, ErrTooLarge
		case n&1 == 1:
			l = -l
		}
		r.lits = append(r.lits, int32(l))
	}
}

// skipHints skips numbers up to 0.
func (r *stepReader) skipHints() error {
	for {
		if n, err := r.in.number(-maxHint); err != nil || n == 0 {
			return err
		}
	}
}

// maxHint is greater than all clause numbers.
const maxHint = 1 << 62
