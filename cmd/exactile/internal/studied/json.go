package studied

import (
	"math"

	"github.com/exactile/exactile/cmd/exactile/internal/comparison"
	"github.com/exactile/exactile/cmd/exactile/internal/statistics"
	"github.com/exactile/exactile/cmd/exactile/internal/study"
)

// studyJSON is a study as JSON. Times are seconds, null where there is none.
type studyJSON struct {
	Headline  string          `json:"headline"`
	Agree     *bool           `json:"agree"` // null: no puzzle was finished by two
	Agreement string          `json:"agreement"`
	Warnings  []string        `json:"warnings"`
	Findings  []string        `json:"findings"`
	Wanted    int             `json:"wanted"`
	Made      int             `json:"runs"`
	Timeout   float64         `json:"timeout"`
	First     bool            `json:"first"`
	Standings []standingJSON  `json:"standings"`
	Best      standingJSON    `json:"virtual_best"`
	Pairs     []pairJSON      `json:"pairs"`
	Test      testJSON        `json:"test"`
	By        study.By        `json:"by"`
	Measured  string          `json:"measured"`
	Seeds     []uint64        `json:"seeds"`
	Repeats   []repeatJSON    `json:"same_formula"`
	Puzzles   []puzzleJSON    `json:"puzzles"`
	Sessions  []study.Session `json:"sessions"`
	Others    *float64        `json:"others,omitempty"`
	Caveat    string          `json:"caveat"`
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

type repeatJSON struct {
	As       string   `json:"same_formula_as"`
	Puzzles  int      `json:"puzzles"`
	Backends []string `json:"backends"`
}

type standingJSON struct {
	Backend  string                     `json:"backend"`
	Rank     int                        `json:"rank,omitempty"`
	Solved   int                        `json:"solved"`
	Puzzles  int                        `json:"puzzles"`
	PAR2     *float64                   `json:"par2"`
	Low      *float64                   `json:"quartile1"`
	Median   *float64                   `json:"median"`
	High     *float64                   `json:"quartile3"`
	Fastest  int                        `json:"fastest"`
	Alone    int                        `json:"alone"`
	Gain     *float64                   `json:"contribution"`
	CPU      float64                    `json:"cpu"`
	Memory   int64                      `json:"memory"`
	Verdicts map[comparison.Verdict]int `json:"verdicts,omitempty"`
}

type pairJSON struct {
	A       string   `json:"a"`
	B       string   `json:"b"`
	Factor  *float64 `json:"factor"`
	Low     *float64 `json:"low"`
	High    *float64 `json:"high"`
	Puzzles int      `json:"puzzles"`
	More    int      `json:"more"`
	Apart   bool     `json:"apart"`
}

type puzzleJSON struct {
	study.Puzzle
	Agree     *bool                `json:"agree"`
	Agreement comparison.Agreement `json:"agreement"`
	Reasons   []string             `json:"disagreements,omitempty"`
	Cells     []cellJSON           `json:"cells"`
}

type cellJSON struct {
	Backend string             `json:"backend"`
	Verdict comparison.Verdict `json:"verdict"`
	Count   string             `json:"count"`
	Digest  string             `json:"digest,omitempty"`
	Time    *float64           `json:"median"`
	Min     *float64           `json:"min"`
	Max     *float64           `json:"max"`
	PAR2    *float64           `json:"par2"`
	Runs    int                `json:"runs"`
	Error   string             `json:"error,omitempty"`
	comparison.Formula
	Same string `json:"same_formula_as,omitempty"` // the figures are that cell's
}

// finite returns a number, or nil if JSON cannot express it.
func finite(v float64) *float64 {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return nil
	}
	return &v
}

func jsonOf(s *study.Study) studyJSON {
	j := studyJSON{
		Headline: s.Headline(), Agreement: s.Agreement(), Wanted: s.Wanted, Made: s.Made,
		Warnings: append([]string{}, s.Warnings()...),
		Findings: append([]string{}, s.Findings()...),
		Timeout:  s.Timeout.Seconds(), First: s.First, Pairs: []pairJSON{},
		Test: testJSON{"Wilcoxon signed ranks, Holm", s.Tested, study.Error, s.Level, 1 - s.Level,
			statistics.Fewest(s.Tested, study.Error)},
		By: s.By, Measured: s.By.String(), Seeds: s.Record.Seeds(), Repeats: []repeatJSON{},
		Best: standingOf(&s.Best), Sessions: s.Record.Sessions, Caveat: study.Caveat,
	}
	if others, known := s.Others(); known {
		j.Others = &others
	}
	for k := range s.Standings {
		j.Standings = append(j.Standings, standingOf(&s.Standings[k]))
	}
	for _, r := range s.Repeats {
		j.Repeats = append(j.Repeats, repeatJSON(r))
	}
	for _, p := range s.Pairs {
		j.Pairs = append(j.Pairs, pairJSON{
			p.A, p.B, finite(p.Factor), finite(p.Interval.Low), finite(p.Interval.High),
			p.Puzzles, p.More, p.Apart(),
		})
	}
	for k := range s.Puzzles {
		p := puzzleOf(s, k)
		j.Puzzles = append(j.Puzzles, p)
		if p.Agree != nil && (j.Agree == nil || *j.Agree) {
			j.Agree = p.Agree
		}
	}
	return j
}

func standingOf(st *study.Standing) standingJSON {
	return standingJSON{
		st.Backend, st.Rank, st.Solved, len(st.Times), finite(st.PAR2), finite(st.Low),
		finite(st.Median), finite(st.High), st.Fastest, st.Alone, finite(st.Gain),
		st.CPU, st.Memory, st.Verdicts,
	}
}

func puzzleOf(s *study.Study, k int) puzzleJSON {
	result := &s.Puzzles[k]
	p := puzzleJSON{Puzzle: result.Puzzle, Cells: []cellJSON{}}
	p.Agreement, p.Agree = result.Comparison.Agreement()
	for _, d := range result.Comparison.Disagreements() {
		p.Reasons = append(p.Reasons, d.Reason)
	}
	for n, cell := range result.Cells {
		if cell == nil {
			continue
		}
		r := cell.Row.Typical()
		j := cellJSON{
			Backend: s.Backends[n], Verdict: cell.Verdict, Count: r.Count.String(),
			Time: finite(cell.Time), PAR2: finite(cell.PAR2), Runs: len(cell.Row.Runs),
			Error: r.Error, Formula: cell.Row.Formula, Same: cell.Row.Same,
		}
		if r.Digest != nil {
			j.Digest = r.Digest.String()
		}
		if spread, ok := cell.Row.Spread(s.By.Measure()); ok {
			j.Min, j.Max = &spread.Min, &spread.Max
		}
		p.Cells = append(p.Cells, j)
	}
	return p
}
