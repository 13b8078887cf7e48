package export

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/exactile/exactile/encode/cover"
)

// OPB writes m for pseudo-Boolean solvers, which know bounds as they are: no
// encoding, no auxiliary variables. An item {n,n} is an equation; another one is
// an inequality for each of its bounds that can bind, the upper one written with
// negative coefficients since the format has only >= and =. Each option has a
// comment line. The error is that of w.
//
// A constraint needs a term in this format. An item that must be covered and
// that no option covers is therefore written as x1 >= 2, with a variable that is
// no option where there are none.
//
// Source: O. Roussel and V. Manquinho, Input/Output Format and Solver
// Requirements for the Competitions of Pseudo-Boolean Solvers, 2012.
func OPB(w io.Writer, m *cover.Model, label Label) error {
	constraints, vars := 0, len(m.Options)
	for c := range opbConstraints(m) {
		constraints++
		if len(c.options) == 0 {
			vars = max(vars, 1)
		}
	}
	b := bufio.NewWriterSize(w, 1<<16)
	fmt.Fprintf(b, "* #variable= %d #constraint= %d\n", vars, constraints)
	for text := range comments(m, label) {
		b.WriteString("* ")
		b.WriteString(strings.Map(oneLine, text))
		if err := b.WriteByte('\n'); err != nil {
			return err
		}
	}
	for c := range opbConstraints(m) {
		if err := c.write(b); err != nil {
			return err
		}
	}
	return b.Flush()
}

// oneLine replaces what could end a comment line.
func oneLine(r rune) rune {
	if r < ' ' {
		return ' '
	}
	return r
}

// opbConstraint says that coefficient times the number of the options that hold
// is at least bound, or equal to it.
type opbConstraint struct {
	options     []int
	coefficient int
	relation    string
	bound       int
}

// opbConstraints yields the constraints of m item by item.
func opbConstraints(m *cover.Model) func(yield func(opbConstraint) bool) {
	return func(yield func(opbConstraint) bool) {
		for i, options := range m.Covers() {
			low, high, n := m.Items[i].Min, m.Items[i].Max, len(options)
			more := true
			switch {
			case n == 0 && low > 0:
				more = yield(opbConstraint{nil, 1, ">=", 2})
			case n == 0:
			case low == high:
				more = yield(opbConstraint{options, 1, "=", low})
			default:
				if low > 0 {
					more = yield(opbConstraint{options, 1, ">=", low})
				}
				if more && high < n {
					more = yield(opbConstraint{options, -1, ">=", -high})
				}
			}
			if !more {
				return
			}
		}
	}
}

func (c *opbConstraint) write(b *bufio.Writer) error {
	options := c.options
	if len(options) == 0 {
		options = []int{0}
	}
	var text []byte
	for _, o := range options {
		text = fmt.Appendf(text[:0], "%+d x%d ", c.coefficient, o+1)
		if _, err := b.Write(text); err != nil {
			return err
		}
	}
	text = append(text[:0], c.relation...)
	text = append(text, ' ')
	text = strconv.AppendInt(text, int64(c.bound), 10)
	text = append(text, " ;\n"...)
	_, err := b.Write(text)
	return err
}
