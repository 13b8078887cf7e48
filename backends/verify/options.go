package verify

import (
	"time"

	"github.com/exactile/exactile/backends/registry"
	"github.com/exactile/exactile/encode/formats"
	"github.com/exactile/exactile/encode/proof/check"
)

// usualTimeout is the time for each puzzle and backend; see Checker.Timeout.
const usualTimeout = 10 * time.Second

// A Checker checks the claims of puzzles. The zero Checker uses the defaults.
type Checker struct {
	// Backends are the names of the backends, which all run; empty: the usual ones, until two
	// agree.
	Backends []string
	// Timeout limits each puzzle and backend, including reading; 0: ten seconds, below 0: no
	// limit. It is CPU time of this process and its children if the system reports that, so that a
	// busy machine takes nothing away; the wall clock may then show up to 20 times as much. A
	// backend that hardly runs gets wall time.
	Timeout time.Duration
	// Certified has each claim checked by the certificate that it names, and runs no backend. A
	// claim that names none stays Unfinished. UpdateFile ignores it.
	Certified bool
	// Recount limits the recount of a certificate.
	Recount check.Limits
	// Strict requires that every backend finishes.
	Strict bool
	// AllowUnclaimed lets Claims skip puzzles without claims. Their verdict stays Unclaimed.
	AllowUnclaimed bool
	// Work is how the backends work.
	Work registry.Options
	// Limits bound what is read.
	Limits formats.Limits
	// Watch, if not nil, is called before each run.
	Watch func(Step)

	step Step // the present file
}

// A Step is a run that begins: of a backend, or of the check of a certificate.
type Step struct {
	File, Puzzle string
	Backend      string
	Left         int // files after this one
}

// begins calls Watch.
func (c Checker) begins(puzzle, backend string) {
	if c.Watch != nil {
		c.step.Puzzle, c.step.Backend = puzzle, backend
		c.Watch(c.step)
	}
}

func (c Checker) limit() limit {
	if c.Timeout == 0 {
		return limit(usualTimeout)
	}
	return limit(max(c.Timeout, unlimited))
}
