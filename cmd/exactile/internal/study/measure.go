package study

// A Spread is the least, the middle and the greatest of some figures.
type Spread struct {
	Min    float64 `json:"min"`
	Median float64 `json:"median"`
	Max    float64 `json:"max"`
}

// A Measure is a figure of a run.
type Measure string

// The measures. Times are in seconds.
const (
	Elapsed    Measure = "elapsed" // wall time from the model to the answer
	ToFirst    Measure = "first"   // until the first solution was found and checked
	CPU        Measure = "cpu"     // user and system time of the run's process and its children
	SolverTime Measure = "solver"  // the solver's own time, see [SolverNote]
	Memory     Measure = "memory"  // the peak of the largest process of the run in bytes
)

// figure is a measure of a run, if it is known. The time of a run that did not finish is only a
// lower bound, and is left out.
func (r *Run) figure(m Measure) (value float64, known bool) {
	t := &r.Report
	switch m {
	case ToFirst:
		return t.First.Seconds(), t.First > 0
	case Memory:
		return float64(t.Memory), t.Memory > 0
	case CPU:
		return t.CPU.Seconds(), r.End == Done
	case SolverTime:
		if r.Solver == nil {
			return 0, false
		}
		return *r.Solver, r.End == Done
	}
	return t.Elapsed.Seconds(), r.End == Done
}
