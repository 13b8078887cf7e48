package study

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/exactile/exactile/backends"
	"github.com/exactile/exactile/cmd/exactile/internal/comparison"
	"github.com/exactile/exactile/cmd/exactile/internal/statistics"
)

// A Study is the evaluation of a record for some puzzles and backends.
type Study struct {
	Record   *Record
	Backends []string
	// Puzzles are the puzzles asked for, in their order. Wanted is the number of runs asked
	// for, Made how many of them were made.
	Puzzles      []Result
	Wanted, Made int
	// Timeout is the limit of a run, 0: none. First is set if runs ended at their first
	// solution.
	Timeout time.Duration
	First   bool
	// Standings are in the order of their ranks, and Pairs compares each with the next.
	Standings []Standing
	Pairs     []Pair
	// Best is the virtual best: the fastest backend of each puzzle.
	Best Standing
	// Factors[a][b] is how many times as fast Standings[a] is as Standings[b], NaN if no
	// puzzle tells.
	Factors [][]float64
}

// A Result holds the runs of one puzzle.
type Result struct {
	Puzzle
	// Comparison has a row for each backend that has run.
	Comparison *comparison.Comparison
	// Cells has an entry for each of Study.Backends, nil if the backend has not run. Whole is
	// set if none is nil: only then does the puzzle count for the standings.
	Cells []*Cell
	Whole bool
}

// A Cell is what a backend did with a puzzle.
type Cell struct {
	Row     *comparison.Row
	Verdict comparison.Verdict
	// Time is the median of its runs in seconds, statistics.Unsolved unless all of them
	// finished without a contradiction. PAR2 is the mean PAR-2 score of its runs.
	Time, PAR2 float64
}

// A Standing is a backend with its results.
type Standing struct {
	Backend string
	// Rank is the rank of the standing before if the two cannot be told apart.
	Rank int
	// Solved is the number of puzzles whose runs all finished; Verdicts counts all.
	Solved   int
	Verdicts map[comparison.Verdict]int
	// PAR2 is the mean over all puzzles; infinite if a run without a limit is unsolved.
	PAR2 float64
	// Low, Median and High are the quartiles of the times, in seconds, of all puzzles.
	Low, Median, High float64
	// CPU is the CPU time of all runs in seconds, Memory the largest peak in bytes.
	CPU    float64
	Memory int64
	statistics.Contribution
	Times []float64 // by puzzle, of the puzzles that count
}

// The bootstrap: its resamples, and a fixed seed so that all get the same intervals.
const (
	Resamples  = 2000
	Seed       = 1
	Confidence = .95
	// Fewest is the least number of puzzles by which backends may be told apart: with five,
	// all favour the same backend by chance once in sixteen.
	Fewest = 6
	// Shortest is the resolution of the clock in seconds.
	Shortest = 1e-6
)

// A Pair is two backends, one ranked after the other.
type Pair struct {
	A, B string
	// Factor is how many times as long B takes as A, in the median of the Puzzles that one of them
	// solves. The limit stands for an unsolved time; without a limit both must solve a puzzle.
	Factor   float64
	Interval statistics.Interval
	Puzzles  int
	// More is how many puzzles A solves more than B.
	More int
}

// Apart reports whether the times of the two can be told apart.
func (p Pair) Apart() bool { return p.Puzzles >= Fewest && p.Interval.Excludes(1) }

// Same reports whether neither times nor solved puzzles tell the two apart.
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

// All evaluates all runs of a record, or only those of the named backends if there are any.
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
	var of []int // the index of each row's backend
	for k, name := range s.Backends {
		row := comparison.Row{Backend: name}
		for _, at := range runs[Key{Puzzle: p, Backend: name}] {
			row.Runs = append(row.Runs, s.Record.Runs[at].result())
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
	if c.PAR2 = statistics.PAR2(times, s.Timeout.Seconds()); verdict.Finished() {
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
	s.Best.PAR2 = statistics.PAR2(s.Best.Times, s.Timeout.Seconds())
	slices.SortStableFunc(all, func(a, b Standing) int {
		return cmp.Or(b.Solved-a.Solved, cmp.Compare(a.PAR2, b.PAR2))
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

// standing sums up the results of a backend.
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

// summarize derives the quartiles and Solved from the times.
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
	if b.Solved > 0 { // else all ratios would be to the limit
		ratios = statistics.Ratios(a.Times, b.Times, s.Timeout.Seconds(), Shortest)
	}
	return Pair{
		A: a.Backend, B: b.Backend, Puzzles: len(ratios), More: a.Solved - b.Solved,
		Factor:   statistics.Median(ratios),
		Interval: statistics.BootstrapMedian(ratios, Confidence, Resamples, Seed),
	}
}

// mostCompared bounds the table of each against each: larger ones are unreadable.
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
	backends.Disagreement
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
