package export

import (
	"bufio"
	"fmt"
	"io"

	"github.com/exactile/exactile/encode/cover"
)

// writeMiniZinc writes m as a constraint model in MiniZinc, for any of its solvers: x[o+1] is 1 if
// option o is chosen. An item {n,n} is an equation, any other item an inequality for each of its
// bounds that can bind. Solutions are printed in the form of SAT solvers, an `s` and a `v` line
// each. Each option has a comment line. The error is that of w.
//
// Source: N. Nethercote and others, MiniZinc: Towards a Standard CP Modelling Language,
// CP 2007.
func writeMiniZinc(w io.Writer, m *cover.Model, label func(o int) string) error {
	b := bufio.NewWriterSize(w, 1<<16)
	if err := writeComments(b, "% ", comments(m, label)); err != nil {
		return err
	}
	n := len(m.Options)
	fmt.Fprintf(b, "array[1..%d] of var 0..1: x", n)
	if n == 0 {
		b.WriteString(" = []")
	}
	b.WriteString(";\n")
	for r := range rows(m) {
		b.WriteString("constraint sum([")
		writeTerms(b, r.options, ",", "x[", "]")
		if _, err := fmt.Fprintf(b, "]) %s %d;\n", r.relation, r.bound); err != nil {
			return err
		}
	}
	b.WriteString("solve satisfy;\n")
	fmt.Fprintf(b, "output [\"s SATISFIABLE\\nv\"] ++ "+
		"[if fix(x[o]) = 1 then \" \\(o)\" else \" -\\(o)\" endif | o in 1..%d] "+
		"++ [\" 0\\n\"];\n", n)
	return b.Flush()
}
