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
	"iter"
	"strings"

	"github.com/exactile/exactile/encode/cover"
)

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
