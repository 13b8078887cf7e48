package process

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/big"

	"github.com/exactile/exactile/encode/cnf"
)

// Count runs the program as a model counter and returns the number of models of
// the clauses. A program that honours `c p show` lines counts them projected on
// the variables of show; for all others every variable outside show must be a
// function of those in it, or they count too many.
//
// The program may print the number as `s mc N`, `c s exact arb int N`, `s N` or as
// a line of its own, and more than once if it is the same each time. What Solve
// says of errors holds here, too. The profile must say that the program counts,
// and says whether the number is an estimate.
func (e *Engine) Count(ctx context.Context, show []cnf.Lit) (*big.Int, error) {
	if err := e.ready(ctx); err != nil {
		return nil, err
	}
	p := &e.program.Profile
	if p.Count == nil {
		return nil, e.fail(ctx, errors.New("it does not count, as far as its profile says"))
	}
	var notes cnf.Notes
	if p.Projects {
		notes.Show = show
	}
	var said tally
	err := e.run(ctx, p.Count, notes, func(output *limit) error { return said.read(output) }, func(code int, _ files) error {
		return said.judge(p, code)
	})
	if err != nil {
		return nil, e.fail(ctx, err)
	}
	return said.count, nil
}

// A tally is what a counter has said.
type tally struct {
	count          *big.Int
	some, none     bool // s SATISFIABLE, s UNSATISFIABLE
	otherwiseCount *big.Int
}

// status is what the tally means as the answer of a solver.
func (t *tally) status() cnf.Status {
	switch {
	case t.none || t.count != nil && t.count.Sign() == 0:
		return cnf.Unsatisfiable
	case t.some || t.count != nil:
		return cnf.Satisfiable
	}
	return cnf.Unknown
}

// judge returns why the tally, and how the program ended, are no answer.
func (t *tally) judge(p *Profile, code int) error {
	if code != 0 {
		if err := p.judge(t.status(), code); err != nil {
			return err
		}
	}
	switch {
	case t.otherwiseCount != nil:
		return fmt.Errorf("it counts both %s and %s", short(t.count), short(t.otherwiseCount))
	case t.some && t.none:
		return errors.New("it says both SATISFIABLE and UNSATISFIABLE")
	case t.count == nil && t.none:
		t.count = new(big.Int)
	case t.count == nil:
		return errors.New("it ended without a count")
	case t.count.Sign() == 0 && t.some:
		return errors.New("it says SATISFIABLE, and counts 0")
	case t.count.Sign() > 0 && t.none:
		return fmt.Errorf("it says UNSATISFIABLE, and counts %s", short(t.count))
	}
	return nil
}

// short spells a number, or the beginning of a long one.
func short(n *big.Int) string {
	text := n.String()
	if len(text) > 40 {
		return text[:40] + "..."
	}
	return text
}

// maxDigits bounds the counts that are read.
const maxDigits = 1 << 16

// read reads what a counter prints, line by line; lines that are too long for any
// count are passed over.
func (t *tally) read(r io.Reader) error {
	lines := bufio.NewReaderSize(r, maxDigits+64)
	for {
		line, err := lines.ReadSlice('\n')
		if errors.Is(err, bufio.ErrBufferFull) {
			for errors.Is(err, bufio.ErrBufferFull) {
				_, err = lines.ReadSlice('\n')
			}
		} else {
			t.line(line)
		}
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

// The words before a count, as the competitions and the programs have them.
var countMarks = []string{"c s exact arb int ", "c s approx arb int ", "s mc ", "s pmc ", "s "}

// line takes in what a line says, if anything.
func (t *tally) line(line []byte) {
	text := string(bytes.Join(bytes.Fields(line), []byte(" ")))
	switch text {
	case "s SATISFIABLE":
		t.some = true
		return
	case "s UNSATISFIABLE":
		t.none = true
		return
	}
	for _, mark := range countMarks {
		if rest, ok := bytes.CutPrefix([]byte(text), []byte(mark)); ok && isCount(rest) {
			t.number(string(rest))
			return
		}
	}
	if isCount([]byte(text)) {
		t.number(text)
	}
}

func isCount(text []byte) bool {
	for _, b := range text {
		if b < '0' || b > '9' {
			return false
		}
	}
	return len(text) > 0
}

// number takes in a count.
func (t *tally) number(digits string) {
	n, _ := new(big.Int).SetString(digits, 10)
	switch {
	case t.count == nil:
		t.count = n
	case t.count.Cmp(n) != 0:
		t.otherwiseCount = n
	}
}
