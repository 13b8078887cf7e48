package comparison

import (
	"encoding/json"

	"github.com/exactile/exactile/backends"
)

// rowJSON is a report with the keys that a comparison adds.
type rowJSON struct {
	report backends.Report
	extra  rowExtra
}

type rowExtra struct {
	Verdict Verdict `json:"verdict"`
	Version string  `json:"version,omitempty"`
	Formula
	Same   string            `json:"same_formula_as,omitempty"` // the report is that row's
	Spread map[string]Spread `json:"spread,omitempty"`
	Runs   []runJSON         `json:"runs"`
}

type runJSON struct {
	End     End     `json:"end"`
	Elapsed float64 `json:"elapsed"`
	First   float64 `json:"first,omitempty"`
	CPU     float64 `json:"cpu"`
	Memory  int64   `json:"memory"`
	Seed    uint64  `json:"seed"`
	// Solver is the solver's own processor time, see [SolverNote].
	Solver *float64 `json:"solver_cpu,omitempty"`
}

// jsonOf returns a row with its verdict.
func jsonOf(r *Row, verdict Verdict) rowJSON {
	extra := rowExtra{
		Verdict: verdict, Version: r.Version, Formula: r.Formula, Same: r.Same,
		Spread: make(map[string]Spread), Runs: []runJSON{},
	}
	for name, measure := range map[string]Measure{
		"elapsed": Elapsed, "first": ToFirst, "cpu": CPU, "solver_cpu": SolverCPU,
		"memory": Memory,
	} {
		if s, ok := r.Spread(measure); ok {
			extra.Spread[name] = s
		}
	}
	for _, run := range r.own() {
		extra.Runs = append(extra.Runs, runJSON{
			run.End, run.Report.Elapsed.Seconds(), run.Report.First.Seconds(),
			run.Report.CPU.Seconds(), run.Report.Memory, run.Seed, run.Solver,
		})
	}
	report := r.Typical()
	report.Backend = r.Backend
	return rowJSON{report, extra}
}

// MarshalJSON appends the keys of a row to those of its report.
func (r rowJSON) MarshalJSON() ([]byte, error) {
	report, err := json.Marshal(r.report)
	if err != nil {
		return nil, err
	}
	extra, err := json.Marshal(r.extra)
	if err != nil {
		return nil, err
	}
	return append(append(report[:len(report)-1], ','), extra[1:]...), nil
}
