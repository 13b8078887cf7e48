package fakesolver

import (
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/exactile/exactile/encode/cnf"
)

// ReadFormula reads a formula that package cnf wrote, with one clause a line, and the variables of
// its `c p show` line; show is nil where there is none. The counts of the header must be those of
// the formula.
func ReadFormula(r io.Reader) (f *cnf.Formula, show []cnf.Lit, err error) {
	text, err := io.ReadAll(r)
	vars, clauses := -1, 0
	f = new(cnf.Formula)
	for line := range strings.Lines(string(text)) {
		shown, shows := strings.CutPrefix(line, "c p show ")
		switch {
		case err != nil:
			return nil, nil, err
		case shows:
			show, err = literals(shown)
		case strings.HasPrefix(line, "c"):
		case vars < 0:
			_, err = fmt.Sscanf(line, "p cnf %d %d\n", &vars, &clauses)
			f.AddVars(vars)
		default:
			var clause []cnf.Lit
			clause, err = literals(line)
			f.Add(clause...)
		}
	}
	if err == nil && (vars < 0 || f.NumClauses() != clauses) {
		err = errors.New("the header is not that of the clauses")
	}
	return f, show, errors.Join(err, f.Err())
}

// literals reads the literals before the 0 that ends a line.
func literals(line string) ([]cnf.Lit, error) {
	words := strings.Fields(line)
	lits := make([]cnf.Lit, len(words))
	for k, word := range words {
		n, err := strconv.ParseInt(word, 10, 32)
		if lits[k] = cnf.Lit(n); err != nil || (n == 0) != (k == len(words)-1) {
			return nil, fmt.Errorf("%q: want literals and a 0", line)
		}
	}
	return lits[:max(0, len(lits)-1)], nil
}
