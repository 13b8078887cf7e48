package native

import (
	"math/rand/v2"
	"testing"

	"github.com/exactile/exactile/native/internal/problem"
	"github.com/exactile/exactile/native/internal/run"
)

// The forecasts of counts along an order, at 1024 states and at each time that there are
// four times as many, with the estimated time of the search: what is done at the end of each.
func TestForecasts(t *testing.T) {
	for _, row := range []struct {
		name     string
		search   float64 // nanoseconds
		expected []float64
		want     decision // after the last of them; before, the count goes on
	}{
		{"dominoes in 4x4x4, shuffled", 545e9, []float64{60123, 61940, 154189, 78852}, proceed},
		{"any tetrominoes on 8x8, shuffled", 9.2e12, []float64{491182, 1857780, 708815, 266356, 1463021}, proceed},
		{"L-trominoes on 9x10, shuffled", 3.7e9, []float64{26730, 24913, 38462}, proceed},
		// Nearly all states of these differ.
		{"a random cover, always growing", .817e9, []float64{34907, 139628, 622873, 1455164, 6e6}, giveUp},
		{"a random cover, growing and pausing", 14.2e9, []float64{136189, 185413, 741655, 1722505, 6890021, 23326201, 1e8}, giveUp},
		{"a random cover, near the time of the search", .121e9, []float64{120556, 178226, 1e6, 4e6}, giveUp},
		// The time of the search is so long that a part of it suffices, but not for a window, whose
		// memory has no bound.
		{"growing beside a very long search", 1e15, []float64{1e5, 4e5, 2e6}, proceed},
	} {
		t.Run(row.name, func(t *testing.T) {
			f, states := noForecasts, until(0)
			for i, expected := range row.expected {
				f.add(states, expected)
				f.add(states, expected) // as when the try is repeated
				got := f.next(states, float64(states)*stateCost, row.search)
				want := proceed
				if i == len(row.expected)-1 {
					want = row.want
				}
				if got != want {
					t.Fatalf("step %d after %d states, %.0f expected; want %d", got, states, expected, want)
				}
				states = until(states)
			}
		})
	}
}

// However the forecasts go, a count that nothing but a growing forecast recommends ends
// within a small part of the time of the search.
func TestGrowingForecastsRiskLittle(t *testing.T) {
	const search = 10e9
	for _, growth := range []float64{1.5, 2, 3, 4} {
		f, states, expected := noForecasts, until(0), 1e6
		for {
			f.add(states, expected)
			if next := f.next(states, float64(states)*stateCost, search); next != proceed {
				if next == useWindow {
					t.Errorf("growing by %g: uses a window", growth)
				}
				break
			}
			states, expected = until(states), growth*expected
		}
		if cost := float64(states) * stateCost; cost > search/10 {
			t.Errorf("growing by %g: %.0f ms spent beside a search of %.0f", growth, cost/1e6, search/1e6)
		}
	}
}

// Trials share an account: a count begins if others before have left enough of it, and goes on if
// its forecast says that it will end.
func TestTrialsShareAnAccount(t *testing.T) {
	p := problem.Load(renamed(rand.New(rand.NewPCG(17, 4)), kings(8)))
	const search = 1e7 // nanoseconds
	for spent, ends := range map[float64]bool{0: true, .5 * freePart: true, freePart: false} {
		c := Searcher{}.chooser(p, run.Search{Ctx: t.Context(), PauseAt: 1})
		c.order.estimate = run.Guess{Nodes: 1e5, Time: search, Probes: 1}
		c.trials.Spent = spent * search
		if done := c.order.try(0); (done != nil) != ends || !ends && c.order.count.Nodes > 0 {
			t.Errorf("%v of the search spent before: %+v after %d states", spent, done, c.order.count.Nodes)
		}
		if got := c.trials.Spent - spent*search; got != float64(c.order.count.Nodes)*stateCost {
			t.Errorf("%d states are entered as %v", c.order.count.Nodes, got)
		}
	}
}
