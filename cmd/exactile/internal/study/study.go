package study

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/exactile/exactile/backends"
)

// A Study is the evaluation of a record for some puzzles and backends.
type Study struct {
	Record   *Record
	Backends []string
	// Versions has an entry for each of Backends: its versions, as far as known.
	Versions [][]string
	// Puzzles are the puzzles asked for, in their order. Wanted is the number of runs asked
	// for, Made how many of them were made.
	Puzzles      []*Result
	Wanted, Made int
	// Timeout is the limit of a run, 0: none. First is set if runs ended at their first
	// solution.
	Timeout time.Duration
	First   bool
	By      By
	Seeds   int
	// Standings are in the order of their ranks. Pairs compares each but the first: with the best
	// of its group, or the best of a group with that of the group before.
	Standings []Standing
	Pairs     []Pair
	// Repeats are the backends that get the same formulas as others. Those that get the same as one
	// other on all puzzles have no standing.
	Repeats []Repeat
	// Tested is the number of pairs of backends whose times were compared, Usable how many
	// puzzles one of them had at most, and Level the level at which each pair is judged.
	Tested, Usable int
	Level          float64
	// Best is the virtual best: the fastest backend of each puzzle.
	Best Standing
	// Each[a][b] compares Standings[a] with Standings[b], if they are not too many.
	Each [][]Pair

	some bool // some two can be told apart
}

// By is what backends are ranked by.
type By string

// What backends are ranked by.
const (
	ByTime By = "time" // wall time, from the model to the answer
	ByCPU  By = "cpu"  // the solver's own processor time
)

// Measure returns the measure of a run.
func (b By) Measure() Measure {
	if b == ByCPU {
		return SolverCPU
	}
	return Elapsed
}

// String is what times are.
func (b By) String() string {
	if b == ByCPU {
		return "the solver's own processor time, user and system: of an outside program and of " +
			"an isolated engine that of its processes; of an engine in exactile's process that of " +
			"the run, with the encoding and the check of its solutions, without start, reading " +
			"and compiling"
	}
	return "wall time from the model to the answer, without starting the process"
}

// A Repeat is some backends whose formula is that of another one on a number of the puzzles that
// count.
type Repeat struct {
	As       string   `json:"same_formula_as"`
	Puzzles  int      `json:"puzzles"`
	Backends []string `json:"backends"`
}

// A Standing is a backend with its results.
type Standing struct {
	Backend string `json:"backend"`
	// Rank is one more than the number of backends in the groups before. A group is the best by
	// Solved and PAR2 of those that are left, and all that cannot be told apart from it.
	Rank int `json:"rank,omitempty"`
	// Solved is the number of puzzles whose runs all finished, of Puzzles that count.
	Solved  int `json:"solved"`
	Puzzles int `json:"puzzles"`
	// PAR2 is the mean over all puzzles; infinite if a run without a limit is unsolved.
	PAR2 Number `json:"par2"`
	// Low, Median and High are the quartiles of the times, in seconds, of all puzzles.
	Low    Number `json:"quartile1"`
	Median Number `json:"median"`
	High   Number `json:"quartile3"`
	Contribution
	// CPU is the CPU time of all runs in seconds, Memory the largest peak in bytes.
	CPU      float64         `json:"cpu"`
	Memory   int64           `json:"memory"`
	Verdicts map[Verdict]int `json:"verdicts,omitempty"` // of all puzzles that count
	Times    []float64       `json:"-"`                  // by puzzle, of the puzzles that count

	typical []float64 // likewise
}

const (
	// Error bounds the probability that any two backends are wrongly told apart.
	Error = .05
	// Shortest is the resolution of the clock in seconds.
	Shortest = 1e-6
)

// A Pair is two backends, the second ranked after the first.
type Pair struct {
	A string `json:"a"`
	B string `json:"b"`
	// Factor is how many times as long B typically takes as A (see [Ranks.Factor]) on the Puzzles
	// that one of them solves. A puzzle is one value, however many seeds and repetitions its times
	// are the median of: these are not independent. The limit stands for an unsolved time; without
	// a limit both must solve a puzzle.
	Factor   Number `json:"factor"`
	Interval        // of Factor, at the level of the study
	Puzzles  int    `json:"puzzles"`
	// More is how many puzzles A solves more than B.
	More int `json:"more"`
	// Apart is set if the times of the two can be told apart.
	Apart bool    `json:"apart"`
	Level float64 `json:"-"`
}

// Same reports whether the two cannot be told apart: by their times, or since one of them has
// none. More solved puzzles alone tell nothing: they may be chance, and they count in the times.
func (p Pair) Same() bool { return !p.Apart && (p.Puzzles > 0 || p.More == 0) }

// Of evaluates a record for a plan. Too large a table is an error, and so are runs without the
// figure to rank by.
func Of(r *Record, plan Plan, by By) (*Study, error) {
	puzzles, n := plan.Puzzles, len(plan.Backends)
	s := &Study{Record: r, By: by, Seeds: len(plan.Seeds)}
	if len(puzzles)*n > maxCells || n > maxBackends || n*n*len(puzzles) > maxTests {
		return nil, fmt.Errorf("%d puzzles by %d backends: too many to compare each with each",
			len(puzzles), n)
	}
	for _, name := range plan.Backends {
		var versions []string
		for _, session := range r.Sessions {
			v, known := session.Versions[name]
			if v = s.shown(v); known && !slices.Contains(versions, v) {
				versions = append(versions, v)
			}
		}
		s.Backends, s.Versions = append(s.Backends, s.shown(name)), append(s.Versions, versions)
	}
	runs, made := make(map[Key][]int), make(map[Key]int) // by puzzle and backend
	seeds := make(map[uint64]bool)
	for _, seed := range plan.Seeds {
		seeds[seed] = true
	}
	for k := range r.Runs {
		run := &r.Runs[k]
		key := run.Key
		if key.Repetition > plan.Repetitions || !seeds[key.Seed] {
			continue
		}
		if by == ByCPU && run.End == Done && run.Solver == nil {
			return nil, fmt.Errorf("the run of %s by %s has no processor time of its solver: an "+
				"older version made it", key.Name, key.Backend)
		}
		first := r.at[key] == k
		key.Repetition, key.Seed = 0, 0
		runs[key] = append(runs[key], k)
		if first {
			made[key]++
		}
	}
	if len(r.Sessions) > 0 {
		first := r.Sessions[0]
		s.First, s.Timeout = first.First, time.Duration(first.Timeout*float64(time.Second))
	}
	among := append(slices.Clone(plan.Backends), r.Backends()...)
	for _, p := range puzzles {
		result, own := s.result(p, plan.Backends, runs, among)
		s.Puzzles = append(s.Puzzles, result)
		for _, name := range own {
			s.Made += made[Key{Puzzle: p, Backend: name}]
			s.Wanted += len(plan.Seeds) * plan.Repetitions
		}
	}
	s.stand()
	return s, nil
}

// maxCells bounds puzzles times backends, maxBackends the backends, and maxTests the puzzles times
// pairs of backends.
const (
	maxCells    = 1 << 22
	maxBackends = 1000
	maxTests    = 1 << 24
)

// All evaluates all runs of a record, or only those of the named backends if there are any.
func All(r *Record, by By, names ...string) (*Study, error) {
	plan := Plan{Puzzles: r.Puzzles(), Backends: names, Seeds: r.Seeds()}
	for k := range r.Runs {
		plan.Repetitions = max(plan.Repetitions, r.Runs[k].Repetition)
	}
	there := r.Backends()
	if len(names) == 0 {
		plan.Backends = there
	}
	for _, name := range names {
		if !slices.Contains(there, name) {
			return nil, fmt.Errorf("no run of %s is in the record: want %s",
				name, strings.Join(there, ", "))
		}
	}
	return Of(r, plan, by)
}

// shown is a text of others as it enters the study.
func (s *Study) shown(text string) string {
	if s.Record.Shown == nil {
		return text
	}
	return s.Record.Shown(text)
}

// result puts the runs of a puzzle together, and returns the backends whose runs these are.
func (s *Study) result(
	p Puzzle, names []string, runs map[Key][]int, among []string,
) (result *Result, own []string) {
	result = &Result{First: s.First, Rows: make([]*Row, len(names)), Whole: true}
	result.Puzzle = Puzzle{s.shown(p.Name), s.shown(p.Fingerprint)}
	formulas := s.Record.Formulas(p)
	rowOf := make(map[string]string) // by whose runs they are
	for k, name := range names {
		from := s.Record.SameAs(p, formulas, name, among)
		row := &Row{Backend: s.Backends[k], Of: result, Formula: formulas[name], Same: rowOf[from]}
		if row.Same == "" {
			rowOf[from], own = row.Backend, append(own, from)
		}
		for _, at := range runs[Key{Puzzle: p, Backend: from}] {
			run := s.Record.Runs[at]
			t := &run.Report
			t.Backend, t.Error, t.Unproved = s.shown(t.Backend), s.shown(t.Error), s.shown(t.Unproved)
			row.Runs = append(row.Runs, run)
		}
		if len(s.Versions[k]) > 0 {
			row.Version = s.Versions[k][0]
		}
		if len(row.Runs) > 0 {
			result.Rows[k] = row
		} else {
			result.Whole = false
		}
	}
	result.judge()
	for _, row := range result.Rows {
		if row != nil {
			s.score(row)
		}
	}
	return result, own
}

// score sums up the times of a row.
func (s *Study) score(row *Row) {
	var times []float64
	for k := range row.Runs {
		t := Unsolved
		if row.Verdict != Contradicts && row.Verdict != Estimate {
			if v, ok := s.By.Measure().of(&row.Runs[k]); ok {
				t = v
			}
		}
		times = append(times, t)
	}
	row.Time, row.typical = Unsolved, Median(times)
	if row.PAR2 = PAR2(times, s.Timeout.Seconds()); row.Verdict.Finished() {
		row.Time = row.typical
	}
}

// stand ranks the backends by the puzzles that all of them have run.
func (s *Study) stand() {
	var all []Standing
	owners := make(map[string]string) // the first backend with these formulas
	for k, name := range s.Backends {
		if !s.repeats(k, owners) {
			all = append(all, s.standing(k, name))
		}
	}
	times := make([][]float64, len(all))
	for k := range all {
		times[k] = all[k].Times
	}
	for k, c := range Contributions(s.Timeout.Seconds(), times...) {
		all[k].Contribution = c
	}
	s.Best = Standing{Backend: "virtual best", Times: VirtualBest(times...)}
	s.Best.summarize()
	s.Best.PAR2 = Number(PAR2(s.Best.Times, s.Timeout.Seconds()))
	slices.SortStableFunc(all, func(a, b Standing) int {
		return cmp.Or(b.Solved-a.Solved, cmp.Compare(a.PAR2, b.PAR2))
	})
	s.test(all)
	s.group(all)
	s.compareAll()
}

// repeats notes on which puzzles a backend gets the same formula as another, and reports whether
// that is the same other on all puzzles that count.
func (s *Study) repeats(k int, owners map[string]string) bool {
	name := s.Backends[k]
	puzzles := make(map[string]int) // by the other
	var whose strings.Builder
	for n := range s.Puzzles {
		if s.Puzzles[n].Whole {
			as := s.Puzzles[n].Rows[k].Same
			if as != "" {
				puzzles[as]++
			}
			fmt.Fprintf(&whose, "%q", cmp.Or(as, name))
		}
	}
	owner, same := owners[whose.String()]
	if owners[whose.String()] = cmp.Or(owner, name); same && s.Counted() > 0 {
		puzzles = map[string]int{owner: s.Counted()}
	}
	for _, as := range slices.Sorted(maps.Keys(puzzles)) {
		at := slices.IndexFunc(s.Repeats, func(r Repeat) bool {
			return r.As == as && r.Puzzles == puzzles[as]
		})
		if at < 0 {
			at, s.Repeats = len(s.Repeats), append(s.Repeats, Repeat{As: as, Puzzles: puzzles[as]})
		}
		s.Repeats[at].Backends = append(s.Repeats[at].Backends, name)
	}
	return same && s.Counted() > 0
}

// test judges all pairs of backends together.
func (s *Study) test(all []Standing) {
	var p []float64
	for a := range all {
		for b := range all[:a] {
			if ranks := s.ranks(&all[a], &all[b]); len(ranks) > 0 {
				p = append(p, ranks.P())
				s.Usable = max(s.Usable, len(ranks))
			}
		}
	}
	s.Tested, s.Level = len(p), Holm(p, Error)
	s.some = len(p) > 0 && slices.Min(p) <= s.Level
}

// group sets the ranks, Standings and Pairs from the standings by PAR-2.
func (s *Study) group(left []Standing) {
	for before := -1; len(left) > 0; {
		best, rest := len(s.Standings), []Standing{}
		for k, st := range left {
			st.Rank = best + 1
			reference := best
			if k == 0 {
				reference = before
			}
			if reference >= 0 {
				pair := s.pair(&s.Standings[reference], &st)
				if k > 0 && !pair.Same() {
					rest = append(rest, st)
					continue
				}
				s.Pairs = append(s.Pairs, pair)
			}
			s.Standings = append(s.Standings, st)
		}
		before, left = best, rest
	}
}

// standing sums up the results of a backend.
func (s *Study) standing(k int, name string) Standing {
	st := Standing{Backend: name, Verdicts: make(map[Verdict]int)}
	var scores []float64
	for _, p := range s.Puzzles {
		if !p.Whole {
			continue
		}
		row := p.Rows[k]
		st.Verdicts[row.Verdict]++
		st.Times = append(st.Times, row.Time)
		st.typical = append(st.typical, row.typical)
		scores = append(scores, row.PAR2)
		for _, run := range row.Runs {
			st.CPU += run.Report.CPU.Seconds()
			st.Memory = max(st.Memory, run.Report.Memory)
		}
	}
	st.summarize()
	st.PAR2 = Number(Mean(scores))
	return st
}

// summarize derives the quartiles and Solved from the times.
func (st *Standing) summarize() {
	st.Low, st.High = Number(Quantile(st.Times, .25)), Number(Quantile(st.Times, .75))
	st.Median, st.Puzzles = Number(Median(st.Times)), len(st.Times)
	for _, t := range st.Times {
		if Solved(t) {
			st.Solved++
		}
	}
}

// ranks are of how many times as long one backend takes as another, by puzzle; none if either
// solves nothing: all ratios would be to the limit.
func (s *Study) ranks(a, b *Standing) Ranks {
	if !slices.ContainsFunc(a.typical, Solved) ||
		!slices.ContainsFunc(b.typical, Solved) {
		return nil
	}
	return RanksOf(
		Ratios(a.typical, b.typical, s.Timeout.Seconds(), Shortest))
}

// pair compares two backends.
func (s *Study) pair(a, b *Standing) Pair {
	ranks := s.ranks(a, b)
	interval := ranks.Interval(s.Level)
	return Pair{
		A: a.Backend, B: b.Backend, Puzzles: len(ranks), More: a.Solved - b.Solved,
		Factor: ranks.Factor(), Interval: interval, Apart: interval.Excludes(1), Level: s.Level,
	}
}

// mostCompared bounds the table of each against each: larger ones are unreadable.
const mostCompared = 24

// compareAll fills Each.
func (s *Study) compareAll() {
	if len(s.Standings) > mostCompared {
		return
	}
	for a := range s.Standings {
		var row []Pair
		for b := range s.Standings {
			row = append(row, s.pair(&s.Standings[a], &s.Standings[b]))
		}
		s.Each = append(s.Each, row)
	}
}

// Counted returns how many puzzles count for the standings.
func (s *Study) Counted() int {
	n := 0
	for _, p := range s.Puzzles {
		if p.Whole {
			n++
		}
	}
	return n
}

// A Disagreement is a puzzle about which two runs contradict each other.
type Disagreement struct {
	Puzzle int // index in Study.Puzzles
	backends.Disagreement
}

// Disagreements returns the first contradiction of each puzzle that has one.
func (s *Study) Disagreements() []Disagreement {
	var all []Disagreement
	for k, p := range s.Puzzles {
		if len(p.Disagreements) > 0 {
			all = append(all, Disagreement{k, p.Disagreements[0]})
		}
	}
	return all
}
