package study

// A Spread is the least, the middle and the greatest of some figures.
type Spread struct {
	Min    float64 `json:"min"`
	Median float64 `json:"median"`
	Max    float64 `json:"max"`
}

// A Measure is a figure of a run.
type Measure struct {
	of func(r *Run) (value float64, ok bool)
	// every is set if a spread needs the values of all runs: with the values of the lucky ones
	// alone it would mislead.
	every bool
}

// The measures. Times are in seconds. The time of a run that did not finish is only a lower
// bound, and is left out.
var (
	// Elapsed is the wall time from the model to the answer, without the start of the process.
	Elapsed = Measure{func(r *Run) (float64, bool) {
		return r.Report.Elapsed.Seconds(), r.End == Done
	}, true}
	// ToFirst is the time until the first solution was found and checked.
	ToFirst = Measure{func(r *Run) (float64, bool) {
		return r.Report.First.Seconds(), r.Report.First > 0
	}, true}
	// CPU is user and system time of the run's process and its children.
	CPU = Measure{func(r *Run) (float64, bool) {
		return r.Report.CPU.Seconds(), r.End == Done
	}, true}
	// SolverTime is the solver's own time, see [SolverNote].
	SolverTime = Measure{func(r *Run) (float64, bool) {
		if r.End != Done || r.Solver == nil {
			return 0, false
		}
		return *r.Solver, true
	}, true}
	// Memory is the peak of the largest process of the run in bytes.
	Memory = Measure{func(r *Run) (float64, bool) {
		return float64(r.Report.Memory), r.Report.Memory > 0
	}, false}
)
