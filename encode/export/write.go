package export

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/exactile/exactile/encode/cover"
)

// writers are the formats that express bounds directly.
var writers = map[string]func(w io.Writer, m *cover.Model, label func(o int) string) error{
	"asp": writeASP, "dlx": writeDLX, "lp": writeLP, "minizinc": writeMiniZinc, "smt2": writeSMT,
	"opb": nil, // which has an objective, too
}

// Write writes m in a format that needs no clauses for bounds:
//
//	opb       pseudo-Boolean constraints
//	dlx       items and options of Knuth's programs
//	minizinc  a constraint model
//	asp       an answer set program, for clingo
//	lp        an integer program in CPLEX's format, for MIP solvers
//	smt2      SMT-LIB 2, in the logic QF_LIA
//
// Each format but dlx has a comment line for each option, with its label: a placement in terms of
// the puzzle, on one line. A nil label names an option by its items. The error is that of w, an
// unknown format, or in dlx an item whose name cannot be written.
//
// Weights of the options are an objective, whose sum over the chosen ones is to be minimal; only
// opb has one.
func Write(
	w io.Writer, format string, m *cover.Model, label func(o int) string, weights ...int,
) error {
	write := writers[format]
	switch {
	case format == "opb":
		return writeOPB(w, m, label, weights...)
	case len(weights) > 0:
		return fmt.Errorf("export: %s has no objective", format)
	case write == nil:
		names := slices.Sorted(maps.Keys(writers))
		return fmt.Errorf("export: no format is called %q: want one of %s",
			format, strings.Join(names, ", "))
	}
	return write(w, m, label)
}
