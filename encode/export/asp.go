package export

import (
	"bufio"
	"fmt"
	"io"

	"github.com/exactile/exactile/encode/cover"
)

// writeASP writes m as an answer set program for clingo, or gringo and clasp: x(o+1) holds if
// option o is chosen, a choice rule allows any set, and an integrity constraint for each bound
// limits how many options of an item hold. Answer sets are solutions, one for one: only x is shown.
// Each option has a comment line. The error is that of w.
//
// Source: M. Gebser, R. Kaminski, B. Kaufmann and T. Schaub, Answer Set Solving in
// Practice, 2012; F. Calimeri and others, ASP-Core-2 Input Language Format, 2020.
func writeASP(w io.Writer, m *cover.Model, label func(o int) string) error {
	b := bufio.NewWriterSize(w, 1<<16)
	if err := writeComments(b, "% ", comments(m, label)); err != nil {
		return err
	}
	fmt.Fprintf(b, "{ x(1..%d) }.\n", len(m.Options))
	for r := range rows(m) {
		b.WriteString(":- not { ")
		writeTerms(b, r.options, "; ", "x(", ")")
		if _, err := fmt.Fprintf(b, " } %s %d.\n", r.relation, r.bound); err != nil {
			return err
		}
	}
	b.WriteString("#show x/1.\n")
	return b.Flush()
}
