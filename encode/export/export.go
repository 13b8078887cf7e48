// Package export writes a cover model for other programs: SAT solvers and model counters,
// pseudo-Boolean solvers, dancing-links programs, cube-and-conquer solvers, constraint solvers.
//
// In every format option o is variable o+1 (or, in DLX, the option lines in order), and the
// solutions of the text are those of the model: hints, shards and dropped options are already items
// here. The package holds only formats; package encode makes the clauses, and package cnf writes
// DIMACS.
package export

import (
	"fmt"
	"io"
	"iter"
	"maps"
	"slices"
	"strings"

	"github.com/exactile/exactile/encode/cover"
)

// writers are the formats that express bounds directly.
var writers = map[string]func(w io.Writer, m *cover.Model, label func(o int) string) error{
	"asp": writeASP, "dlx": writeDLX, "lp": writeLP, "minizinc": writeMiniZinc, "opb": writeOPB,
	"smt2": writeSMT,
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
func Write(w io.Writer, format string, m *cover.Model, label func(o int) string) error {
	write := writers[format]
	if write == nil {
		names := slices.Sorted(maps.Keys(writers))
		return fmt.Errorf("export: no format is called %q: want one of %s",
			format, strings.Join(names, ", "))
	}
	return write(w, m, label)
}

// comments yields a line on the meaning of the variables, and one for each option.
func comments(m *cover.Model, label func(o int) string) iter.Seq[string] {
	if label == nil {
		label = itemNames(m)
	}
	return func(yield func(string) bool) {
		more := yield(fmt.Sprintf("%d items and %d options, which are the first variables:",
			len(m.Items), len(m.Options)))
		for o := 0; more && o < len(m.Options); o++ {
			more = yield(fmt.Sprintf("%d %s", o+1, label(o)))
		}
	}
}

// itemNames labels options by the names of their items, without added items, which do not identify
// an option.
func itemNames(m *cover.Model) func(o int) string {
	named := len(m.Items) - m.AddedItems
	return func(o int) string {
		var names []string
		for _, i := range m.Options[o] {
			if i < named {
				names = append(names, m.Items[i].Name)
			}
		}
		return strings.Join(names, " ")
	}
}
