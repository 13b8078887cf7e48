// Package statistics has the figures by which programs that solve the same problems are
// compared: medians, penalized means, the virtual best, and intervals that say whether two
// of them can be told apart. Its functions are pure: the same numbers give the same answer,
// those of a resampling too, since its seed is one of the arguments.
//
// A time is a number of seconds, and +Inf where the problem was not solved: [Unsolved].
// Times of one program are in the order of the problems, the same for all programs.
package statistics

import (
	"math"
	"math/rand/v2"
	"slices"
)

// Unsolved is the time of a problem that a program did not solve.
var Unsolved = math.Inf(1)

// Solved reports whether a time is that of a solved problem.
func Solved(time float64) bool { return !math.IsInf(time, 1) }

// Median returns the middle of the values, the mean of the middle two where their number
// is even; NaN where there are none. Unsolved is the greatest value: the median is that
// where half of the values are.
func Median(values []float64) float64 { return Quantile(values, .5) }

// Quantile returns the value below which a part q of the values lies, from 0 to 1, between
// two neighbours in proportion (R's type 7); NaN where there are none.
//
// Source: R. J. Hyndman and Y. Fan, Sample Quantiles in Statistical Packages, The American
// Statistician 50, 1996.
func Quantile(values []float64, q float64) float64 {
	sorted := slices.Sorted(slices.Values(values))
	if len(sorted) == 0 {
		return math.NaN()
	}
	at := q * float64(len(sorted)-1)
	low, high := sorted[int(math.Floor(at))], sorted[int(math.Ceil(at))]
	if low == high { // also two infinite ones, which have no difference
		return low
	}
	return low + (at-math.Floor(at))*(high-low)
}

// Mean returns the mean of the values, NaN where there are none.
func Mean(values []float64) float64 {
	sum := 0.
	for _, v := range values {
		sum += v
	}
	return sum / float64(len(values))
}

// PAR returns the penalized mean of some times: what was not solved counts as the limit
// times the factor. PAR-2, with the factor 2, is that of the SAT competitions. Without a
// limit, 0, it is infinite as soon as something is not solved.
//
// Source: M. Gagliolo and J. Schmidhuber, Learning dynamic algorithm portfolios, Annals of
// Mathematics and Artificial Intelligence 47, 2006, where the time-out is penalized.
func PAR(times []float64, limit, factor float64) float64 {
	penalized := make([]float64, len(times))
	for k, t := range times {
		if penalized[k] = t; !Solved(t) && limit > 0 {
			penalized[k] = limit * factor
		}
	}
	return Mean(penalized)
}

// VirtualBest returns the least time for each problem that any of the programs has: what
// one would take that knew beforehand which of them to ask.
func VirtualBest(programs ...[]float64) []float64 {
	var best []float64
	for _, times := range programs {
		for k, t := range times {
			if k == len(best) {
				best = append(best, Unsolved)
			}
			best[k] = min(best[k], t)
		}
	}
	return best
}

// A Contribution is what a program adds to the virtual best of all.
type Contribution struct {
	// Alone counts the problems that it alone solves, Fastest those that it solves in less
	// time than each of the others.
	Alone, Fastest int
	// Gain is by how much the PAR-2 of the virtual best would rise without it. It is
	// infinite where there is no limit and it alone solves something.
	Gain float64
}

// Contributions returns that of each program, the marginal one.
//
// Source: L. Xu, F. Hutter, H. Hoos, K. Leyton-Brown, Evaluating Component Solver
// Contributions to Portfolio-Based Algorithm Selectors, SAT 2012.
func Contributions(limit float64, programs ...[]float64) []Contribution {
	all := make([]Contribution, len(programs))
	whole := VirtualBest(programs...)
	for n, times := range programs {
		rest := VirtualBest(slices.Delete(slices.Clone(programs), n, n+1)...)
		c := &all[n]
		for k, t := range times {
			alone := k >= len(rest) || !Solved(rest[k])
			switch {
			case !Solved(t):
			case alone:
				c.Alone++
				c.Fastest++
			case t < rest[k]:
				c.Fastest++
			}
		}
		if len(rest) > 0 {
			with, without := PAR(whole, limit, 2), PAR(rest, limit, 2)
			if with != without { // two infinite ones have no difference
				c.Gain = without - with
			}
		}
	}
	return all
}

// Ratios returns how many times as long b takes as a, for each problem that one of them
// solves; where the other does not, the limit stands for its time, so that a ratio is one
// that is at least reached. Without a limit, 0, they are of the problems that both solve.
// Times are taken for at least the shortest, since clocks have steps.
func Ratios(a, b []float64, limit, shortest float64) []float64 {
	var all []float64
	for k := range a {
		one, two := a[k], b[k]
		if !Solved(one) && !Solved(two) || limit == 0 && (!Solved(one) || !Solved(two)) {
			continue
		}
		if limit > 0 {
			one, two = min(one, limit), min(two, limit)
		}
		all = append(all, max(two, shortest)/max(one, shortest))
	}
	return all
}

// An Interval is where a figure lies with the confidence asked for.
type Interval struct {
	Low, High float64
}

// Excludes reports whether a value is outside.
func (i Interval) Excludes(value float64) bool { return value < i.Low || value > i.High }

// BootstrapMedian returns the interval of the median by the percentiles of the medians of
// so many samples of the values, drawn with replacement. It takes O(samples*n) steps.
// Where there are no values the ends are NaN.
//
// Source: B. Efron, Bootstrap Methods: Another Look at the Jackknife, The Annals of
// Statistics 7, 1979.
func BootstrapMedian(values []float64, confidence float64, samples int, seed uint64) Interval {
	n := len(values)
	if n == 0 {
		return Interval{math.NaN(), math.NaN()}
	}
	sorted := slices.Sorted(slices.Values(values))
	random := rand.New(rand.NewPCG(seed, 0))
	medians := make([]float64, samples)
	drawn := make([]int32, n) // how often each of the sorted values is in the sample
	for s := range medians {
		clear(drawn)
		for range n {
			drawn[random.IntN(n)]++
		}
		medians[s] = middle(sorted, drawn)
	}
	return Interval{Quantile(medians, (1-confidence)/2), Quantile(medians, (1+confidence)/2)}
}

// middle returns the median of a sample in which each of the sorted values is so often.
func middle(sorted []float64, drawn []int32) float64 {
	n := int32(len(sorted))
	seen := int32(0)
	low := math.NaN()
	for k, times := range drawn {
		seen += times
		if math.IsNaN(low) && seen > (n-1)/2 {
			low = sorted[k]
		}
		if seen > n/2 {
			if sorted[k] == low {
				return low
			}
			return (low + sorted[k]) / 2
		}
	}
	return low
}

// A Step of a cactus plot says that so many problems are solved within a time each.
type Step struct {
	Time   float64
	Solved int
}

// Cactus returns the steps of a program, by rising time.
func Cactus(times []float64) []Step {
	var steps []Step
	for _, t := range slices.Sorted(slices.Values(times)) {
		if Solved(t) {
			steps = append(steps, Step{t, len(steps) + 1})
		}
	}
	return steps
}
