// Package statistics computes figures to compare programs that solve the same problems:
// medians, penalized means, the virtual best, and intervals that show whether two programs
// differ. Its functions are pure: the same arguments give the same result, even for
// resampling, whose seed is an argument.
//
// A time is a number of seconds, or +Inf if the problem was not solved: [Unsolved]. Times of
// one program are in the order of the problems, the same for all programs.
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

// Median returns the middle of the values, or the mean of the middle two if their number is
// even; NaN if there are none. Unsolved is the greatest value: if at least half of the values
// are Unsolved, so is the median.
func Median(values []float64) float64 { return Quantile(values, .5) }

// Quantile returns the q-quantile of the values, q from 0 to 1, interpolated linearly between
// neighbours (R's type 7); NaN if there are none.
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
	if low == high { // also if both are infinite: their difference is NaN
		return low
	}
	return low + (at-math.Floor(at))*(high-low)
}

// Mean returns the mean of the values, NaN if there are none.
func Mean(values []float64) float64 {
	sum := 0.
	for _, v := range values {
		sum += v
	}
	return sum / float64(len(values))
}

// PAR2 returns the penalized mean of times of the SAT competitions: an unsolved problem counts as
// twice the limit. Without a limit, 0, it is infinite if any problem is unsolved.
//
// Source: M. Gagliolo and J. Schmidhuber, Learning dynamic algorithm portfolios, Annals of
// Mathematics and Artificial Intelligence 47, 2006, where the time-out is penalized.
func PAR2(times []float64, limit float64) float64 {
	penalized := make([]float64, len(times))
	for k, t := range times {
		if penalized[k] = t; !Solved(t) && limit > 0 {
			penalized[k] = 2 * limit
		}
	}
	return Mean(penalized)
}

// VirtualBest returns the least time of any program for each problem: the times of a perfect
// choice of program.
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
	// Alone counts the problems that only this program solves, Fastest those that it solves in
	// less time than each of the others.
	Alone, Fastest int
	// Gain is by how much the PAR-2 of the virtual best would rise without the program. It is
	// infinite if there is no limit and the program alone solves a problem.
	Gain float64
}

// Contributions returns the marginal contribution of each program.
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
			with, without := PAR2(whole, limit), PAR2(rest, limit)
			if with != without { // the difference of two infinities is NaN
				c.Gain = without - with
			}
		}
	}
	return all
}

// Ratios returns how many times as long b takes as a, for each problem that one of them
// solves. The limit stands for the time of the other if that is unsolved, so the true ratio is
// at least as extreme. Without a limit, 0, only problems that both solve count. Times count as
// at least shortest, the resolution of clocks.
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

// An Interval contains a figure with a given confidence.
type Interval struct {
	Low, High float64
}

// Excludes reports whether a value is outside the interval.
func (i Interval) Excludes(value float64) bool { return value < i.Low || value > i.High }

// BootstrapMedian returns the interval of the median, from the percentiles of the medians of
// samples of the values, drawn with replacement. It takes O(samples*n) steps. Without values
// the ends are NaN.
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

// middle returns the median of a sample with drawn[k] copies of sorted[k].
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
