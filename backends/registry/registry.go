package registry

import (
	"fmt"
	"slices"
	"strings"

	"github.com/exactile/exactile/backends"
	"github.com/exactile/exactile/backends/internal/engines"
	"github.com/exactile/exactile/backends/sat"
	"github.com/exactile/exactile/encode"
	"github.com/exactile/exactile/internal/text"
)

// described lists the backends that need no outside program, without encodings, in
// the order in which they should be shown: the name, and what it is.
func described() (all [][2]string) {
	for _, s := range searchers {
		all = append(all, [2]string{s.name, s.text})
	}
	for _, e := range engines.Table {
		all = append(all, [2]string{
			e.Name, e.Text + "; takes an encoding, " + e.Encoding + " where none is named",
		})
		if e.Cardinality {
			all = append(all, [2]string{
				e.Name + "/" + engines.Cardinality,
				e.Text + " with its own constraints in place of clauses",
			})
		}
	}
	return append(all, [][2]string{
		{autoName, "what runs where no backend is named: arguments, a formula, native, " +
			"and a race for a few solutions"},
		{portfolioName, "native, and where that alone gets nowhere a race with SAT engines, " +
			"for counts, too"},
	}...)
}

// Names lists the backends that need no outside program, without encodings, in the order in which
// they should be shown.
func Names() []string {
	var names []string
	for _, d := range described() {
		names = append(names, d[0])
	}
	return names
}

// Text says in one line what the backend of one of the Names is.
func Text(name string) string {
	for _, d := range described() {
		if d[0] == name {
			return d[1]
		}
	}
	return ""
}

// Lookup returns the backend of a name:
//
//	native            the fast searcher
//	native/hunter     one for a first solution of large boards
//	native/beam       one for a first solution of large boards and many different pieces
//	native/plain      the simple one
//	gini              an engine with its usual encoding
//	gini/ENCODING     with another; ONE+MANY names one for bounds 1 and one for others
//	gophersat/cardinality     with the engine's own constraints, without clauses
//	auto              what runs when nobody names a backend; see package auto
//	portfolio         the same with a race for counts, too
//	process:PROGRAM           an outside SAT solver or model counter, by name or path
//	process:PROGRAM/ENCODING  if the part after the last slash is an encoding
//	process:PATH#ENCODING     whatever the path; # and nothing after it is the usual one
//
// An unknown name is an error that lists the names there are; an outside
// program that is not found is an error, too.
func Lookup(name string, o Options) (backends.Backend, error) {
	if command, ok := strings.CutPrefix(name, processPrefix); ok {
		return lookupProcess(name, command, o)
	}
	base, encoding, given := strings.Cut(name, "/")
	e, known := engines.Of(base)
	if o.Proofs == sat.InsistOnProofs {
		proves := e.Proves && encoding != engines.Cardinality // bounds have no proofs
		if known && !proves || !known && slices.Contains(Names(), name) {
			return nil, noProofs(name)
		}
	}
	if name == autoName || name == portfolioName {
		b := o.Auto()
		b.RaceCounts = name == portfolioName
		return b, nil
	}
	for _, s := range searchers {
		if s.name == name {
			return s.backend(o), nil
		}
	}
	if !known {
		return nil, unknown(name, o)
	}
	b, err := engineBackend(name, e, encoding, o)
	if given && encoding == "" {
		_, err = encode.Lookup(encoding)
	}
	if err != nil {
		return nil, fmt.Errorf("backend %q: %w", name, err)
	}
	return b, nil
}

func unknown(name string, o Options) error {
	return fmt.Errorf("no backend is called %q: want %s, process:PROGRAM, or one of these with "+
		"an encoding as in gini/sequential%s",
		name, strings.Join(Names(), ", "), hint(name, o))
}

// hint suggests another name: that of a backend, or process: with the name of a known
// outside program.
func hint(name string, o Options) string {
	base, encoding, given := strings.Cut(name, "/")
	programs := o.Known().Names()
	nearest, ok := text.Nearest(base, slices.Concat(Names(), programs))
	if !ok || !slices.Contains(programs, nearest) {
		return text.Hint(name, Names())
	}
	if given {
		nearest += "/" + encoding
	}
	return fmt.Sprintf("; did you mean %q?", "process:"+nearest)
}
