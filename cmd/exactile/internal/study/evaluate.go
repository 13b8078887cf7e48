package study

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
)

// Evaluate evaluates a record for a plan. Of a backend that has changed, only the runs of its last
// version count. Too large a table is an error, and so are runs without the figure to rank by.
func Evaluate(r *Record, plan Plan, by By) (*Study, error) {
	if len(r.Sessions) == 0 {
		return nil, errors.New("the record has no session")
	}
	first, last := r.Sessions[0], r.Sessions[len(r.Sessions)-1]
	puzzles, n := plan.Puzzles, len(plan.Backends)
	s := &Study{
		Record: r, By: by, Measured: by.String(), Sessions: r.Sessions,
		First: first.First, Timeout: first.Timeout,
		Pairs: []Pair{}, Repeats: []Repeat{}, Caveat: Caveat, Others: r.others(), plan: plan,
	}
	if len(puzzles)*n > maxCells || n > maxBackends || n*n*len(puzzles) > maxTests {
		return nil, fmt.Errorf("%d puzzles by %d backends: too many to compare all pairs",
			len(puzzles), n)
	}
	for _, name := range plan.Backends {
		session := cmp.Or(r.latest[name], last) // or it has the runs of another
		s.Backends = append(s.Backends, s.shown(name))
		s.Versions = append(s.Versions, s.shown(session.Versions[name]))
	}
	runs := make(map[Key][]int) // by puzzle and backend
	seeds := make(map[uint64]bool)
	for _, seed := range plan.Seeds {
		seeds[seed] = true
	}
	for k := range r.Runs {
		run := &r.Runs[k]
		s.Seeds = append(s.Seeds, run.Seed)
		if run.Repetition > plan.Repetitions || !seeds[run.Seed] ||
			!run.session.sameVersion(r.latest[run.Backend], run.Backend) {
			continue
		}
		if by == BySolver && run.End == Done && run.Solver == nil {
			return nil, fmt.Errorf("the run of %s by %s has no time of its solver: an older "+
				"version made it", run.Name, run.Backend)
		}
		key := Key{Puzzle: run.Puzzle, Backend: run.Backend}
		runs[key] = append(runs[key], k)
	}
	slices.Sort(s.Seeds)
	s.Seeds = slices.Compact(s.Seeds)
	among := append(slices.Clone(plan.Backends), r.backends()...)
	for k, p := range puzzles {
		result := s.result(p, runs, among)
		s.Puzzles = append(s.Puzzles, result)
		if result.Agree != nil && (s.Agree == nil || *s.Agree) {
			s.Agree = result.Agree
		}
		if result.Whole {
			s.Counted++
		}
		if len(result.Disagreements) > 0 {
			s.Wrong = append(s.Wrong, k)
		}
	}
	s.rankBackends()
	s.Headline, s.Agreement = s.headline(), s.agreement()
	s.Warnings, s.Findings = s.warnings(), s.findings()
	return s, nil
}

// maxCells bounds puzzles times backends, maxBackends the backends, and maxTests the puzzles times
// pairs of backends.
const (
	maxCells    = 1 << 22
	maxBackends = 1000
	maxTests    = 1 << 24
)

// shown is a text of others as it enters the study.
func (s *Study) shown(text string) string {
	if s.Record.Shown == nil {
		return text
	}
	return s.Record.Shown(text)
}

// result puts the runs of a puzzle together.
func (s *Study) result(p Puzzle, runs map[Key][]int, among []string) *Result {
	result := &Result{First: s.First, Rows: make([]*Row, len(s.Backends)), Whole: true}
	result.Puzzle = Puzzle{s.shown(p.Name), s.shown(p.Fingerprint)}
	owners := make(map[string]*Row) // by whose runs they are
	for k, name := range s.plan.Backends {
		from := s.Record.SameAs(p, name, among)
		row := &Row{Backend: s.Backends[k], Of: result, Version: s.Versions[k], owner: owners[from]}
		row.Formula = s.Record.formulas[Key{Puzzle: p, Backend: name}]
		if row.owner != nil {
			row.Same = row.owner.Backend
		} else {
			owners[from] = row
			s.Wanted += s.plan.runs(Key{Puzzle: p, Backend: from})
		}
		for _, at := range runs[Key{Puzzle: p, Backend: from}] {
			run := s.Record.Runs[at]
			if row.owner == nil && s.Record.at[run.Key] == at {
				s.Made++
			}
			t := &run.Report
			t.Backend, t.Error, t.Unproved = s.shown(t.Backend), s.shown(t.Error),
				s.shown(t.Unproved)
			row.Runs = append(row.Runs, run)
		}
		if len(row.Runs) > 0 {
			result.Rows[k] = row
		} else {
			result.Whole = false
		}
	}
	result.judge()
	for _, row := range result.Cells {
		s.score(row)
	}
	return result
}

// score sums up the times of a row.
func (s *Study) score(row *Row) {
	var times []float64
	for k := range row.Runs {
		t, ok := row.Runs[k].figure(s.By.Measure())
		if !ok || row.Verdict == Contradicts || row.Verdict == Estimate {
			t = Unsolved
		}
		times = append(times, t)
	}
	row.typicalTime, row.Time = median(times), Number(Unsolved)
	if row.PAR2 = Number(par2(times, s.Timeout)); row.Verdict.Finished() {
		row.Time = Number(row.typicalTime)
	}
	if spread, ok := row.Spreads[s.By.Measure()]; ok {
		row.Min, row.Max = &spread.Min, &spread.Max
	}
}
