package comparison

import "slices"

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
// one; runs that were interrupted do not count. The median of an even number of
// figures is the mean of the middle two.
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
	n := len(values)
	return Spread{Min: values[0], Median: (values[(n-1)/2] + values[n/2]) / 2, Max: values[n-1]}, true
}

// The measures. Times are seconds; those of a run that did not come to its end
// are lower bounds, and no figures of it.
var (
	// Elapsed is from the model to the answer: wall time, without the start of the
	// process.
	Elapsed = Measure{func(r Run) (float64, bool) { return r.Report.Elapsed.Seconds(), r.End == Done }, true}
	// ToFirst is until the first solution was found and checked.
	ToFirst = Measure{func(r Run) (float64, bool) { return r.Report.First.Seconds(), r.Report.First > 0 }, true}
	// CPU is user and system time of the run's process and of those it started.
	CPU = Measure{func(r Run) (float64, bool) { return r.Report.CPU.Seconds(), r.End == Done }, true}
	// Memory is the peak of the largest process of the run in bytes.
	Memory = Measure{func(r Run) (float64, bool) { return float64(r.Report.Memory), r.Report.Memory > 0 }, false}
)
