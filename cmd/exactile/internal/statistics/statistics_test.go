package statistics

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

var inf = math.Inf(1)

// same reports whether two figures are the same but for rounding.
func same(a, b float64) bool {
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
		if got := Quantile(test.values, test.q); !same(got, test.want) {
			t.Errorf("the quantile %v of %v is %v, want %v", test.q, test.values, got, test.want)
		}
	}
	values := []float64{3, 1, 2}
	if Median(values); !slices.Equal(values, []float64{3, 1, 2}) {
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
		if got := PAR2(test.times, test.limit); !same(got, test.want) {
			t.Errorf("PAR-2 of %v is %v, want %v", test.times, got, test.want)
		}
	}
}

func TestVirtualBestAndContributions(t *testing.T) {
	t.Parallel()
	a := []float64{1, 4, inf, inf, 3}
	b := []float64{2, 3, 5, inf, 3}
	c := []float64{inf, inf, inf, inf, 1}
	if got, want := VirtualBest(a, b, c), []float64{1, 3, 5, inf, 1}; !slices.Equal(got, want) {
		t.Errorf("the virtual best takes %v, want %v", got, want)
	}
	if got := VirtualBest(); got != nil {
		t.Errorf("nobody takes %v", got)
	}
	// With a limit of 10 the virtual best has 1+3+5+20+1 = 30; without a 2+3+5+20+1,
	// without b 1+4+20+20+1, without c 1+3+5+20+3.
	want := []Contribution{
		{Alone: 0, Fastest: 1, Gain: 1. / 5},
		{Alone: 1, Fastest: 2, Gain: 16. / 5},
		{Alone: 0, Fastest: 1, Gain: 2. / 5},
	}
	for n, got := range Contributions(10, a, b, c) {
		if got.Alone != want[n].Alone || got.Fastest != want[n].Fastest || !same(got.Gain, want[n].Gain) {
			t.Errorf("program %d contributes %+v, want %+v", n, got, want[n])
		}
	}
	got := Contributions(0, []float64{1, inf}, []float64{1, 2})
	if got[0].Gain != 0 || got[1].Gain != inf || got[0].Fastest != 0 || got[1].Alone != 1 {
		t.Errorf("without a limit: %+v", got)
	}
	if got := Contributions(10, []float64{1, inf}); got[0] != (Contribution{Alone: 1, Fastest: 1}) {
		t.Errorf("one program contributes %+v", got[0])
	}
}

func TestRatios(t *testing.T) {
	t.Parallel()
	a := []float64{1, 2, inf, inf, 5, 1e-9}
	b := []float64{3, 1, 5, inf, inf, 2e-6}
	if got, want := Ratios(a, b, 10, 1e-6), []float64{3, .5, .5, 2, 2}; !slices.Equal(got, want) {
		t.Errorf("ratios %v, want %v", got, want)
	}
	if got, want := Ratios(a, b, 0, 1e-6), []float64{3, .5, 2}; !slices.Equal(got, want) {
		t.Errorf("without a limit, ratios %v, want %v", got, want)
	}
}

// Three values have 27 equally likely samples, and the median is the least in 7 of them, the
// greatest in 7: 25.9 % each.
func TestBootstrapMedian(t *testing.T) {
	t.Parallel()
	values := []float64{30, 10, 20}
	for confidence, want := range map[float64]Interval{
		.95: {10, 30}, // the tails hold 25.9 % each, and 2.5 % are cut off
		.40: {20, 20}, // 30 % are
	} {
		if got := BootstrapMedian(values, confidence, 4000, 1); got != want {
			t.Errorf("at %v the interval is %v, want %v", confidence, got, want)
		}
	}
	if got := BootstrapMedian([]float64{7}, .95, 10, 1); got != (Interval{7, 7}) {
		t.Errorf("of one value: %v", got)
	}
	if got := BootstrapMedian(nil, .95, 10, 1); !math.IsNaN(got.Low) || !math.IsNaN(got.High) {
		t.Errorf("of none: %v", got)
	}
	one, two := BootstrapMedian(values, .9, 100, 5), BootstrapMedian(values, .9, 100, 5)
	if one != two {
		t.Errorf("one seed gives %v and %v", one, two)
	}
}

// The median of a sample is found by counting; sorting must find the same.
func TestMiddleOfASample(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(3, 0))
	for range 500 {
		n := 1 + random.IntN(9)
		sorted := make([]float64, n)
		for k := range sorted {
			sorted[k] = float64(random.IntN(6))
		}
		slices.Sort(sorted)
		drawn := make([]int32, n)
		var sample []float64
		for range n {
			k := random.IntN(n)
			drawn[k]++
			sample = append(sample, sorted[k])
		}
		if got, want := middle(sorted, drawn), Median(sample); !same(got, want) {
			t.Fatalf("the median of %v is %v, want %v", sample, got, want)
		}
	}
}

func TestIntervalExcludes(t *testing.T) {
	t.Parallel()
	i := Interval{1.2, 3}
	for value, want := range map[float64]bool{1: true, 1.2: false, 2: false, 3: false, 3.1: true} {
		if i.Excludes(value) != want {
			t.Errorf("%v excludes %v: %v", i, value, !want)
		}
	}
}
