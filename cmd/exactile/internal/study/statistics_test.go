package study

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

var inf = math.Inf(1)

// same reports whether two figures are the same but for rounding.
func same[A, B ~float64](got A, want B) bool {
	a, b := float64(got), float64(want)
	return a == b || math.Abs(a-b) < 1e-9 || math.IsNaN(a) && math.IsNaN(b)
}

// All values are computed by hand.
func TestQuantiles(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		values []float64
		q      float64
		want   float64
	}{
		{nil, .5, math.NaN()},
		{[]float64{7}, .5, 7},
		{[]float64{7}, 0, 7},
		{[]float64{3, 1, 2}, .5, 2},
		{[]float64{4, 1, 3, 2}, .5, 2.5},
		{[]float64{4, 1, 3, 2}, .25, 1.75}, // .75 of the way from 1 to 2
		{[]float64{4, 1, 3, 2}, .75, 3.25},
		{[]float64{4, 1, 3, 2}, 1, 4},
		{[]float64{1, inf, 2}, .5, 2},
		{[]float64{1, inf}, .5, inf}, // half of them are not solved
		{[]float64{inf, inf, inf}, .5, inf},
		{[]float64{1, 2, inf, inf}, .25, 1.75},
	} {
		if got := quantile(test.values, test.q); !same(got, test.want) {
			t.Errorf("the quantile %v of %v is %v, want %v", test.q, test.values, got, test.want)
		}
	}
	values := []float64{3, 1, 2}
	if median(values); !slices.Equal(values, []float64{3, 1, 2}) {
		t.Error("the median has sorted its argument")
	}
}

func TestPAR2(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		times []float64
		limit float64
		want  float64
	}{
		{[]float64{1, 2, 3}, 10, 2},
		{[]float64{1, 2, inf}, 10, 23. / 3},
		{[]float64{inf, inf}, 5, 10},
		{[]float64{1, inf}, 0, inf},
		{[]float64{1, 5}, 0, 3},
		{nil, 10, math.NaN()},
	} {
		if got := par2(test.times, test.limit); !same(got, test.want) {
			t.Errorf("PAR-2 of %v is %v, want %v", test.times, got, test.want)
		}
	}
}

func TestVirtualBestAndContributions(t *testing.T) {
	t.Parallel()
	a := []float64{1, 4, inf, inf, 3}
	b := []float64{2, 3, 5, inf, 3}
	c := []float64{inf, inf, inf, inf, 1}
	if got, want := virtualBest(a, b, c), []float64{1, 3, 5, inf, 1}; !slices.Equal(got, want) {
		t.Errorf("the virtual best takes %v, want %v", got, want)
	}
	if got := virtualBest(); got != nil {
		t.Errorf("nobody takes %v", got)
	}
	// With a limit of 10 the virtual best has 1+3+5+20+1 = 30; without a 2+3+5+20+1,
	// without b 1+4+20+20+1, without c 1+3+5+20+3.
	want := []Contribution{
		{Alone: 0, Fastest: 1, Gain: 1. / 5},
		{Alone: 1, Fastest: 2, Gain: 16. / 5},
		{Alone: 0, Fastest: 1, Gain: 2. / 5},
	}
	for n, got := range contributions(10, a, b, c) {
		if got.Alone != want[n].Alone || got.Fastest != want[n].Fastest || !same(got.Gain, want[n].Gain) {
			t.Errorf("program %d contributes %+v, want %+v", n, got, want[n])
		}
	}
	got := contributions(0, []float64{1, inf}, []float64{1, 2})
	if got[0].Gain != 0 || !same(got[1].Gain, inf) || got[0].Fastest != 0 || got[1].Alone != 1 {
		t.Errorf("without a limit: %+v", got)
	}
	if got := contributions(10, []float64{1, inf}); got[0] != (Contribution{Alone: 1, Fastest: 1}) {
		t.Errorf("one program contributes %+v", got[0])
	}
}

func TestRatios(t *testing.T) {
	t.Parallel()
	a := []float64{1, 2, inf, inf, 5, 1e-9}
	b := []float64{3, 1, 5, inf, inf, 2e-6}
	if got, want := ratiosOf(a, b, 10, 1e-6), []float64{3, .5, .5, 2, 2}; !slices.Equal(got, want) {
		t.Errorf("ratios %v, want %v", got, want)
	}
	if got, want := ratiosOf(a, b, 0, 1e-6), []float64{3, .5, 2}; !slices.Equal(got, want) {
		t.Errorf("without a limit, ratios %v, want %v", got, want)
	}
}

// All ways to give n ranks a sign are listed.
func TestSignedRanks(t *testing.T) {
	t.Parallel()
	for n := 1; n <= 14; n++ {
		most := n * (n + 1) / 2
		ways := make([]int, most+1)
		for signs := range 1 << n {
			sum := 0
			for k := range n {
				if signs>>k&1 == 1 {
					sum += k + 1
				}
			}
			ways[sum]++
		}
		upTo := 0
		for k, w := range ways {
			upTo += w
			if got, want := tail(n, k), float64(upTo)/float64(int(1)<<n); math.Abs(got-want) > 1e-12 {
				t.Fatalf("of %d ranks up to %d: %v, want %v", n, k, got, want)
			}
		}
	}
	// Where the exact probabilities end, the normal ones are near them, and not below: of those
	// at which something is rejected.
	for p, k := 0., 2400; p < .03; k++ {
		p = exactTail(maxExact, k)
		if normal := normalTail(maxExact, k); normal < p*.999 || normal > p*1.25 && p > 1e-4 {
			t.Errorf("at %d: %v, by the normal distribution %v", k, p, normal)
		}
	}
	for _, test := range []struct {
		ratios    []float64
		p, factor float64
	}{
		{nil, 1, math.NaN()},
		{[]float64{1, 1, 1}, 1, 1},
		{[]float64{3, 1. / 3, 5, 1. / 5}, 1, 1},
		{[]float64{2, 2, 2, 2, 2, 2}, 2. / 64, 2},
		{[]float64{.5, .5, .5, .5, .5, .5}, 2. / 64, .5},
		{[]float64{.5, 4, 8, 16, 32, 64}, 4. / 64, math.Pow(2, 3.5)}, // the least rank alone is on the other side
		{[]float64{2, 8}, .5, 4},
	} {
		r := ranksOf(test.ratios)
		if p, factor := r.P(), r.Factor(); !same(p, test.p) || !same(factor, test.factor) {
			t.Errorf("of %v: p is %v, want %v; the factor is %v, want %v", test.ratios, p, test.p, factor, test.factor)
		}
	}
}

// The interval and the test never contradict each other, also where ratios are equal; six ratios
// have an interval from the least to the greatest, five have none.
func TestIntervalsOfFactors(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(4, 0))
	for range 2000 {
		ratios := make([]float64, 1+random.IntN(140))
		for k := range ratios {
			ratios[k] = []float64{1. / 3, .5, 1, 1, 2, 3, 1e6}[random.IntN(7)]
			if random.IntN(2) == 0 {
				ratios[k] = math.Exp(random.NormFloat64() + .3)
			}
		}
		level := math.Pow(10, -4*random.Float64())
		r := ranksOf(ratios)
		interval, p := r.Interval(level), r.P()
		if interval.Excludes(1) != (p <= level) {
			t.Fatalf("%v at %v: p is %v, the interval %v", ratios, level, p, interval)
		}
		if level < .5 && interval.Excludes(r.Factor()) {
			t.Fatalf("%v at %v: the interval %v is without the factor %v", ratios, level, interval, r.Factor())
		}
		k := 1 + random.IntN(r.pairs())
		var sums []int64
		for a := range r {
			for b := range a + 1 {
				sums = append(sums, r[a]+r[b])
			}
		}
		if slices.Sort(sums); r.sum(k) != sums[k-1] {
			t.Fatalf("%v: the %d-th sum is %d, want %d", r, k, r.sum(k), sums[k-1])
		}
	}
	i := ranksOf([]float64{3, 1, 2, 6, 5, 4}).Interval(.05)
	if !same(i.Low, 1.) || math.Abs(float64(i.High)-6) > 1e-9 {
		t.Errorf("of six ratios: %v", i)
	}
	if got := ranksOf([]float64{3, 1, 2, 6, 5}).Interval(.05); got != (Interval{0, Number(inf)}) {
		t.Errorf("of five ratios: %v", got)
	}
	if got := ranksOf(nil).Interval(.05); !math.IsNaN(float64(got.Low)) || !math.IsNaN(float64(got.High)) {
		t.Errorf("of none: %v", got)
	}
}

// Levels by hand: of four tests, at .05, .0125 .0167 .025 .05.
func TestHolm(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		p        []float64
		level    float64
		rejected int
	}{
		{nil, .05, 0},
		{[]float64{.2, .013, .5, .014}, .05 / 4, 0},
		{[]float64{.2, .0125, .5, .02}, .05 / 3, 1},
		{[]float64{.2, .0125, .5, .016}, .05 / 2, 2},
		{[]float64{.04, .01, .01, .01}, .05, 4},
		{[]float64{.03, .03, .01, .01}, .05 / 2, 2},
	} {
		level, rejected := holm(test.p, .05), 0
		for _, p := range test.p {
			if p <= level {
				rejected++
			}
		}
		if !same(level, test.level) || rejected != test.rejected {
			t.Errorf("%v: at %v %d are rejected, want %d at %v", test.p, level, rejected, test.rejected, test.level)
		}
	}
	for tests, want := range map[int]int{0: 6, 1: 6, 15: 10, 66: 12} {
		if got := fewest(tests, .05); got != want {
			t.Errorf("%d tests need %d values, want %d", tests, got, want)
		}
	}
}
