package check

import (
	"context"
	"io"

	"github.com/exactile/exactile/encode/cover"
)

// maxSteps bounds the clauses that the checker visits for a proof: about half a minute. It is a
// number and not a time, so that the verdict is the same on every machine.
const maxSteps = 1 << 33

// clauses are the clauses that a proof starts from: the formula's, then one against each solution.
// A literal is a variable from 1, or its negative.
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

// checkProof runs check on a proof with the clauses that the proof starts from.
func checkProof(c *reading, name string, check func(context.Context, io.Reader, *clauses) error) error {
	f := new(clauses)
	if err := c.read(cnfFile, func(r io.Reader) error {
		return f.readFormula(c.ctx, r)
	}); err != nil {
		return err
	}
	block := newBlocker(c.v.Model)
	if len(block.dead) > f.vars {
		return &Refusal{cnfFile, "header", "fewer variables than options"}
	}
	if err := c.eachSolution(func(s cover.Solution) error {
		return f.add(block.clause(s))
	}); err != nil {
		return err
	}
	return c.read(name, func(r io.Reader) error { return check(c.ctx, r, f) })
}

// readFormula reads the clauses of a formula in DIMACS.
func (f *clauses) readFormula(ctx context.Context, r io.Reader) error {
	in := newWords(cnfFile, r)
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
			err = ctx.Err()
		}
		if err != nil {
			return err
		}
	}
}

// readHeader reads the header after its p. The number of clauses is not used.
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

// A blocker makes the clauses against solutions: only over the options of the solution if no
// solution of the model contains another, else over all options that can be in a solution. Variable
// o+1 is option o.
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

// slot maps the literals to numbers from 0.
func slot(l int32) int {
	if l < 0 {
		return -2*int(l) + 1
	}
	return 2 * int(l)
}
