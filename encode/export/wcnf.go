package export

import (
	"bufio"
	"io"
	"strconv"

	"github.com/exactile/exactile/encode/cnf"
	"github.com/exactile/exactile/encode/cover"
)

// WCNF writes f, a formula of m whose first variables are the options, for MaxSAT solvers: hard
// clauses, and a soft one for each option with a weight. The cost of a model is the sum of the
// weights of its options, plus the amounts of the negative ones: a clause has no weight below 0.
// The error is that of w.
//
// Source: MaxSAT Evaluation 2022, rules: the input format without a header.
func WCNF(
	w io.Writer, m *cover.Model, f *cnf.Formula, weights []int, label func(o int) string,
) error {
	b := bufio.NewWriterSize(w, 1<<16)
	if err := writeComments(b, "c ", comments(m, label)); err != nil {
		return err
	}
	var line []byte
	clause := func(before string, lits ...cnf.Lit) error {
		line = append(line[:0], before...)
		for _, l := range lits {
			line = strconv.AppendInt(append(line, ' '), int64(l), 10)
		}
		_, err := b.Write(append(line, " 0\n"...))
		return err
	}
	for o, weight := range weights {
		l := -cnf.Lit(o + 1)
		if weight < 0 {
			l, weight = -l, -weight
		}
		if weight > 0 {
			_ = clause(strconv.Itoa(weight), l) // the next write fails, too
		}
	}
	for lits := range f.Clauses() {
		if err := clause("h", lits...); err != nil {
			return err
		}
	}
	return b.Flush()
}
