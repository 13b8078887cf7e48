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
	// FormulaBytes is the length of the whole formula as DIMACS, 0 if there is none.
	FormulaBytes int64
	// Runs are in the order in which they were made. There is at least one.
	Runs []Run
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

// Spread returns the spread of a measure over the row's runs, and whether there is one.
// Interrupted runs do not count.
func (r *Row) Spread(m Measure) (s Spread, ok bool) {
	var values []float64
	for _, run := range r.Runs {
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
	// Memory is the peak of the largest process of the run in bytes.
	Memory = Measure{func(r Run) (float64, bool) {
		return float64(r.Report.Memory), r.Report.Memory > 0
	}, false}
)

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
)

// Finished reports whether the row's result is exact and contradicts no other.
func (v Verdict) Finished() bool { return v == Agrees || v == Alone }
