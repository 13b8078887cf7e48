package check

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"

	"github.com/exactile/exactile/encode/cover"
)

// This file compares the formulas of a certificate with the expected ones. The count does not rest
// on them: they are for readers who trust a checker of SAT proofs instead, and need correct
// formulas.

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
		name  string
		check func(context.Context, io.Reader, *clauses) error
		how   string
	}{
		{dratFile, checkDRAT, "by unit propagation"},
		{lratFile, checkLRAT, "by its hints"},
	} {
		if !c.lists(p.name) {
			continue
		}
		err := checkProof(c, p.name, p.check)
		switch {
		case errors.Is(err, ErrTooLarge):
			c.v.notChecked("%s: %v", p.name, ErrTooLarge)
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
	if errors.Is(err, ErrTooLarge) {
		c.v.notChecked("%s: %v", cnfFile, ErrTooLarge)
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
				if err := copyClauses(c, w, r); err != nil {
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
		c.v.checked("%s: is %s and a clause against each solution", blockedFile, cnfFile)
	}
	return err
}

// copyClauses copies a formula without its comments, and with a header that also counts one clause
// for each solution.
func copyClauses(c *reading, w io.Writer, r io.Reader) error {
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
					return &Refusal{cnfFile, fmt.Sprintf("line %d", number),
						"no header of a formula"}
				}
				skip = true
				fmt.Fprintf(out, "p cnf %d %d\n", vars, int64(n)+c.v.Result.Solutions.Int64())
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
			return fmt.Errorf("%s: %w", cnfFile, err)
		case number%(1<<12) == 0 && c.ctx.Err() != nil:
			return c.ctx.Err()
		}
	}
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
