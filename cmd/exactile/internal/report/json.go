package report

import (
	"encoding/json"

	"github.com/exactile/exactile/cmd/exactile/internal/study"
)

// A comparison is a study of one puzzle as JSON: whether all agree (null if fewer than two
// finished), on what, and for each row the report of a typical run in the form of
// [backends.Report], followed by the row's own keys.
type comparison struct {
	Puzzle        string          `json:"puzzle"`
	Agree         *bool           `json:"agree"`
	Reports       []row           `json:"reports"`
	Agreement     study.Agreement `json:"agreement"`
	Disagreements []disagreement  `json:"disagreements,omitempty"`
	First         bool            `json:"first"`
	Timeout       float64         `json:"timeout,omitempty"`
	Program       string          `json:"exactile"`
	Machine       study.Machine   `json:"machine"`
	Caveat        string          `json:"caveat"`
}

type disagreement struct {
	A      string `json:"a"`
	B      string `json:"b"`
	Reason string `json:"reason"`
}

func comparisonOf(s *study.Study) comparison {
	p, made := s.Puzzles[0], s.Sessions[0]
	c := comparison{
		Puzzle: p.Name, Agree: p.Agree, Agreement: p.Agreement, First: p.First,
		Timeout: s.Timeout, Program: made.Program, Machine: made.Machine, Caveat: caveat,
	}
	for _, d := range p.Disagreements {
		c.Disagreements = append(c.Disagreements,
			disagreement{p.Rows[d.A].Backend, p.Rows[d.B].Backend, d.Reason})
	}
	for _, r := range p.Cells {
		c.Reports = append(c.Reports, row{r})
	}
	return c
}

// A row is a row as its report with the keys that the row adds.
type row struct{ *study.Row }

// A run is one run of a row.
type run struct {
	End     study.Verdict `json:"end"`
	Elapsed float64       `json:"elapsed"`
	First   float64       `json:"first,omitempty"`
	CPU     float64       `json:"cpu"`
	Memory  int64         `json:"memory"`
	Seed    uint64        `json:"seed"`
	Solver  *float64      `json:"solver,omitempty"` // the solver's own time
}

// MarshalJSON appends the keys of a row to those of its report.
func (r row) MarshalJSON() ([]byte, error) {
	typical := r.Typical
	typical.Backend = r.Backend
	report, err := json.Marshal(typical)
	if err != nil {
		return nil, err
	}
	runs := []run{}
	for _, made := range r.Runs {
		if t := made.Report; r.Same == "" {
			runs = append(runs, run{
				made.End, t.Elapsed.Seconds(), t.First.Seconds(), t.CPU.Seconds(), t.Memory,
				made.Seed, made.Solver,
			})
		}
	}
	more, err := json.Marshal(struct {
		Verdict study.Verdict `json:"verdict"`
		Version string        `json:"version,omitempty"`
		study.Formula
		// the report is that row's
		Same    string                         `json:"same_formula_as,omitempty"`
		Spreads map[study.Measure]study.Spread `json:"spread,omitempty"`
		Runs    []run                          `json:"runs"`
	}{r.Agrees(), r.Version, r.Formula, r.Same, r.Spreads, runs})
	if err != nil {
		return nil, err
	}
	return append(append(report[:len(report)-1], ','), more[1:]...), nil
}
