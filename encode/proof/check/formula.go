package check

import (
	"errors"
	"io"
	"strconv"

	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/encode/proof/check/sat"
)

// This file compares the formulas of a certificate with the expected ones, and checks the proofs
// about them. The count does not rest on them: they are for readers who trust a checker of SAT
// proofs instead, and need correct formulas.

// checkFormulas compares puzzle.cnf with the formula made again, and blocked.cnf with puzzle.cnf
// and the solutions, and checks the proofs.
func checkFormulas(c *reading, formula func(io.Writer, *cover.Model) error) error {
	if !c.lists(cnfFile) {
		for _, name := range []string{blockedFile, dratFile, lratFile} {
			if c.lists(name) {
				return refuseClaim("%s is listed, but not %s, which it is about", name, cnfFile)
			}
		}
		return nil
	}
	if err := compareFormula(c, formula); err != nil {
		return err
	}
	if c.lists(blockedFile) {
		if err := compareBlocked(c); err != nil {
			return err
		}
	}
	for _, p := range []struct {
		name   string
		format sat.Format
		how    string
	}{
		{dratFile, sat.DRAT, "by unit propagation"},
		{lratFile, sat.LRAT, "by its hints"},
	} {
		if !c.lists(p.name) {
			continue
		}
		err := checkProof(c, p.name, p.format)
		switch {
		case errors.Is(err, sat.ErrTooLarge):
			c.v.notChecked("%s: %v", p.name, sat.ErrTooLarge)
		case err != nil:
			return err
		default:
			c.v.checked("%s: each clause follows from %s, a clause against each solution "+
				"and the clauses before it %s, and the last one is empty", p.name, cnfFile, p.how)
		}
	}
	return nil
}

func compareFormula(c *reading, formula func(io.Writer, *cover.Model) error) error {
	if formula == nil {
		c.v.notChecked("%s: whether it says what %s says", cnfFile, modelFile)
		return nil
	}
	err := compareText(c, cnfFile, "the formula that is made of the model",
		func(w io.Writer) error {
			return formula(w, c.v.Model)
		})
	if errors.Is(err, sat.ErrTooLarge) {
		c.v.notChecked("%s: %v", cnfFile, sat.ErrTooLarge)
		return nil
	}
	if err == nil {
		c.v.checked("%s: is the formula that this program makes of the model", cnfFile)
		c.v.trusted("for those who rest on %s: that the encoding says what the model says", cnfFile)
	}
	return err
}

func compareBlocked(c *reading) error {
	err := compareText(c, blockedFile, cnfFile+" and a clause against each solution",
		func(w io.Writer) error {
			return c.read(cnfFile, func(r io.Reader) error {
				more := c.v.Result.Solutions.Int64()
				if err := sat.CopyFormula(c.ctx, w, cnfFile, r, more); err != nil {
					return ofFolder(err)
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
		c.v.checked("%s: is %s and a clause against each solution", blockedFile, cnfFile)
	}
	return err
}

// compareText compares a part with the output of write, and refuses it at the first byte that
// differs.
func compareText(c *reading, name, what string, write func(io.Writer) error) error {
	return c.read(name, func(r io.Reader) error {
		cmp := newComparer(c.ctx, name, "is not "+what, r)
		if err := write(cmp); err != nil {
			return err
		}
		return cmp.end()
	})
}

// checkProof checks a proof of the formula with a clause against each solution.
func checkProof(c *reading, name string, format sat.Format) error {
	var f *sat.Formula
	if err := c.read(cnfFile, func(r io.Reader) (err error) {
		f, err = sat.ReadFormula(c.ctx, cnfFile, r)
		return ofFolder(err)
	}); err != nil {
		return err
	}
	block := newBlocker(c.v.Model)
	if len(block.dead) > f.NumVars() {
		return &Refusal{cnfFile, "header", "fewer variables than options"}
	}
	if err := c.eachSolution(func(s cover.Solution) error {
		return f.Add(block.clause(s))
	}); err != nil {
		return err
	}
	return c.read(name, func(r io.Reader) error {
		return ofFolder(f.Check(c.ctx, format, name, r))
	})
}

// ofFolder returns a refusal of package sat as one of this package, and other errors as they are.
func ofFolder(err error) error {
	if r := (*sat.Refusal)(nil); errors.As(err, &r) {
		return (*Refusal)(r)
	}
	return err
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
