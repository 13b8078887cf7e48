package study

import (
	"fmt"
	"slices"
	"strings"
)

// Evaluate evaluates a record for a plan. Of a backend that has changed, only the runs of its last
// version count. Too large a table is an error, and so are runs without the figure to rank by.
func Evaluate(r *Record, plan Plan, by By) (*Study, error) {
	return evaluate(r, plan, by, func(Key) int { return len(plan.Seeds) * plan.Repetitions })
}

// evaluate is Evaluate. wanted is how many runs a backend is to make on a puzzle.
func evaluate(r *Record, plan Plan, by By, wanted func(Key) int) (*Study, error) {
	puzzles, n := plan.Puzzles, len(plan.Backends)
	s := &Study{
		Record: r, By: by, Measured: by.String(), Seeds: r.seeds(), Sessions: r.Sessions,
		Pairs: []Pair{}, Repeats: []Repeat{}, Caveat: Caveat, Others: r.others(),
		seeds: len(plan.Seeds),
	}
	if len(puzzles)*n > maxCells || n > maxBackends || n*n*len(puzzles) > maxTests {
		return nil, fmt.Errorf("%d puzzles by %d backends: too many to compare all pairs",
			len(puzzles), n)
	}
	latest := r.latest()
	for _, name := range plan.Backends {
		version, old := "", 0
		if session := latest[name]; session != nil {
			version, old = session.Versions[name], r.changed(name, session)
		} else if n := len(r.Sessions); n > 0 { // it has the runs of another
			version = r.Sessions[n-1].Versions[name]
		}
		s.old = append(s.old, old)
		s.Backends, s.Versions = append(s.Backends, s.shown(name)),
			append(s.Versions, s.shown(version))
	}
	runs := make(map[Key][]int) // by puzzle and backend
	seeds := make(map[uint64]bool)
	for _, seed := range plan.Seeds {
		seeds[seed] = true
	}
	for k := range r.Runs {
		run := &r.Runs[k]
		if run.Repetition > plan.Repetitions || !seeds[run.Seed] ||
			!r.Sessions[run.session].sameVersion(latest[run.Backend], run.Backend) {
			continue
		}
		if by == BySolver && run.End == Done && run.Solver == nil {
			return nil, fmt.Errorf("the run of %s by %s has no time of its solver: an older "+
				"version made it", run.Name, run.Backend)
		}
		key := Key{Puzzle: run.Puzzle, Backend: run.Backend}
		runs[key] = append(runs[key], k)
	}
	if len(r.Sessions) > 0 {
		s.First, s.Timeout = r.Sessions[0].First, r.Sessions[0].Timeout
	}
	among := append(slices.Clone(plan.Backends), r.backends()...)
	for k, p := range puzzles {
		result := s.result(p, plan, runs, among, wanted)
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

// EvaluateAll evaluates all runs of a record, or only those of the named backends if there are any.
func EvaluateAll(r *Record, by By, names ...string) (*Study, error) {
	plan, planned := r.plan()
	there := plan.Backends
	if len(names) > 0 {
		plan.Backends = names
	}
	for _, name := range names {
		if !slices.Contains(there, name) {
			return nil, fmt.Errorf("the record has no run of %s: want %s",
				name, strings.Join(there, ", "))
		}
	}
	return evaluate(r, plan, by, func(k Key) int { return planned[k] })
}

// shown is a text of others as it enters the study.
func (s *Study) shown(text string) string {
	if s.Record.Shown == nil {
		return text
	}
	return s.Record.Shown(text)
}

// result puts the runs of a puzzle together.
func (s *Study) result(
	p Puzzle, plan Plan, runs map[Key][]int, among []string, wanted func(Key) int,
) *Result {
	result := &Result{First: s.First, Rows: make([]*Row, len(plan.Backends)), Whole: true}
	result.Puzzle = Puzzle{s.shown(p.Name), s.shown(p.Fingerprint)}
	owners := make(map[string]*Row) // by whose runs they are
	for k, name := range plan.Backends {
		from := s.Record.SameAs(p, name, among)
		row := &Row{
			Backend: s.Backends[k], Of: result, Formula: s.Record.formulas[p][name],
			owner: owners[from],
		}
		if row.owner != nil {
			row.Same = row.owner.Backend
		} else {
			owners[from] = row
			s.Wanted += wanted(Key{Puzzle: p, Backend: from})
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
		row.Version = s.Versions[k]
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
		t, ok := s.By.Measure().of(&row.Runs[k])
		if !ok || row.Verdict == Contradicts || row.Verdict == Estimate {
			t = Unsolved
		}
		times = append(times, t)
	}
	row.typicalTime, row.Time = median(times), Number(Unsolved)
	if row.PAR2 = Number(par2(times, s.Timeout)); row.Verdict.Finished() {
		row.Time = Number(row.typicalTime)
	}
	if spread, ok := row.Spread(s.By.Measure()); ok {
		row.Min, row.Max = &spread.Min, &spread.Max
	}
}
