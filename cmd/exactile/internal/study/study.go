package study

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/exactile/exactile/backends"
	"github.com/exactile/exactile/cmd/exactile/internal/comparison"
	"github.com/exactile/exactile/cmd/exactile/internal/statistics"
)

// A Study is what a record says of some puzzles and backends.
type Study struct {
	Record   *Record
	Backends []string
	// Puzzles are those that were asked for, in their order; Wanted counts the runs that
	// were asked for, Made those of them that were made.
	Puzzles      []Result
	Wanted, Made int
	// Timeout is the limit of a run, 0: none; First says that runs ended at their first
	// solution.
	Timeout time.Duration
	First   bool
	// Standings are in the order of their ranks, and Pairs compares each with the next.
	Standings []Standing
	Pairs     []Pair
	// Best is the virtual best.
	Best Standing
	// Factors has, by the indices of Standings, how many times as fast the one is as the
	// other, NaN where no puzzle tells.
	Factors [][]float64
}

// A Result is what was found of one puzzle.
type Result struct {
	Puzzle
	// Comparison has a row for each backend that has run.
	Comparison *comparison.Comparison
	// Cells are by the indices of Study.Backends; those of backends that have not run are
	// nil. Whole says that none is: only then does the puzzle count for the standings.
	Cells []*Cell
	Whole bool
}

// A Cell is what a backend did with a puzzle.
type Cell struct {
	Row     *comparison.Row
	Verdict comparison.Verdict
	// Time is the median of its runs in seconds, statistics.Unsolved unless all of them
	// came to the right end, and PAR2 the mean of what each counts for PAR-2.
	Time, PAR2 float64
}

// A Standing is a backend with what it did.
type Standing struct {
	Backend string
	// Rank is that of the one before where the two cannot be told apart.
	Rank int
	// Solved counts the puzzles of which every run came to its end, and Verdicts all.
	Solved   int
	Verdicts map[comparison.Verdict]int
	// PAR2 is the mean over all runs; infinite if something is unsolved without a limit.
	PAR2 float64
	// Low, Median and High are the quartiles of the times, in seconds, of all puzzles.
	Low, Median, High float64
	// CPU is that of all runs in seconds, and Memory the peak of the largest in bytes.
	CPU    float64
	Memory int64
	statistics.Contribution
	Times []float64 // by puzzle, of those that count
}

// Runs of a bootstrap, with the seed that makes everybody's the same.
const (
	Resamples  = 2000
	Seed       = 1
	Confidence = .95
	// Fewest is the least number of puzzles by which backends may be told apart: of five
	// that all favour one, chance has one in sixteen.
	Fewest = 6
	// Shortest is the step of the clock.
	Shortest = 1e-6
)

// A Pair is two backends, one ranked after the other.
type Pair struct {
	A, B string
	// Factor is how many times as long B takes as A in the median of Puzzles, those that
	// one of them solves. Where one ran into the limit that stands for its time.
	Factor   float64
	Interval statistics.Interval
	Puzzles  int
	// More is how many puzzles A solves more than B.
	More int
}

// Apart reports whether the times of the two can be told apart.
func (p Pair) Apart() bool { return p.Puzzles >= Fewest && p.Interval.Excludes(1) }

// Same reports whether nothing tells the two apart.
func (p Pair) Same() bool { return p.More == 0 && !p.Apart() }

// Of evaluates a record for some puzzles, backends and numbers of repetitions.
// Too large a table is an error.
func Of(r *Record, puzzles []Puzzle, names []string, repetitions int) (*Study, error) {
	s := &Study{
		Record: r, Backends: names, Wanted: len(puzzles) * len(names) * repetitions,
	}
	if len(puzzles)*len(names) > maxCells {
		return nil, fmt.Errorf("%d puzzles by %d backends: more than %d cells",
			len(puzzles), len(names), maxCells)
	}
	runs, made := make(map[Key][]int), make(map[Key]int) // by puzzle and backend
	for k := range r.Runs {
		key := r.Runs[k].Key
		if key.Repetition > repetitions {
			continue
		}
		first := r.at[key] == k
		key.Repetition = 0
		runs[key] = append(runs[key], k)
		if first {
			made[key]++
		}
	}
	if len(r.Sessions) > 0 {
		first := r.Sessions[0]
		s.First, s.Timeout = first.First, time.Duration(first.Timeout*float64(time.Second))
	}
	for _, p := range puzzles {
		s.Puzzles = append(s.Puzzles, s.result(p, runs))
		for _, name := range names {
			s.Made += made[Key{Puzzle: p, Backend: name}]
		}
	}
	s.stand()
	return s, nil
}

// maxCells bounds puzzles times backends.
const maxCells = 1 << 22

// All evaluates all that a record holds, or, if some are named, what it holds of these
// backends.
func All(r *Record, names ...string) (*Study, error) {
	repetitions := 0
	for k := range r.Runs {
		repetitions = max(repetitions, r.Runs[k].Repetition)
	}
	there := r.Backends()
	if len(names) == 0 {
		names = there
	}
	for _, name := range names {
		if !slices.Contains(there, name) {
			return nil, fmt.Errorf("no run of %s is in the record: want %s",
				name, strings.Join(there, ", "))
		}
	}
	return Of(r, r.Puzzles(), names, repetitions)
}

// result puts the runs of a puzzle together.
func (s *Study) result(p Puzzle, runs map[Key][]int) Result {
	c := &comparison.Comparison{Puzzle: p.Name, First: s.First, Timeout: s.Timeout}
	result := Result{Puzzle: p, Comparison: c, Cells: make([]*Cell, len(s.Backends)), Whole: true}
	var of []int // the backend of each row
	for k, name := range s.Backends {
		row := comparison.Row{Backend: name}
		for _, at := range runs[Key{Puzzle: p, Backend: name}] {
			row.Runs = append(row.Runs, s.Record.Runs[at].Run)
		}
		if len(row.Runs) == 0 {
			result.Whole = false
			continue
		}
		c.Rows = append(c.Rows, row)
		of = append(of, k)
	}
	for k, verdict := range c.Verdicts() {
		result.Cells[of[k]] = s.cell(&c.Rows[k], verdict)
	}
	return result
}

// cell scores a row.
func (s *Study) cell(row *comparison.Row, verdict comparison.Verdict) *Cell {
	c := &Cell{Row: row, Verdict: verdict, Time: statistics.Unsolved}
	var times []float64
	for _, run := range row.Runs {
		t := statistics.Unsolved
		if run.End == comparison.Done && verdict != comparison.Contradicts &&
			verdict != comparison.Estimate {
			t = run.Report.Elapsed.Seconds()
		}
		times = append(times, t)
	}
	if c.PAR2 = statistics.PAR(times, s.Timeout.Seconds(), 2); verdict.Finished() {
		c.Time = statistics.Median(times)
	}
	return c
}

// stand ranks the backends by the puzzles that all of them have run.
func (s *Study) stand() {
	all := make([]Standing, len(s.Backends))
	for k, name := range s.Backends {
		all[k] = s.standing(k, name)
	}
	times := make([][]float64, len(all))
	for k := range all {
		times[k] = all[k].Times
	}
	for k, c := range statistics.Contributions(s.Timeout.Seconds(), times...) {
		all[k].Contribution = c
	}
	s.Best = Standing{Backend: "virtual best", Times: statistics.VirtualBest(times...)}
	s.Best.summarize()
	s.Best.PAR2 = statistics.PAR(s.Best.Times, s.Timeout.Seconds(), 2)
	slices.SortStableFunc(all, func(a, b Standing) int {
		switch {
		case a.Solved != b.Solved:
			return b.Solved - a.Solved
		case a.PAR2 < b.PAR2:
			return -1
		case a.PAR2 > b.PAR2:
			return 1
		}
		return 0
	})
	for k := range all {
		if all[k].Rank = k + 1; k == 0 {
			continue
		}
		pair := s.pair(&all[k-1], &all[k])
		if s.Pairs = append(s.Pairs, pair); pair.Same() {
			all[k].Rank = all[k-1].Rank
		}
	}
	s.Standings = all
	s.compareAll()
}

// standing sums up what a backend did.
func (s *Study) standing(k int, name string) Standing {
	st := Standing{Backend: name, Verdicts: make(map[comparison.Verdict]int)}
	var scores []float64
	for n := range s.Puzzles {
		cell := s.Puzzles[n].Cells[k]
		if !s.Puzzles[n].Whole {
			continue
		}
		st.Verdicts[cell.Verdict]++
		st.Times = append(st.Times, cell.Time)
		scores = append(scores, cell.PAR2)
		for _, run := range cell.Row.Runs {
			st.CPU += run.Report.CPU.Seconds()
			st.Memory = max(st.Memory, run.Report.Memory)
		}
	}
	st.summarize()
	st.PAR2 = statistics.Mean(scores)
	return st
}

// summarize derives from the times what follows from them alone.
func (st *Standing) summarize() {
	st.Low, st.High = statistics.Quantile(st.Times, .25), statistics.Quantile(st.Times, .75)
	st.Median = statistics.Median(st.Times)
	for _, t := range st.Times {
		if statistics.Solved(t) {
			st.Solved++
		}
	}
}

// pair compares two backends.
func (s *Study) pair(a, b *Standing) Pair {
	var ratios []float64
	if b.Solved > 0 { // else they would be those of the limit alone
		ratios = statistics.Ratios(a.Times, b.Times, s.Timeout.Seconds(), Shortest)
	}
	return Pair{
		A: a.Backend, B: b.Backend, Puzzles: len(ratios), More: a.Solved - b.Solved,
		Factor:   statistics.Median(ratios),
		Interval: statistics.BootstrapMedian(ratios, Confidence, Resamples, Seed),
	}
}

// mostCompared bounds the table of each against each: nobody reads a larger one.
const mostCompared = 24

// compareAll fills Factors.
func (s *Study) compareAll() {
	if len(s.Standings) > mostCompared {
		return
	}
	for a := range s.Standings {
		factors := make([]float64, len(s.Standings))
		for b := range s.Standings {
			factors[b] = math.NaN()
			if a != b && s.Standings[a].Solved > 0 && s.Standings[b].Solved > 0 {
				factors[b] = statistics.Median(statistics.Ratios(
					s.Standings[a].Times, s.Standings[b].Times, s.Timeout.Seconds(), Shortest))
			}
		}
		s.Factors = append(s.Factors, factors)
	}
}

// Counted returns how many puzzles count for the standings.
func (s *Study) Counted() int {
	n := 0
	for k := range s.Puzzles {
		if s.Puzzles[k].Whole {
			n++
		}
	}
	return n
}

// A Disagreement is a puzzle about which two runs contradict each other.
type Disagreement struct {
	Puzzle int // index in Study.Puzzles
	comparison.Disagreement
}

// Disagreements returns the first contradiction of each puzzle that has one.
func (s *Study) Disagreements() []Disagreement {
	var all []Disagreement
	for k := range s.Puzzles {
		if found := s.Puzzles[k].Comparison.Disagreements(); len(found) > 0 {
			all = append(all, Disagreement{k, found[0]})
		}
	}
	return all
}

// Reports returns the typical report of each cell that has one.
func (s *Study) Reports() []backends.Report {
	var all []backends.Report
	for k := range s.Puzzles {
		for _, cell := range s.Puzzles[k].Cells {
			if cell != nil {
				all = append(all, cell.Row.Typical())
			}
		}
	}
	return all
}
