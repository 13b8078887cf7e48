package process

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"syscall"

	"github.com/exactile/exactile/encode/cnf"
	"github.com/exactile/exactile/encode/proof/check/sat"
)

// A Profile is how a program is called and how it answers. profiles.yaml
// explains each field; its keys have the fields' names in lower case.
type Profile struct {
	// Name is the program's file name, or the beginning of it.
	Name string
	// Input is the kind of file that the program reads.
	Input Input
	// Solve, List and Count are the arguments that make the program look for one
	// model, print all, or count them; nil if it cannot.
	Solve []string
	List  []string
	Count []string
	// Prove is Solve, with a proof written to a file if there is no model, in the format
	// Proof; nil if the program cannot.
	Prove []string
	Proof sat.Format
	// ProofBytes is how many bytes of a proof are kept; 0 is 2^30. A longer one is an error.
	ProofBytes int64
	// Most is the number of models after which List gets slow, 0 for never.
	Most int
	// Model is how the program prints models: "lines" or "result".
	Model string
	// Satisfiable, Unsatisfiable and Complete are exit statuses.
	Satisfiable   []int
	Unsatisfiable []int
	Complete      []int
	// Approximate is set if counts are estimates.
	Approximate bool
	// Projects is set if the program honours `c p show` lines.
	Projects bool
	// Beside is set if the program must be started in its own folder.
	Beside bool
	// Version is the arguments that make it print its version, nil if there are
	// none, and Match a regular expression whose group is the version in that
	// output; empty is the first line.
	Version []string
	Match   string
}

// An Input is what a program reads.
type Input string

const (
	CNF    Input = "cnf"    // clauses, as DIMACS
	OPB    Input = "opb"    // pseudo-Boolean constraints
	Either Input = "either" // both, told apart by the file
)

// The places of file names in arguments.
const (
	formulaPlace = "{formula}"
	resultPlace  = "{result}"
	proofPlace   = "{proof}"
	dirPlace     = "{dir}"
)

// The ways in which programs print models.
const (
	modelLines  = "lines"
	modelResult = "result"
)

// complete sets the fields that the file leaves out to their defaults.
func (p *Profile) complete() {
	if p.Input == "" {
		p.Input = CNF
	}
	if p.Model == "" {
		p.Model = modelLines
	}
	if p.Prove != nil && p.Proof == "" {
		p.Proof = sat.DRAT
	}
	if p.Satisfiable == nil {
		p.Satisfiable = []int{10}
		if p.Input == OPB {
			p.Satisfiable = append(p.Satisfiable, 30) // OPTIMUM FOUND
		}
	}
	if p.Unsatisfiable == nil {
		p.Unsatisfiable = []int{20}
	}
}

// generic is the profile of an unknown program: it follows the rules of the SAT competitions.
func generic() Profile {
	p := Profile{Solve: []string{formulaPlace}}
	p.complete()
	return p
}

// version finds the version in the output of a program.
func (p *Profile) version(said string) string {
	said = strings.TrimSpace(said)
	if p.Match != "" {
		match := regexp.MustCompile("(?m)" + p.Match).FindStringSubmatch(said)
		if match == nil {
			return ""
		}
		return strings.TrimSpace(match[1])
	}
	line, _, _ := strings.Cut(said, "\n")
	return strings.TrimSpace(line)
}

// checkExit compares the answer of a program with its exit status and returns an error unless they
// agree. Exit status 0 agrees with every answer, but there must be one. A status that the
// profile does not list is a failure.
func (p *Profile) checkExit(said cnf.Status, code int) error {
	status := cnf.Unknown
	switch {
	case code == 0:
		status = said
	case slices.Contains(p.Satisfiable, code):
		status = cnf.Satisfiable
	case slices.Contains(p.Unsatisfiable, code):
		status = cnf.Unsatisfiable
	default:
		return fmt.Errorf("it failed: exit status %d%s", code, shellSignal(code))
	}
	switch {
	case said == cnf.Unknown:
		return fmt.Errorf("it ended with exit status %d and no answer", code)
	case said != status:
		return fmt.Errorf("it prints %v, but its exit status %d means %v", said, code, status)
	}
	return nil
}

// shellSignal names the signal of an exit status: a shell ends with 128 + N if its program
// was ended by signal N. It is "" for other statuses.
func shellSignal(code int) string {
	const base, most = 128, 31
	if code <= base || code > base+most {
		return ""
	}
	return fmt.Sprintf(" (%v, as a shell says it)", syscall.Signal(code-base))
}
