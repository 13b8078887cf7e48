package export

import (
	"bufio"
	"fmt"
	"io"
	"iter"
	"strconv"

	"github.com/exactile/exactile/encode/cnf"
	"github.com/exactile/exactile/encode/cover"
)

// writeOPB writes m for pseudo-Boolean solvers, which support bounds directly: no encoding, no
// auxiliary variables. An item {n,n} is an equation, any other item an inequality for each of its
// bounds that can bind. Each option has a comment line. The error is that of w.
func writeOPB(w io.Writer, m *cover.Model, label func(o int) string, weights ...int) error {
	return WriteConstraints(w, len(m.Options), comments(m, label), constraints(m), weights...)
}

// A Constraint requires that at least Bound of some literals, of distinct variables, hold, or
// exactly Bound. A clause has Bound 1; at most k of n is written as at least n-k of the negations.
type Constraint struct {
	Lits    []cnf.Lit
	Bound   int
	Exactly bool
}

// WriteConstraints writes constraints of the variables 1 to vars in the format OPB, after the
// comments, which may be nil. It iterates over the constraints twice. Weights of the first
// variables are an objective: their sum over the true ones is to be minimal. The error is that
// of w.
//
// Not all solvers read negated variables, so a negative literal is written as 1 minus its variable.
// Each constraint needs a term: one without literals that cannot hold is written as x1 >= 2, with
// one variable if there are none.
//
// Source: O. Roussel and V. Manquinho, Input/Output Format and Solver
// Requirements for the Competitions of Pseudo-Boolean Solvers, 2012.
func WriteConstraints(
	w io.Writer, vars int, comments iter.Seq[string], constraints iter.Seq[Constraint],
	weights ...int,
) error {
	n := 0
	for c := range constraints {
		if !c.idle() {
			n++
			vars = max(vars, 1)
		}
	}
	b := bufio.NewWriterSize(w, 1<<16)
	fmt.Fprintf(b, "* #variable= %d #constraint= %d\n", vars, n)
	if comments != nil {
		if err := writeComments(b, "* ", comments); err != nil {
			return err
		}
	}
	if len(weights) > 0 {
		b.WriteString("min:")
		for o, weight := range weights {
			if weight != 0 {
				fmt.Fprintf(b, " %+d x%d", weight, o+1)
			}
		}
		b.WriteString(" ;\n")
	}
	for c := range constraints {
		if err := c.write(b); err != nil {
			return err
		}
	}
	return b.Flush()
}

// idle reports whether the constraint always holds and has no literals to write.
func (c Constraint) idle() bool {
	return len(c.Lits) == 0 && c.Bound <= 0 && (c.Bound == 0 || !c.Exactly)
}

func (c Constraint) write(b *bufio.Writer) error {
	switch {
	case c.idle():
		return nil
	case len(c.Lits) == 0:
		c = Constraint{Lits: []cnf.Lit{1}, Bound: 2}
	}
	bound := c.Bound
	var text []byte
	for _, l := range c.Lits {
		sign := "+1 x"
		if !l.Positive() {
			sign = "-1 x"
			bound--
		}
		text = append(strconv.AppendInt(append(text[:0], sign...), int64(l.Var()), 10), ' ')
		if _, err := b.Write(text); err != nil {
			return err
		}
	}
	relation := ">= "
	if c.Exactly {
		relation = "= "
	}
	text = append(strconv.AppendInt(append(text[:0], relation...), int64(bound), 10), " ;\n"...)
	_, err := b.Write(text)
	return err
}

// constraints yields the rows of m.
func constraints(m *cover.Model) iter.Seq[Constraint] {
	return func(yield func(Constraint) bool) {
		var lits []cnf.Lit
		for r := range rows(m) {
			lits = lits[:0]
			for _, o := range r.options {
				lits = append(lits, cnf.Lit(o+1))
			}
			c := Constraint{Lits: lits, Bound: r.bound, Exactly: r.relation == "="}
			if r.relation == "<=" {
				for k := range lits {
					lits[k] = lits[k].Not()
				}
				c.Bound = len(lits) - r.bound
			}
			if !yield(c) {
				return
			}
		}
	}
}
