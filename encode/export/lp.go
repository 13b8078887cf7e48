package export

import (
	"bufio"
	"fmt"
	"io"
	"slices"

	"github.com/exactile/exactile/encode/cover"
)

// writeLP writes m as an integer program in CPLEX's LP format, which every MIP solver reads: binary
// x1, x2, ... that are 1 if option 0, 1, ... is chosen, a row for each bound that can bind, and an
// objective of zero. The objective names all variables, so that variable N is column N. Each option
// has a comment line. The error is that of w.
//
// The format has no rows without variables: an item that must be covered but has no option is
// written as x1 >= 2, and a model without options gets one variable.
//
// Source: IBM, CPLEX file formats: LP; A. Makhorin, GNU Linear Programming Kit, reference
// manual, appendix C.
func writeLP(w io.Writer, m *cover.Model, label func(o int) string) error {
	b := bufio.NewWriterSize(w, 1<<16)
	if err := writeComments(b, "\\ ", comments(m, label)); err != nil {
		return err
	}
	all := upTo(max(1, len(m.Options)))
	b.WriteString("Minimize\n obj:")
	writeColumns(b, all, " + ", "0 ")
	b.WriteString("\nSubject To\n")
	some := false
	for r := range rows(m) {
		if some = true; len(r.options) == 0 {
			r = row{options: []int{0}, relation: ">=", bound: 2}
		}
		writeColumns(b, r.options, " + ", "")
		if _, err := fmt.Fprintf(b, " %s %d\n", r.relation, r.bound); err != nil {
			return err
		}
	}
	if !some {
		b.WriteString(" x1 >= 0\n") // readers need a row
	}
	b.WriteString("Binary\n")
	writeColumns(b, all, " ", "")
	b.WriteString("\nEnd\n")
	return b.Flush()
}

// lineTerms is the number of variables on a line of an LP file: readers limit the length of lines,
// some to 255 bytes.
const lineTerms = 12

// writeColumns writes the variables of options, each with a factor before it. A write error shows
// at the next write.
func writeColumns(b *bufio.Writer, options []int, between, factor string) {
	before := " "
	for line := range slices.Chunk(options, lineTerms) {
		b.WriteString(before)
		writeTerms(b, line, between, factor+"x", "")
		before = "\n" + between
	}
}
