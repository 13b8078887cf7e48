package study

import (
	"encoding/json"
	"math"
	"slices"
	"sort"
	"sync"
)

// A time is a number of seconds, or [Unsolved]. Times of one program are in the order of the
// problems, the same for all programs.

// Unsolved is the time of a problem that a program did not solve.
var Unsolved = math.Inf(1)

// Solved reports whether a time is that of a solved problem.
func Solved(time float64) bool { return !math.IsInf(time, 1) }

// median returns the middle of the values, or the mean of the middle two if their number is
// even; NaN if there are none. Unsolved is the greatest value: if at least half of the values
// are Unsolved, so is the median.
func median(values []float64) float64 { return quantile(values, .5) }

// quantile returns the q-quantile of the values, q from 0 to 1, interpolated linearly between
// neighbours (R's type 7); NaN if there are none.
//
// Source: R. J. Hyndman and Y. Fan, Sample Quantiles in Statistical Packages, The American
// Statistician 50, 1996.
func quantile(values []float64, q float64) float64 {
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

// mean returns the mean of the values, NaN if there are none.
func mean(values []float64) float64 {
	sum := 0.
	for _, v := range values {
		sum += v
	}
	return sum / float64(len(values))
}

// par2 returns the penalized mean of times of the SAT competitions: an unsolved problem counts as
// twice the limit. Without a limit, 0, it is infinite if any problem is unsolved.
//
// Source: M. Gagliolo and J. Schmidhuber, Learning dynamic algorithm portfolios, Annals of
// Mathematics and Artificial Intelligence 47, 2006, where the time-out is penalized.
func par2(times []float64, limit float64) float64 {
	penalized := make([]float64, len(times))
	for k, t := range times {
		if penalized[k] = t; !Solved(t) && limit > 0 {
			penalized[k] = 2 * limit
		}
	}
	return mean(penalized)
}

// virtualBest returns the least time of any program for each problem: the times of a perfect
// choice of program.
func virtualBest(programs ...[]float64) []float64 {
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
	// Fastest counts the problems that this program solves in less time than each of the others,
	// Alone those that only it solves.
	Fastest int `json:"fastest"`
	Alone   int `json:"alone"`
	// Gain is by how much the PAR-2 of the virtual best would rise without the program. It is
	// infinite if there is no limit and the program alone solves a problem.
	Gain Number `json:"contribution"`
}

// contributions returns the marginal contribution of each program.
//
// Source: L. Xu, F. Hutter, H. Hoos, K. Leyton-Brown, Evaluating Component Solver
// Contributions to Portfolio-Based Algorithm Selectors, SAT 2012.
func contributions(limit float64, programs ...[]float64) []Contribution {
	all := make([]Contribution, len(programs))
	whole := virtualBest(programs...)
	for n, times := range programs {
		rest := virtualBest(slices.Delete(slices.Clone(programs), n, n+1)...)
		c := &all[n]
		for k, t := range times {
			other := Unsolved
			if len(rest) > 0 {
				other = rest[k]
			}
			if t < other {
				c.Fastest++
				if !Solved(other) {
					c.Alone++
				}
			}
		}
		if len(rest) > 0 {
			with, without := par2(whole, limit), par2(rest, limit)
			if with != without { // the difference of two infinities is NaN
				c.Gain = Number(without - with)
			}
		}
	}
	return all
}

// ratiosOf returns how many times as long b takes as a, for each problem that one of them
// solves. The limit stands for the time of the other if that is unsolved, so the true ratio is
// at least as extreme. Without a limit, 0, only problems that both solve count. Times count as
// at least shortest, the resolution of clocks.
func ratiosOf(a, b []float64, limit, shortest float64) []float64 {
	if limit == 0 {
		limit = Unsolved
	}
	var all []float64
	for k := range a {
		one, two := min(a[k], limit), min(b[k], limit)
		if (Solved(a[k]) || Solved(b[k])) && Solved(one) && Solved(two) {
			all = append(all, max(two, shortest)/max(one, shortest))
		}
	}
	return all
}

// A Number is null in JSON if it is infinite or not known.
type Number float64

// MarshalJSON returns the number or null.
func (n Number) MarshalJSON() ([]byte, error) {
	if v := float64(n); math.IsNaN(v) || math.IsInf(v, 0) {
		return []byte("null"), nil
	}
	return json.Marshal(float64(n))
}

// An Interval contains a figure with a given confidence.
type Interval struct {
	Low  Number `json:"low"`
	High Number `json:"high"`
}

// Excludes reports whether a value is outside the interval.
func (i Interval) Excludes(value Number) bool { return value < i.Low || value > i.High }

// Ranks compares two programs by the ratios of their times, as [ratiosOf] returns them. It holds
// the logarithms in units of 2^-40, in increasing order: sums of them are exact, so that ratios
// that cancel out do.
type Ranks []int64

const unit = 1 << 40

// ranksOf returns the ranks of ratios above 0.
func ranksOf(ratios []float64) Ranks {
	r := make(Ranks, len(ratios))
	for k, v := range ratios {
		r[k] = int64(math.Round(math.Log(v) * unit))
	}
	slices.Sort(r)
	return r
}

// P is the p-value of Wilcoxon's signed-rank test, both sides: the probability that the ratios
// lie as unevenly about 1 as they do, or more so, if neither program is the faster one. It
// assumes no more than that a ratio and its inverse are then equally likely, which a time limit
// for both does not change. Equal ratios, and those that are 1, speak for equality.
//
// Sources: F. Wilcoxon, Individual Comparisons by Ranking Methods, Biometrics Bulletin 1, 1945;
// J. Demšar, Statistical Comparisons of Classifiers over Multiple Data Sets, JMLR 7, 2006.
func (r Ranks) P() float64 {
	low := r.upTo(0)
	high := r.pairs() - r.upTo(-1)
	return min(1, 2*tail(len(r), min(low, high)))
}

// Factor is the typical ratio: the median of the geometric means of all pairs of ratios, each
// also with itself; NaN if there are none.
//
// Source: J. L. Hodges and E. L. Lehmann, Estimates of Location Based on Rank Tests, The Annals
// of Mathematical Statistics 34, 1963.
func (r Ranks) Factor() Number {
	if len(r) == 0 {
		return Number(math.NaN())
	}
	n := r.pairs()
	return Number(math.Exp(float64(r.sum((n+1)/2)+r.sum(n/2+1)) / 4 / unit))
}

// Interval returns the interval that excludes exactly the factors that the test rejects at a
// level, so that it excludes 1 if and only if [Ranks.P] is at most level. It is without bounds if
// there are too few ratios, and its ends are NaN if there are none.
func (r Ranks) Interval(level float64) Interval {
	if len(r) == 0 {
		return Interval{Number(math.NaN()), Number(math.NaN())}
	}
	n := r.pairs()
	outside := sort.Search(n/2, func(k int) bool { return 2*tail(len(r), k) > level })
	if outside == 0 {
		return Interval{0, Number(math.Inf(1))}
	}
	end := func(k int) Number { return Number(math.Exp(float64(r.sum(k)) / 2 / unit)) }
	return Interval{end(outside), end(n + 1 - outside)}
}

// pairs is the number of pairs, each ratio also with itself.
func (r Ranks) pairs() int { return len(r) * (len(r) + 1) / 2 }

// upTo returns how many of the pairs have a sum of at most a value.
func (r Ranks) upTo(value int64) (n int) {
	high := len(r) - 1
	for low := range r {
		for high >= low && r[low]+r[high] > value {
			high--
		}
		if high < low {
			break
		}
		n += high - low + 1
	}
	return n
}

// sum returns the k-th of the sums of all pairs, from the least, which is the first.
func (r Ranks) sum(k int) int64 {
	low, high := 2*r[0], 2*r[len(r)-1]
	for low < high {
		if middle := low + (high-low)/2; r.upTo(middle) < k {
			low = middle + 1
		} else {
			high = middle
		}
	}
	return low
}

// maxExact is up to how many ratios probabilities are exact.
const maxExact = 128

// tail returns the probability that the ranks of n ratios on one side of 1 add up to at most k, if
// each is on either side with the same probability.
func tail(n, k int) float64 {
	if n > maxExact {
		return normalTail(n, k)
	}
	return exactTail(n, k)
}

// normalTail is tail by the normal distribution. Below .03 it errs to the side of no difference.
func normalTail(n, k int) float64 {
	mean := float64(n) * float64(n+1) / 4
	deviation := math.Sqrt(mean * float64(2*n+1) / 6)
	return math.Erfc((mean-float64(k)-.5)/deviation/math.Sqrt2) / 2
}

// exactTail is tail for small n.
func exactTail(n, k int) float64 {
	if cached, ok := exactTails.Load(n); ok {
		return cached.([]float64)[k]
	}
	sums := make([]float64, n*(n+1)/2+1) // the probability of each
	sums[0] = 1
	for rank := 1; rank <= n; rank++ {
		for sum := rank * (rank + 1) / 2; sum >= 0; sum-- {
			if sums[sum] /= 2; sum >= rank {
				sums[sum] += sums[sum-rank] / 2
			}
		}
	}
	for k := range sums[1:] {
		sums[k+1] += sums[k]
	}
	exactTails.Store(n, sums)
	return sums[k]
}

// exactTails holds the sums of exactTail by n: all pairs of programs have about the same.
var exactTails sync.Map

// holm returns the level at which each of several tests is judged so that, with a probability of
// 1-level, none of them rejects what is true, however the tests depend on each other: a test
// rejects if its p-value is at most the returned level. The step-down procedure ends at this
// level, which all that was rejected before is below as well.
//
// Source: S. Holm, A Simple Sequentially Rejective Multiple Test Procedure, Scandinavian Journal
// of Statistics 6, 1979.
func holm(p []float64, level float64) float64 {
	left := len(p)
	for _, v := range slices.Sorted(slices.Values(p)) {
		if v > level/float64(left) {
			break
		}
		left--
	}
	return level / float64(max(left, 1))
}

// fewest returns the least number of ratios by which [Ranks.P] can reject one of several hypotheses
// at a level that [holm] corrects.
func fewest(tests int, level float64) int {
	n := 1
	for 2*tail(n, 0) > level/float64(max(tests, 1)) {
		n++
	}
	return n
}
