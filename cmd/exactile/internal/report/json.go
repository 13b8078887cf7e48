package report

import (
	"encoding/json"

	"github.com/exactile/exactile/backends"
	"github.com/exactile/exactile/cmd/exactile/internal/study"
)

// studyJSON is a study as JSON. Times are seconds, null where there is none.
type studyJSON struct {
	Headline  string           `json:"headline"`
	Agree     *bool            `json:"agree"` // null: no puzzle was finished by two
	Agreement string           `json:"agreement"`
	Warnings  []string         `json:"warnings"`
	Findings  []string         `json:"findings"`
	Wanted    int              `json:"wanted"`
	Made      int              `json:"runs"`
	Timeout   float64          `json:"timeout"`
	First     bool             `json:"first"`
	Standings []study.Standing `json:"standings"`
	Best      study.Standing   `json:"virtual_best"`
	Pairs     []study.Pair     `json:"pairs"`
	Test      testJSON         `json:"test"`
	By        study.By         `json:"by"`
	Measured  string           `json:"measured"`
	Seeds     []uint64         `json:"seeds"`
	Repeats   []study.Repeat   `json:"same_formula"`
	Puzzles   []puzzleJSON     `json:"puzzles"`
	Sessions  []study.Session  `json:"sessions"`
	Others    *float64         `json:"others,omitempty"`
	Caveat    string           `json:"caveat"`
}

// testJSON is how backends are told apart.
type testJSON struct {
	Name       string  `json:"name"`
	Pairs      int     `json:"pairs"`
	Error      float64 `json:"error"` // the probability of any wrong "apart"
	Level      float64 `json:"level"` // of a pair, corrected
	Confidence float64 `json:"confidence"`
	Fewest     int     `json:"fewest_puzzles"`
}

type puzzleJSON struct {
	study.Puzzle
	Agree     *bool           `json:"agree"`
	Agreement study.Agreement `json:"agreement"`
	Reasons   []string        `json:"disagreements,omitempty"`
	Cells     []cellJSON      `json:"cells"`
}

type cellJSON struct {
	Backend string        `json:"backend"`
	Verdict study.Verdict `json:"verdict"`
	Count   string        `json:"count"`
	Digest  string        `json:"digest,omitempty"`
	Time    study.Number  `json:"median"`
	Min     *float64      `json:"min"`
	Max     *float64      `json:"max"`
	PAR2    study.Number  `json:"par2"`
	Runs    int           `json:"runs"`
	Error   string        `json:"error,omitempty"`
	study.Formula
	Same string `json:"same_formula_as,omitempty"` // the figures are that cell's
}

func studyOf(s *study.Study) studyJSON {
	j := studyJSON{
		Headline: s.Headline(), Agreement: s.Agreement(), Wanted: s.Wanted, Made: s.Made,
		Warnings: append([]string{}, s.Warnings()...),
		Findings: append([]string{}, s.Findings()...),
		Timeout:  s.Timeout.Seconds(), First: s.First, Standings: s.Standings, Best: s.Best,
		Pairs: append([]study.Pair{}, s.Pairs...),
		Test: testJSON{"Wilcoxon signed ranks, Holm", s.Tested, study.Error, s.Level, 1 - s.Level,
			study.Fewest(s.Tested, study.Error)},
		By: s.By, Measured: s.By.String(), Seeds: s.Record.Seeds(),
		Repeats: append([]study.Repeat{}, s.Repeats...), Sessions: s.Record.Sessions,
		Caveat: study.Caveat,
	}
	if others, known := s.Others(); known {
		j.Others = &others
	}
	for _, p := range s.Puzzles {
		j.Puzzles = append(j.Puzzles, puzzleOf(p, s.By))
		if p.Agree != nil && (j.Agree == nil || *j.Agree) {
			j.Agree = p.Agree
		}
	}
	return j
}

func puzzleOf(p *study.Result, by study.By) puzzleJSON {
	j := puzzleJSON{p.Puzzle, p.Agree, p.Agreement, nil, []cellJSON{}}
	for _, d := range p.Disagreements {
		j.Reasons = append(j.Reasons, d.Reason)
	}
	for _, row := range p.Rows {
		if row == nil {
			continue
		}
		r := row.Typical()
		cell := cellJSON{
			Backend: row.Backend, Verdict: row.Verdict, Count: r.Count.String(),
			Time: study.Number(row.Time), PAR2: study.Number(row.PAR2), Runs: len(row.Runs),
			Error: r.Error, Formula: row.Formula, Same: row.Same,
		}
		if r.Digest != nil {
			cell.Digest = r.Digest.String()
		}
		if s, ok := row.Spread(by.Measure()); ok {
			cell.Min, cell.Max = &s.Min, &s.Max
		}
		j.Cells = append(j.Cells, cell)
	}
	return j
}

// comparisonJSON is a study of one puzzle as JSON: whether all agree (null if fewer than two
// finished), on what, and for each row the report of a typical run in the form of
// [backends.Report], followed by the row's own keys.
type comparisonJSON struct {
	Puzzle        string             `json:"puzzle"`
	Agree         *bool              `json:"agree"`
	Reports       []rowJSON          `json:"reports"`
	Agreement     study.Agreement    `json:"agreement"`
	Disagreements []disagreementJSON `json:"disagreements,omitempty"`
	First         bool               `json:"first"`
	Timeout       float64            `json:"timeout,omitempty"`
	Program       string             `json:"exactile"`
	Machine       study.Machine      `json:"machine"`
	Caveat        string             `json:"caveat"`
}

type disagreementJSON struct {
	A      string `json:"a"`
	B      string `json:"b"`
	Reason string `json:"reason"`
}

// A rowJSON is a report with the keys that a row adds.
type rowJSON struct {
	report  backends.Report
	Verdict study.Verdict `json:"verdict"`
	Version string        `json:"version,omitempty"`
	study.Formula
	Same   string                  `json:"same_formula_as,omitempty"` // the report is that row's
	Spread map[string]study.Spread `json:"spread,omitempty"`
	Runs   []runJSON               `json:"runs"`
}

type runJSON struct {
	End     study.End `json:"end"`
	Elapsed float64   `json:"elapsed"`
	First   float64   `json:"first,omitempty"`
	CPU     float64   `json:"cpu"`
	Memory  int64     `json:"memory"`
	Seed    uint64    `json:"seed"`
	// Solver is the solver's own processor time.
	Solver *float64 `json:"solver_cpu,omitempty"`
}

func comparisonOf(s *study.Study) comparisonJSON {
	p, made := s.Puzzles[0], s.Record.Sessions[0]
	j := comparisonJSON{
		Puzzle: p.Name, Agree: p.Agree, Agreement: p.Agreement, First: p.First,
		Timeout: s.Timeout.Seconds(), Program: made.Program, Machine: made.Machine, Caveat: caveat,
	}
	for _, d := range p.Disagreements {
		j.Disagreements = append(j.Disagreements,
			disagreementJSON{p.Rows[d.A].Backend, p.Rows[d.B].Backend, d.Reason})
	}
	for _, row := range p.Rows {
		j.Reports = append(j.Reports, rowOf(row))
	}
	return j
}

func rowOf(r *study.Row) rowJSON {
	j := rowJSON{
		report: r.Typical(), Verdict: r.Agrees(), Version: r.Version, Formula: r.Formula,
		Same: r.Same, Spread: make(map[string]study.Spread), Runs: []runJSON{},
	}
	j.report.Backend = r.Backend
	for name, measure := range map[string]study.Measure{
		"elapsed": study.Elapsed, "first": study.ToFirst, "cpu": study.CPU,
		"solver_cpu": study.SolverCPU, "memory": study.Memory,
	} {
		if s, ok := r.Spread(measure); ok {
			j.Spread[name] = s
		}
	}
	if r.Same != "" {
		return j
	}
	for _, run := range r.Runs {
		t := run.Report
		j.Runs = append(j.Runs, runJSON{
			run.End, t.Elapsed.Seconds(), t.First.Seconds(), t.CPU.Seconds(), t.Memory, run.Seed,
			run.Solver,
		})
	}
	return j
}

// MarshalJSON appends the keys of a row to those of its report.
func (r rowJSON) MarshalJSON() ([]byte, error) {
	report, err := json.Marshal(r.report)
	if err != nil {
		return nil, err
	}
	type fields rowJSON // without this method
	more, err := json.Marshal(fields(r))
	if err != nil {
		return nil, err
	}
	return append(append(report[:len(report)-1], ','), more[1:]...), nil
}
