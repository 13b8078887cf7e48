package registry

import (
	"cmp"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/exactile/exactile/backends"
	"github.com/exactile/exactile/backends/internal/process"
	"github.com/exactile/exactile/backends/sat"
	"github.com/exactile/exactile/encode"
	"github.com/exactile/exactile/internal/contain"
	"github.com/exactile/exactile/internal/text"
)

// processEncoding is the default encoding for outside programs that read only clauses.
const processEncoding = "product"

// lookupProcess returns the backend of an outside program: a solver or a counter,
// by its profile.
func lookupProcess(name, command string, o Options) (backends.Backend, error) {
	path, encoding := splitProcess(command)
	if _, err := encode.Lookup(cmp.Or(encoding, processEncoding)); err != nil {
		return nil, fmt.Errorf("backend %q: %w", name, err)
	}
	program, err := o.Known().Find(path)
	if err != nil {
		others := slices.DeleteFunc(o.Known().Names(),
			func(known string) bool { return known == path })
		return nil, fmt.Errorf("backend %q: %w%s", name, err, text.Hint(path, others))
	}
	chosen, err := chooseInput(program, encoding)
	if err != nil {
		return nil, fmt.Errorf("backend %q: %w", name, err)
	}
	program.Memory = o.childMemory()
	program.Prove = o.Proofs != sat.Trust
	if o.Proofs == sat.InsistOnProofs && (program.Profile.Prove == nil || program.Constraints) {
		return nil, noProofs(name)
	}
	if program.Profile.Count != nil {
		return sat.Counter{
			Name: name, Encoding: chosen, Estimates: program.Profile.Approximate,
			Enumerate: o.Enumerate, NoReduce: o.NoReduce,
			New: func() sat.CountingEngine { return process.NewEngine(program) },
		}, nil
	}
	b := satBackend(name, o)
	b.Encoding, b.ListsAlone = chosen, program.Profile.List != nil
	b.Open = func() (func() sat.Engine, func()) {
		own := *program
		own.Runner = new(contain.Runner)
		return func() sat.Engine { return process.NewEngine(&own) }, own.Runner.Close
	}
	return b, nil
}

// chooseInput gives the program constraints if it reads them and no encoding is named, and
// otherwise returns the encoding of its clauses.
func chooseInput(program *process.Program, encoding string) (encode.Encoding, error) {
	input := program.Profile.Input
	program.Constraints = encoding == "" && input != process.CNF
	switch {
	case program.Constraints:
		return encode.Encoding{}, nil
	case input == process.OPB:
		return encode.Encoding{}, fmt.Errorf("by its profile %s reads pseudo-Boolean constraints, "+
			"not clauses: name no encoding", filepath.Base(program.Path))
	}
	return encode.Lookup(cmp.Or(encoding, processEncoding))
}

// noProofs is the error for a backend that writes no proofs where they are required.
func noProofs(name string) error {
	return fmt.Errorf("backend %q: it writes no proofs that could be checked: want gophersat, "+
		"or a program whose profile says how it writes them", name)
}

// Program returns the outside program in the name of a backend, as Lookup accepts it,
// and whether there is one.
func Program(name string) (program string, outside bool) {
	command, outside := strings.CutPrefix(name, processPrefix)
	if !outside {
		return "", false
	}
	program, _ = splitProcess(command)
	return program, true
}

// processPrefix begins the names of backends of outside programs.
const processPrefix = "process:"

// splitProcess separates a program from its encoding, which is "" if none is named. What follows
// a slash may be both: names of encodings and paths have slashes.
func splitProcess(command string) (program, encoding string) {
	if at := strings.LastIndexByte(command, '#'); at >= 0 {
		return command[:at], command[at+1:]
	}
	for at, c := range command {
		if c != '/' {
			continue
		}
		if _, err := encode.Lookup(command[at+1:]); err == nil {
			return command[:at], command[at+1:]
		}
	}
	if at := strings.LastIndexByte(command, '/'); at >= 0 {
		// A pair with only the second name wrong is an encoding, too: its error is better
		// than that of a program that is not found.
		first, _, _ := strings.Cut(command[at+1:], "+")
		if slices.Contains(encode.Names(), first) {
			return command[:at], command[at+1:]
		}
	}
	return command, ""
}
