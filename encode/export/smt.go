package export

import (
	"bufio"
	"fmt"
	"io"

	"github.com/exactile/exactile/encode/cover"
)

// writeSMT writes m as a script in SMT-LIB 2, in the logic QF_LIA: Boolean constants x1, x2, ...
// that are true if option 0, 1, ... is chosen, an assertion for each bound that can bind,
// check-sat, and a query for the values of all constants. It uses nothing else of the standard, so
// that every SMT solver reads it. Each option has a comment line. The error is that of w.
//
// Source: C. Barrett, P. Fontaine and C. Tinelli, The SMT-LIB Standard: Version 2.6, 2017.
func writeSMT(w io.Writer, m *cover.Model, label func(o int) string) error {
	b := bufio.NewWriterSize(w, 1<<16)
	if err := writeComments(b, "; ", comments(m, label)); err != nil {
		return err
	}
	b.WriteString("(set-option :produce-models true)\n(set-logic QF_LIA)\n")
	all := upTo(len(m.Options))
	writeTerms(b, all, "", "(declare-const x", " Bool)\n")
	for r := range rows(m) {
		fmt.Fprintf(b, "(assert (%s ", r.relation)
		switch len(r.options) {
		case 0:
			b.WriteByte('0')
		case 1:
			writeTerms(b, r.options, "", "(ite x", " 1 0)")
		default:
			b.WriteString("(+ ")
			writeTerms(b, r.options, " ", "(ite x", " 1 0)")
			b.WriteByte(')')
		}
		if _, err := fmt.Fprintf(b, " %d))\n", r.bound); err != nil {
			return err
		}
	}
	b.WriteString("(check-sat)\n")
	if len(all) > 0 {
		b.WriteString("(get-value (")
		writeTerms(b, all, " ", "x", "")
		b.WriteString("))\n")
	}
	return b.Flush()
}
