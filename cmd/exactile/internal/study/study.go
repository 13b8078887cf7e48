package study

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"
)

// A Study is the evaluation of a record for some puzzles and backends, with the tags of its JSON.
type Study struct {
	// Headline is the main finding in a sentence of at most two lines: a disagreement, else the
	// backend that ranks first and whether the data suffice to tell.
	Headline string `json:"headline"`
	// Agree is nil if no puzzle was finished by two backends. Agreement is a sentence: how many
	// puzzles were run and on what the backends agree.
	Agree     *bool  `json:"agree"`
	Agreement string `json:"agreement"`
	// Warnings are the reasons to trust the figures less. Findings say which backends get the same
	// formulas as others. Both are sentences.
	Warnings []string `json:"warnings"`
	Findings []string `json:"findings"`
	// Wanted is the number of runs requested, Made how many of them were made.
	Wanted int `json:"wanted"`
	Made   int `json:"runs"`
	// Timeout is the limit of a run in seconds, 0: none. First is set if runs ended at their first
	// solution.
	Timeout float64 `json:"timeout"`
	First   bool    `json:"first"`
	// Standings are in the order of their ranks. Best is the virtual best: the fastest backend of
	// each puzzle.
	Standings []Standing `json:"standings"`
	Best      Standing   `json:"virtual_best"`
	// Pairs compares each but the first of Standings: with the best of its group, or the best of
	// a group with that of the group before.
	Pairs    []Pair `json:"pairs"`
	Test     Test   `json:"test"`
	By       By     `json:"by"`
	Measured string `json:"measured"` // what times are
	// Seeds are those of the record.
	Seeds []uint64 `json:"seeds"`
	// Repeats are the backends that get the same formulas as others. Those that get the same as one
	// other on all puzzles have no standing.
	Repeats []Repeat `json:"same_formula"`
	// Puzzles are the puzzles requested, in their order.
	Puzzles  []*Result  `json:"puzzles"`
	Sessions []*Session `json:"sessions"`
	// Others is how many cores other programs kept busy on average during the runs, nil if not
	// known.
	Others *float64 `json:"others,omitempty"`
	Caveat string   `json:"caveat"` // what must not be concluded

	// Size says how large the puzzle is in a comparison: a study of one puzzle that is shown
	// without a ranking. It is "" in all others.
	Size     string   `json:"-"`
	Record   *Record  `json:"-"`
	Backends []string `json:"-"`
	// Versions has an entry for each of Backends: the version whose runs count, "" if not known.
	Versions []string `json:"-"`
	// Counted is how many puzzles count for the standings. Wrong are the indices of those about
	// which two runs contradict each other.
	Counted int   `json:"-"`
	Wrong   []int `json:"-"`

	plan   Plan
	usable int  // how many puzzles a pair had at most
	some   bool // some two can be told apart
}

// A Test is how all pairs of backends are told apart by their times.
type Test struct {
	Name       string  `json:"name"`
	Pairs      int     `json:"pairs"`
	Error      float64 `json:"error"` // the probability of any wrong "apart"
	Level      float64 `json:"level"` // of a pair, corrected
	Confidence float64 `json:"confidence"`
	Fewest     int     `json:"fewest_puzzles"` // that can tell a pair apart
}

// Limit is the limit of a run, 0: none.
func (s *Study) Limit() time.Duration { return time.Duration(s.Timeout * float64(time.Second)) }

// By is what backends are ranked by.
type By string

// What backends are ranked by.
const (
	ByTime   By = "time"   // wall time, from the model to the answer
	ByCPU    By = "cpu"    // processor time of the whole run
	BySolver By = "solver" // the solver's own time
)

// SolverNote explains the figure of [SolverTime].
const SolverNote = "solver s: the processor time of an outside program, the time in Solve of a " +
	"SAT engine inside, or the processor time of a run of native; the other times also hold what " +
	"exactile adds: reduction, encoding, checks and digests."

// times are what backends are ranked by: a measure, and what it is.
var times = map[By]struct {
	measure Measure
	text    string
}{
	ByTime: {Elapsed, "wall time from the model to the answer, without starting the process"},
	ByCPU:  {CPU, "processor time of the run's process and its children, user and system"},
	BySolver: {SolverTime,
		"the solver's own time: the processor time of an outside program, the time that a SAT " +
			"engine inside spends in Solve, and the processor time of a run of native"},
}

// Measure returns the measure of a run.
func (b By) Measure() Measure { return times[b].measure }

// String is what times are.
func (b By) String() string { return times[b].text }

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

// rankBackends ranks the backends by the puzzles that all of them have run.
func (s *Study) rankBackends() {
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
	for k, c := range contributions(s.Timeout, times...) {
		all[k].Contribution = c
	}
	s.Best = Standing{Backend: "virtual best", Times: virtualBest(times...)}
	s.Best.summarize()
	s.Best.PAR2 = Number(par2(s.Best.Times, s.Timeout))
	slices.SortStableFunc(all, func(a, b Standing) int {
		return cmp.Or(b.Solved-a.Solved, cmp.Compare(a.PAR2, b.PAR2))
	})
	s.test(all)
	s.group(all)
}

// repeats notes on which puzzles a backend gets the same formula as another, and reports whether
// that is the same other on all puzzles that count.
func (s *Study) repeats(k int, owners map[string]string) bool {
	name := s.Backends[k]
	puzzles := make(map[string]int) // by the other
	var whose strings.Builder
	for _, p := range s.Puzzles {
		if p.Whole {
			puzzles[p.Rows[k].Same]++
			fmt.Fprintf(&whose, "%q", cmp.Or(p.Rows[k].Same, name))
		}
	}
	delete(puzzles, "") // itself
	owner, same := owners[whose.String()]
	if owners[whose.String()] = cmp.Or(owner, name); same && s.Counted > 0 {
		puzzles = map[string]int{owner: s.Counted}
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
	return same && s.Counted > 0
}

// test judges all pairs of backends together.
func (s *Study) test(all []Standing) {
	var p []float64
	for a := range all {
		for b := range all[:a] {
			if ranks := s.ranks(&all[a], &all[b]); len(ranks) > 0 {
				p = append(p, ranks.P())
				s.usable = max(s.usable, len(ranks))
			}
		}
	}
	level := holm(p, Error)
	s.Test = Test{
		"Wilcoxon signed ranks, Holm", len(p), Error, level, 1 - level, fewest(len(p), Error),
	}
	s.some = len(p) > 0 && slices.Min(p) <= level
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
				pair := s.Pair(&s.Standings[reference], &st)
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
		st.Times = append(st.Times, float64(row.Time))
		st.typical = append(st.typical, row.typicalTime)
		scores = append(scores, float64(row.PAR2))
		for _, run := range row.Runs {
			st.CPU += run.Report.CPU.Seconds()
			st.Memory = max(st.Memory, run.Report.Memory)
		}
	}
	st.summarize()
	st.PAR2 = Number(mean(scores))
	return st
}

// summarize derives the quartiles and Solved from the times.
func (st *Standing) summarize() {
	st.Low, st.High = Number(quantile(st.Times, .25)), Number(quantile(st.Times, .75))
	st.Median, st.Puzzles = Number(median(st.Times)), len(st.Times)
	for _, t := range st.Times {
		if Solved(t) {
			st.Solved++
		}
	}
}

// ranks are of how many times as long one backend takes as another, by puzzle; none if either
// solves nothing: all ratios would be to the limit.
func (s *Study) ranks(a, b *Standing) Ranks {
	if !slices.ContainsFunc(a.typical, Solved) || !slices.ContainsFunc(b.typical, Solved) {
		return nil
	}
	return ranksOf(ratiosOf(a.typical, b.typical, s.Timeout, Shortest))
}

// Pair compares two backends.
func (s *Study) Pair(a, b *Standing) Pair {
	ranks := s.ranks(a, b)
	interval := ranks.Interval(s.Test.Level)
	return Pair{
		A: a.Backend, B: b.Backend, Puzzles: len(ranks), More: a.Solved - b.Solved,
		Factor: ranks.Factor(), Interval: interval, Apart: interval.Excludes(1),
		Level: s.Test.Level,
	}
}
