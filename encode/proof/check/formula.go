package check

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"

	"github.com/exactile/exactile/encode/cover"
)

// This file compares the formulas of a certificate with what they must be. The
// count does not rest on them: they are for those who would rather trust a checker
// of SAT proofs, who must be able to trust the formulas.

// checkFormulas compares puzzle.cnf with the formula that is made anew and
// blocked.cnf with puzzle.cnf and the solutions, and checks the proofs.
func (c *folder) checkFormulas(formula func(io.Writer, *cover.Model) error) error {
	if !c.lists(CNFFile) {
		for _, name := range []string{BlockedFile, DRATFile, LRATFile} {
			if c.lists(name) {
				return refuseClaim("%s is listed, but not %s, which it is about", name, CNFFile)
			}
		}
		return nil
	}
	if err := c.compareFormula(formula); err != nil {
		return err
	}
	if c.lists(BlockedFile) {
		if err := c.compareBlocked(); err != nil {
			return err
		}
	}
	for _, p := range []struct {
		name  string
		check func(io.Reader, *clauses) error
		how   string
	}{
		{DRATFile, c.checkDRAT, "by unit propagation"},
		{LRATFile, c.checkLRAT, "by its hints"},
	} {
		if !c.lists(p.name) {
			continue
		}
		err := c.checkProof(p.name, p.check)
		switch {
		case errors.Is(err, ErrTooLarge):
			c.v.notChecked("%s: %v", p.name, ErrTooLarge)
		case err != nil:
			return err
		default:
			c.v.checked("%s: each clause follows from %s, a clause against each solution "+
				"and the clauses before it %s, and the last one is empty", p.name, CNFFile, p.how)
		}
	}
	return nil
}

func (c *folder) compareFormula(formula func(io.Writer, *cover.Model) error) error {
	if formula == nil {
		c.v.notChecked("%s: whether it says what %s says", CNFFile, ModelFile)
		return nil
	}
	err := c.compareText(CNFFile, "the formula that is made of the model", func(w io.Writer) error {
		return formula(w, c.v.Model)
	})
	if errors.Is(err, ErrTooLarge) {
		c.v.notChecked("%s: %v", CNFFile, ErrTooLarge)
		return nil
	}
	if err == nil {
		c.v.checked("%s: is the formula that this program makes of the model", CNFFile)
		c.v.trusted("for those who rest on %s: that the encoding says what the model says", CNFFile)
	}
	return err
}

func (c *folder) compareBlocked() error {
	err := c.compareText(BlockedFile, CNFFile+" and a clause against each solution", func(w io.Writer) error {
		return c.read(CNFFile, func(r io.Reader) error {
			if err := c.copyClauses(w, r); err != nil {
				return err
			}
			block := newBlocker(c.v.Model)
			var line []byte
			return c.eachSolution(func(s cover.Solution) error {
				line = line[:0]
				for _, l := range block.clause(s) {
					line = strconv.AppendInt(line, int64(l), 10)
					line = append(line, ' ')
				}
				_, err := w.Write(append(line, '0', '\n'))
				return err
			})
		})
	})
	if err == nil {
		c.v.checked("%s: is %s and a clause against each solution", BlockedFile, CNFFile)
	}
	return err
}

// copyClauses copies a formula without its comments, and with a header that also
// counts a clause for each solution.
func (c *folder) copyClauses(w io.Writer, r io.Reader) error {
	in := bufio.NewReaderSize(r, 1<<16)
	out := bufio.NewWriterSize(w, 1<<16)
	number, starts, skip := 1, true, false
	for {
		piece, err := in.ReadSlice('\n') // a line, or what fits of it
		if len(piece) > 0 && starts {
			skip = piece[0] == 'c'
			if piece[0] == 'p' {
				vars, n, ok := parseHeader(piece)
				if !ok {
					return &Refusal{CNFFile, fmt.Sprintf("line %d", number), "no header of a formula"}
				}
				skip = true
				fmt.Fprintf(out, "p cnf %d %d\n", vars, int64(n)+c.v.Result.Solutions)
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
			return fmt.Errorf("%s: %w", CNFFile, err)
		case number%(1<<12) == 0 && c.ctx.Err() != nil:
			return c.ctx.Err()
		}
	}
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

// eachSolution yields the solutions of the list, which has been checked. The slice
// is valid until the next one.
func (c *folder) eachSolution(yield func(cover.Solution) error) error {
	return c.read(SolutionsFile, func(r io.Reader) error {
		in := newLines(SolutionsFile, r, c.v.Model)
		var s cover.Solution
		for in.next() {
			var err error
			if s, err = in.numbers(s[:0], len(c.v.Model.Options)); err != nil {
				return err
			}
			if err := errors.Join(c.ctx.Err(), yield(s)); err != nil {
				return err
			}
		}
		return in.end()
	})
}

// A blocker makes the clauses against solutions: over the options of the solution
// alone if no solution of the model contains another, else over all options that
// can be in one. Variable o+1 is option o.
type blocker struct {
	short bool
	dead  []bool
	lits  []int32
}

func newBlocker(m *cover.Model) *blocker { return &blocker{short: m.Antichain(), dead: m.Dead()} }

// clause returns the clause against s. It is valid until the next call.
func (b *blocker) clause(s cover.Solution) []int32 {
	b.lits = b.lits[:0]
	if b.short {
		for _, o := range s {
			b.lits = append(b.lits, -int32(o+1))
		}
		return b.lits
	}
	for o, dead := range b.dead {
		if len(s) > 0 && s[0] == o {
			s = s[1:]
			b.lits = append(b.lits, -int32(o+1))
		} else if !dead {
			b.lits = append(b.lits, int32(o+1))
		}
	}
	return b.lits
}

// compareText compares a part with what write writes, and refuses it at the first
// byte that is another.
func (c *folder) compareText(name, what string, write func(io.Writer) error) error {
	return c.read(name, func(r io.Reader) error {
		cmp := &comparer{ctx: c.ctx, name: name, what: what, got: bufio.NewReaderSize(r, 1<<16), line: 1}
		if err := write(cmp); err != nil {
			return err
		}
		return cmp.end()
	})
}

// A comparer takes a text and compares it with one that is read.
type comparer struct {
	ctx        context.Context
	name, what string
	got        *bufio.Reader
	line       int64
	buf        []byte
}

func (c *comparer) refuse() error {
	return &Refusal{c.name, fmt.Sprintf("line %d", c.line), "is not " + c.what}
}

func (c *comparer) Write(want []byte) (int, error) {
	if err := c.ctx.Err(); err != nil {
		return 0, err
	}
	c.buf = append(c.buf[:0], want...)
	got := c.buf
	n, err := io.ReadFull(c.got, got)
	for k, b := range want[:n] {
		if got[k] != b {
			return k, c.refuse()
		}
		if b == '\n' {
			c.line++
		}
	}
	if err == io.EOF || err == io.ErrUnexpectedEOF {
		return n, c.refuse()
	} else if err != nil {
		return n, fmt.Errorf("%s: %w", c.name, err)
	}
	return n, nil
}

// end refuses a text that goes on after what was written.
func (c *comparer) end() error {
	if _, err := c.got.ReadByte(); err == nil {
		return c.refuse()
	} else if err != io.EOF {
		return fmt.Errorf("%s: %w", c.name, err)
	}
	return nil
}
