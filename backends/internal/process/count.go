package process

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/big"
	"regexp"
	"sync"

	"github.com/exactile/exactile/encode/cnf"
)

// A countOutput is the numbers and the status that a model counter has printed.
type countOutput struct {
	count                      *big.Int
	satisfiable, unsatisfiable bool // s SATISFIABLE, s UNSATISFIABLE
	otherCount                 *big.Int
	estimates                  bool // it calls a count approximate
}

// status is the output as the answer of a solver.
func (t *countOutput) status() cnf.Status {
	switch {
	case t.unsatisfiable || t.count != nil && t.count.Sign() == 0:
		return cnf.Unsatisfiable
	case t.satisfiable || t.count != nil:
		return cnf.Satisfiable
	}
	return cnf.Unknown
}

// check returns an error unless the output and the exit status together are an answer.
func (t *countOutput) check(p *Profile, code int) error {
	if code != 0 {
		if err := p.checkExit(t.status(), code); err != nil {
			return err
		}
	}
	switch {
	case t.estimates && !p.Approximate:
		return errors.New("it prints an estimate, but its profile has no approximate: true")
	case t.otherCount != nil:
		return fmt.Errorf("it prints two counts, %s and %s", short(t.count), short(t.otherCount))
	case t.satisfiable && t.unsatisfiable:
		return errors.New("it prints SATISFIABLE and UNSATISFIABLE")
	case t.count == nil && t.unsatisfiable:
		t.count = new(big.Int)
	case t.count == nil:
		return errors.New("it ended without a count")
	case t.count.Sign() == 0 && t.satisfiable:
		return errors.New("it prints SATISFIABLE and counts 0")
	case t.count.Sign() > 0 && t.unsatisfiable:
		return fmt.Errorf("it prints UNSATISFIABLE and counts %s", short(t.count))
	}
	return nil
}

// short returns a number as text, or the first digits of a long one.
func short(n *big.Int) string {
	text := n.String()
	if len(text) > 40 {
		return text[:40] + "..."
	}
	return text
}

// maxDigits bounds the counts that are read.
const maxDigits = 1 << 16

// read reads the output of a counter, line by line. It skips lines that are too long to hold
// a count.
func (t *countOutput) read(r io.Reader) error {
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

// countLine matches a line with a count, in the forms of the competitions and of the programs.
// It is compiled on first use, since most commands never need it.
var countLine = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(
		`^\s*(?:c\s+s\s+(?:exact|(approx))\s+arb\s+int\s+|s\s+(?:p?mc\s+)?)?(\d+)\s*$`,
	)
})

// line adds the count or status of a line to the output, if it has one.
func (t *countOutput) line(line []byte) {
	switch text := string(bytes.Join(bytes.Fields(line), []byte(" "))); text {
	case "s SATISFIABLE":
		t.satisfiable = true
	case "s UNSATISFIABLE":
		t.unsatisfiable = true
	default:
		if match := countLine().FindSubmatch(line); match != nil {
			t.estimates = t.estimates || len(match[1]) > 0
			t.number(string(match[2]))
		}
	}
}

// number adds a count to the output.
func (t *countOutput) number(digits string) {
	n, _ := new(big.Int).SetString(digits, 10)
	switch {
	case t.count == nil:
		t.count = n
	case t.count.Cmp(n) != 0:
		t.otherCount = n
	}
}
