package sat

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"strconv"
)

// A Formula holds the clauses that a proof starts from.
type Formula struct {
	vars int
	lits []int32 // end to end
	ends []int
}

// NumVars returns the number of variables.
func (f *Formula) NumVars() int { return f.vars }

// Add adds a copy of a clause. It is an error if a literal is of none of the variables, and
// ErrTooLarge if the formula gets too long.
func (f *Formula) Add(lits []int32) error {
	if len(f.lits)+len(lits) > maxLiterals {
		return ErrTooLarge
	}
	for _, l := range lits {
		if v := max(int(l), -int(l)); v == 0 || v > f.vars {
			return fmt.Errorf("sat: %d is no literal of %d variables", l, f.vars)
		}
	}
	f.lits = append(f.lits, lits...)
	f.ends = append(f.ends, len(f.lits))
	return nil
}

// at returns clause k, counted from 0.
func (f *Formula) at(k int) []int32 {
	start := 0
	if k > 0 {
		start = f.ends[k-1]
	}
	return f.lits[start:f.ends[k]:f.ends[k]]
}

// ReadFormula reads a formula in DIMACS. A *[Refusal] has the given part.
func ReadFormula(ctx context.Context, part string, r io.Reader) (*Formula, error) {
	f := new(Formula)
	if err := f.read(ctx, newWords(part, r)); err != nil {
		return nil, err
	}
	return f, nil
}

func (f *Formula) read(ctx context.Context, in *words) error {
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
				err = f.Add(clause)
			}
		}
		if err == nil && in.words%(1<<16) == 0 {
			err = ctx.Err()
		}
		if err != nil {
			return err
		}
	}
}

// readHeader reads the header after its p. The number of clauses is not used.
func (f *Formula) readHeader(in *words) error {
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

// parseHeader reads the line "p cnf VARIABLES CLAUSES".
func parseHeader(line []byte) (vars, n int, ok bool) {
	words := bytes.Fields(line)
	if len(words) != 4 || string(words[0]) != "p" || string(words[1]) != "cnf" {
		return 0, 0, false
	}
	vars, err := strconv.Atoi(string(words[2]))
	n, errN := strconv.Atoi(string(words[3]))
	return vars, n, err == nil && errN == nil && vars >= 0 && n >= 0
}

// CopyFormula copies a formula in DIMACS without its comments, and with a header that counts so
// many more clauses. A *[Refusal] has the given part.
func CopyFormula(ctx context.Context, w io.Writer, part string, r io.Reader, more int64) error {
	in := bufio.NewReaderSize(r, 1<<16)
	out := bufio.NewWriterSize(w, 1<<16)
	number, starts, skip := 1, true, false
	for {
		piece, err := in.ReadSlice('\n') // a line, or as much of it as fits
		if len(piece) > 0 && starts {
			skip = piece[0] == 'c'
			if piece[0] == 'p' {
				vars, n, ok := parseHeader(piece)
				if !ok {
					place := fmt.Sprintf("line %d", number)
					return &Refusal{part, place, "no header of a formula"}
				}
				skip = true
				fmt.Fprintf(out, "p cnf %d %d\n", vars, int64(n)+more)
			}
		}
		if !skip {
			if _, err := out.Write(piece); err != nil {
				return err
			}
		}
		if starts = err == nil; starts {
			number++
		}
		switch {
		case err == io.EOF:
			return out.Flush()
		case err != nil && err != bufio.ErrBufferFull:
			return fmt.Errorf("%s: %w", part, err)
		case number%(1<<12) == 0 && ctx.Err() != nil:
			return ctx.Err()
		}
	}
}

// slot maps the literals to numbers from 0.
func slot(l int32) int {
	if l < 0 {
		return -2*int(l) + 1
	}
	return 2 * int(l)
}
