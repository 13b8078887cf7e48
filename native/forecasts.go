package native

import (
	"math"
	"slices"
)

const (
	// After firstStates a count along an order makes a forecast, and again each time that
	// there are moreStates times as many states.
	firstStates = 1 << 10
	moreStates  = 4
	// stateCost is the nanoseconds of a state that is reached: 33 to 50 on 90 models.
	stateCost = 50
	// windowCost is that of a state in the layers of a window, of many kinds of option.
	windowCost = 140
	// worthWindow is how many expected states make it worth setting up the tables of
	// a window.
	worthWindow = 1 << 20
	// A forecast that has grown by more than settled since one of the two before says little:
	// where states differ, it grows from the beginning to the end, and now and then it pauses.
	settled = 2
	// All trials may take freePart of the time of the search, and one that a settled forecast
	// expects to end settledPart. That time may be estimated five times too high. A count that is
	// expected to take clearPart of it is no trial: it may take all memory. One that is expected
	// to take hugePart is settled sooner.
	freePart    = 1. / 20
	settledPart = 1. / 8
	clearPart   = 1. / 64
	hugePart    = 1. / 1024
)

// forecasts are how many states a count along an order is expected to reach: as things
// stand, one step ago and two steps ago. They are infinite if there was no such step.
type forecasts [3]float64

var noForecasts = forecasts{math.Inf(1), math.Inf(1), math.Inf(1)}

// add adds what is expected after this number of states. A try that is repeated may
// find the count where it was.
func (f *forecasts) add(states int64, expected float64) {
	if states > 0 && expected != f[0] {
		copy(f[1:], f[:])
		f[0] = expected
	}
}

// A decision is what to do with a count along an order.
type decision int

const (
	giveUp    decision = iota // the search is likely to be faster
	proceed                   // count until the next forecast is due
	useWindow                 // count by the layers of a window, if the order has one
)

// next returns what to do after this number of states, where all trials so far have spent so many
// nanoseconds beside a search of this time.
func (f *forecasts) next(states int64, spent, search float64) decision {
	ends := f.expected()-float64(states)*stateCost < settledPart*search && f.settled(search)
	switch {
	case ends && f[0] > worthWindow && states > moreStates*firstStates:
		return useWindow
	case ends, spent+float64(until(states)-states)*stateCost < freePart*search:
		return proceed
	}
	return giveUp
}

// expected is the time of the whole count: a forecast that has grown is expected to grow on.
func (f *forecasts) expected() float64 {
	return f[0] * max(1, math.Sqrt(f[0]/f[1])) * stateCost
}

// settled reports whether the forecast has settled beside a search of this time.
func (f *forecasts) settled(search float64) bool {
	before := slices.Min(f[1:])
	if f.expected() < hugePart*search {
		before = f[1]
	}
	return f[0] <= settled*before
}

// until returns how many states there are before the next forecast.
func until(states int64) int64 { return max(firstStates, moreStates*states) }
