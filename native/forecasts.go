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
	// stateCost is the nanoseconds of a state that is reached, plus half as much again
	// because a forecast may be too low.
	stateCost = 140
	// More states than these outgrow the caches.
	cachedStates = 1 << 18
	beyondCaches = 1.3
	// worthWindow is how many expected states make it worth setting up the tables of
	// a window.
	worthWindow = 1 << 20
	// A forecast that has grown by more than settled since one of the two before says little:
	// only unsettledPart of the time of the search is risked on it. Where states differ, it
	// grows from the beginning to the end, and now and then it pauses.
	settled       = 2
	unsettledPart = 1. / 64
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

// next returns what to do after this number of states, and how much of the time of the
// search may be risked on it.
func (f *forecasts) next(states int64, search float64) (decision, float64) {
	if states == 0 {
		return proceed, search
	}
	// A forecast that has grown is expected to grow on.
	worse := max(1, math.Sqrt(f[0]/f[1]))
	time := (f[0]*worse - float64(states)) * stateCost
	if f[0] > cachedStates {
		time *= beyondCaches
	}
	risked := search
	if f[0] > settled*slices.Min(f[1:]) {
		risked *= unsettledPart
	}
	switch {
	case time > search:
		return giveUp, 0
	case time > risked && float64(until(states))*stateCost > risked:
		return giveUp, 0
	case time < risked && f[0] > worthWindow && states > moreStates*firstStates:
		return useWindow, risked
	}
	return proceed, risked
}

// until returns how many states there are before the next forecast.
func until(states int64) int64 { return max(firstStates, moreStates*states) }
