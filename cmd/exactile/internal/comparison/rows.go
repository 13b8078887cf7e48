package comparison

import (
	"fmt"
	"slices"

	"github.com/exactile/exactile/backends"
	"github.com/exactile/exactile/cmd/exactile/internal/statistics"
	"github.com/exactile/exactile/encode"
)

// A Row is a backend and what it did.
type Row struct {
	Backend string
	// Version is that of the engine or program behind it, "" if it does not say.
	Version string
	// FormulaBytes is the length of the whole formula as DIMACS, 0 if there is none.
	FormulaBytes int64
	// Runs are in the order they were made in. There is at least one.
	Runs []Run
}

// SplitEncoding parts a backend's name from its encoding, "" if it names none.
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
type End int

const (
	// Done is a run that found out what it was asked, or made its estimate.
	Done End = iota
	// TimedOut is one that its time limit ended.
	TimedOut
	// OutOfMemory is one that its memory limit ended.
	OutOfMemory
	// Interrupted is one that was ended from outside, or never began.
	Interrupted
	// Failed is one with an error.
	Failed
)

var ends = []string{
	Done: "done", TimedOut: "timeout", OutOfMemory: "memory", Interrupted: "stopped",
	Failed: "failed",
}

func (e End) String() string {
	if e < 0 || int(e) >= len(ends) {
		return fmt.Sprintf("End(%d)", int(e))
	}
	return ends[e]
}

// ParseEnd is the inverse of String.
func ParseEnd(text string) (End, error) {
	if k := slices.Index(ends, text); k >= 0 {
		return End(k), nil
	}
	return 0, fmt.Errorf("a run ends in no way called %.40q", text)
}

// Typical returns the report of the run with the median time, or, so that nothing
// is lost, that of one that ended in the worst way.
func (r *Row) Typical() backends.Report {
	runs := slices.Clone(r.Runs)
	slices.SortStableFunc(runs, func(a, b Run) int {
		if a.End != b.End {
			return int(b.End - a.End)
		}
		return int(a.Report.Elapsed - b.Report.Elapsed)
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
	// Every says that a spread is of all runs or of none: it would be of the lucky
	// ones alone if others had no time to get there.
	every bool
}

// Spread returns the spread of a measure over the row's runs, and whether it has
// one; runs that were interrupted do not count.
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

// The measures. Times are seconds; those of a run that did not come to its end
// are lower bounds, and no figures of it.
var (
	// Elapsed is from the model to the answer: wall time, without the start of the
	// process.
	Elapsed = Measure{func(r Run) (float64, bool) {
		return r.Report.Elapsed.Seconds(), r.End == Done
	}, true}
	// ToFirst is until the first solution was found and checked.
	ToFirst = Measure{func(r Run) (float64, bool) {
		return r.Report.First.Seconds(), r.Report.First > 0
	}, true}
	// CPU is user and system time of the run's process and of those it started.
	CPU = Measure{func(r Run) (float64, bool) {
		return r.Report.CPU.Seconds(), r.End == Done
	}, true}
	// Memory is the peak of the largest process of the run in bytes.
	Memory = Measure{func(r Run) (float64, bool) {
		return float64(r.Report.Memory), r.Report.Memory > 0
	}, false}
)

// A Verdict is what a comparison makes of a row, in a word or two.
type Verdict string

// The verdicts, the worst first.
const (
	FailedRun   Verdict = "failed"
	Contradicts Verdict = "NO"
	Timeout     Verdict = "timeout"
	NoMemory    Verdict = "memory"
	NotRun      Verdict = "stopped"
	Estimate    Verdict = "estimate" // counts neither for nor against anything
	Agrees      Verdict = "yes"
	Alone       Verdict = "alone" // finished, and no other has anything to agree with
)

// Finished reports whether the row's result is exact and contradicts no other.
func (v Verdict) Finished() bool { return v == Agrees || v == Alone }
