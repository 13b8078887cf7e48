package comparison

import (
	"cmp"
	"slices"

	"github.com/exactile/exactile/backends"
	"github.com/exactile/exactile/cmd/exactile/internal/statistics"
	"github.com/exactile/exactile/encode"
)

// A Row is a backend and its runs.
type Row struct {
	Backend string
	// Version is the version of the engine or program behind it, "" if not known.
	Version string
	// Formula is zero if there is none.
	Formula Formula
	// Same is the row whose Runs these are, since the same engine gets the same formula there;
	// "" if they are its own.
	Same string
	// Runs are in the order in which they were made. There is at least one.
	Runs []Run
}

// A Formula describes the formula that a backend gets.
type Formula struct {
	// Bytes is its length as DIMACS, and Digest a hash of that text: of all of the formula, as an
	// engine gets it, after what follows without search has been fixed.
	Bytes  int64  `json:"dimacs_bytes,omitempty"`
	Digest string `json:"formula,omitempty"`
	// Variables and Clauses are those of the file that exactile export writes, which fixes less.
	Variables int `json:"exported_variables,omitempty"`
	Clauses   int `json:"exported_clauses,omitempty"`
}

// FormulaNote says which formula figures are of.
const FormulaNote = "Variables, clauses and DIMACS are of the formula that is solved, after what " +
	"follows without search is fixed; exported: of the file of exactile export."

// Same returns those of some backends to which the same engine and formula belong as to a
// backend; the backend itself if its formula is not known.
func Same(formulas map[string]Formula, backend string, among []string) []string {
	digest := formulas[backend].Digest
	engine, _ := SplitEncoding(backend)
	var same []string
	for _, name := range among {
		if digest != "" && formulas[name].Digest == digest {
			if other, _ := SplitEncoding(name); other == engine {
				same = append(same, name)
			}
		}
	}
	if len(same) == 0 {
		return []string{backend}
	}
	return same
}

// SplitEncoding splits a backend's name into engine and encoding, "" if it names none.
func SplitEncoding(name string) (engine, encoding string) {
	for at, c := range name {
		if c == '/' {
			if _, err := encode.Lookup(name[at+1:]); err == nil {
				return name[:at], name[at+1:]
			}
		}
	}
	return name, ""
}

// A Run is one run of a backend, in a process of its own.
type Run struct {
	Report backends.Report
	End    End
	Seed   uint64
	// Solver is the processor time of the solver alone in seconds, nil if not known.
	Solver *float64
}

// An End is how a run ended.
type End string

// The ends.
const (
	Done        End = "done"    // it answered its question, or made its estimate
	TimedOut    End = "timeout" // its time limit ended it
	OutOfMemory End = "memory"  // its memory limit ended it
	Interrupted End = "stopped" // it was ended from outside, or never began
	Failed      End = "failed"  // with an error
)

// Ends are all ends, the worst last.
var Ends = []End{Done, TimedOut, OutOfMemory, Interrupted, Failed}

// own returns the runs of this row, not those of another with the same formula.
func (r *Row) own() []Run {
	if r.Same != "" {
		return nil
	}
	return r.Runs
}

// Seeds returns with how many seeds the row was run.
func (r *Row) Seeds() int {
	seeds := make(map[uint64]bool)
	for _, run := range r.Runs {
		seeds[run.Seed] = true
	}
	return len(seeds)
}

// Typical returns the report of the run with the median time. If a run is not Done, it returns
// the report of the run with the worst end, so that no failure is hidden.
func (r *Row) Typical() backends.Report {
	runs := slices.Clone(r.Runs)
	slices.SortStableFunc(runs, func(a, b Run) int {
		return cmp.Or(slices.Index(Ends, b.End)-slices.Index(Ends, a.End),
			cmp.Compare(a.Report.Elapsed, b.Report.Elapsed))
	})
	if runs[0].End != Done {
		return runs[0].Report
	}
	return runs[(len(runs)-1)/2].Report
}

// A Spread is the least, the middle and the greatest of some figures.
type Spread struct {
	Min    float64 `json:"min"`
	Median float64 `json:"median"`
	Max    float64 `json:"max"`
}

// A Measure is a figure of a run.
type Measure struct {
	of func(r Run) (value float64, ok bool)
	// every is set if a spread needs the values of all runs: with the values of the lucky ones
	// alone it would mislead.
	every bool
}

// Of returns the figure of a run, and whether it has one.
func (m Measure) Of(r Run) (value float64, ok bool) { return m.of(r) }

// Spread returns the spread of a measure over the row's runs, and whether there is one.
// Interrupted runs do not count.
func (r *Row) Spread(m Measure) (s Spread, ok bool) {
	var values []float64
	for _, run := range r.own() {
		v, ok := m.of(run)
		switch {
		case ok:
			values = append(values, v)
		case m.every && run.End != Interrupted:
			return Spread{}, false
		}
	}
	if len(values) == 0 {
		return Spread{}, false
	}
	slices.Sort(values)
	return Spread{
		Min: values[0], Median: statistics.Median(values), Max: values[len(values)-1],
	}, true
}

// The measures. Times are in seconds. The time of a run that did not finish is only a lower
// bound, and is left out.
var (
	// Elapsed is the wall time from the model to the answer, without the start of the process.
	Elapsed = Measure{func(r Run) (float64, bool) {
		return r.Report.Elapsed.Seconds(), r.End == Done
	}, true}
	// ToFirst is the time until the first solution was found and checked.
	ToFirst = Measure{func(r Run) (float64, bool) {
		return r.Report.First.Seconds(), r.Report.First > 0
	}, true}
	// CPU is user and system time of the run's process and its children.
	CPU = Measure{func(r Run) (float64, bool) {
		return r.Report.CPU.Seconds(), r.End == Done
	}, true}
	// SolverCPU is processor time without what exactile adds, see [SolverNote].
	SolverCPU = Measure{func(r Run) (float64, bool) {
		if r.End != Done || r.Solver == nil {
			return 0, false
		}
		return *r.Solver, true
	}, true}
	// Memory is the peak of the largest process of the run in bytes.
	Memory = Measure{func(r Run) (float64, bool) {
		return float64(r.Report.Memory), r.Report.Memory > 0
	}, false}
)

// SolverNote says what [SolverCPU] is.
const SolverNote = "the solver's own processor time, user and system: of an outside program and " +
	"of an isolated engine that of its processes; of an engine in exactile's process that of the " +
	"run, with the encoding and the check of its solutions, without start, reading and compiling"

// A Verdict is the result of a row in a comparison.
type Verdict string

// The verdicts, the worst first.
const (
	FailedRun   Verdict = "failed"
	Contradicts Verdict = "NO"
	Timeout     Verdict = "timeout"
	NoMemory    Verdict = "memory"
	NotRun      Verdict = "stopped"
	Estimate    Verdict = "estimate" // neither agrees nor contradicts
	Agrees      Verdict = "yes"
	Alone       Verdict = "alone" // the only row that finished
	SameFormula Verdict = "same"  // the result is that of the row with the same formula
)

// Finished reports whether the row's result is exact and contradicts no other.
func (v Verdict) Finished() bool { return v == Agrees || v == Alone }
