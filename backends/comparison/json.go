package comparison

import (
	"encoding/json"
	"fmt"

	"github.com/exactile/exactile/backends"
)

// comparisonJSON is a Comparison as JSON.
type comparisonJSON struct {
	Puzzle        string             `json:"puzzle"`
	Agree         *bool              `json:"agree"` // null: undecided
	Reports       []rowJSON          `json:"reports"`
	Agreement     Agreement          `json:"agreement"`
	Disagreements []disagreementJSON `json:"disagreements,omitempty"`
	First         bool               `json:"first"`
	Timeout       float64            `json:"timeout,omitempty"`
	Program       string             `json:"exactile"`
	Machine       Machine            `json:"machine"`
	Caveat        string             `json:"caveat"`
}

type disagreementJSON struct {
	A      string `json:"a"`
	B      string `json:"b"`
	Reason string `json:"reason"`
}

// rowJSON is a report with what a comparison adds to it.
type rowJSON struct {
	report backends.Report
	extra  rowExtra
}

type rowExtra struct {
	Verdict      Verdict           `json:"verdict"`
	Version      string            `json:"version,omitempty"`
	FormulaBytes int64             `json:"dimacs_bytes,omitempty"`
	Spread       map[string]Spread `json:"spread,omitempty"`
	Runs         []runJSON         `json:"runs"`
}

type runJSON struct {
	End     string  `json:"end"`
	Elapsed float64 `json:"elapsed"`
	First   float64 `json:"first,omitempty"`
	CPU     float64 `json:"cpu"`
	Memory  int64   `json:"memory"`
}

var ends = []string{Done: "done", TimedOut: "timeout", Interrupted: "stopped", Failed: "failed"}

func (e End) String() string {
	if e < 0 || int(e) >= len(ends) {
		return fmt.Sprintf("End(%d)", int(e))
	}
	return ends[e]
}

// MarshalJSON gives an object with the puzzle, whether all agree (null where fewer than
// two finished), on what ("agreement"), and "reports": for
// each row the report of a typical run, as backends.Report has it, and after that
// the row's own keys.
func (c *Comparison) MarshalJSON() ([]byte, error) {
	found := c.Disagreements()
	on, agree := c.Agreement()
	j := comparisonJSON{
		Puzzle: c.Puzzle, Agree: agree, Agreement: on, Reports: []rowJSON{}, First: c.First, Timeout: c.Timeout.Seconds(),
		Program: c.Program, Machine: c.Machine, Caveat: Caveat,
	}
	for _, d := range found {
		j.Disagreements = append(j.Disagreements, disagreementJSON{c.Rows[d.A.Row].Backend, c.Rows[d.B.Row].Backend, d.Reason})
	}
	verdicts := c.Verdicts()
	for k := range c.Rows {
		j.Reports = append(j.Reports, c.Rows[k].json(verdicts[k]))
	}
	return json.Marshal(j)
}

func (r *Row) json(verdict Verdict) rowJSON {
	extra := rowExtra{Verdict: verdict, Version: r.Version, FormulaBytes: r.FormulaBytes, Spread: make(map[string]Spread)}
	for name, measure := range map[string]Measure{"elapsed": Elapsed, "first": ToFirst, "cpu": CPU, "memory": Memory} {
		if s, ok := r.Spread(measure); ok {
			extra.Spread[name] = s
		}
	}
	for _, run := range r.Runs {
		extra.Runs = append(extra.Runs, runJSON{
			run.End.String(), run.Report.Elapsed.Seconds(), run.Report.First.Seconds(), run.Report.CPU.Seconds(), run.Report.Memory,
		})
	}
	return rowJSON{r.Typical(), extra}
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
