package chart

import (
	"fmt"
	"math"
)

// wide is the width of a drawing, in units that stretch with the page.
const wide = 1000.0

// An Axis goes from Min to Max, by equal factors if Log is set: then Min must be above 0. Points
// beyond an end are drawn at the end.
type Axis struct {
	Title    string
	Min, Max float64
	Log      bool
	// Text spells a figure, with its unit; nil: as Go does.
	Text func(float64) string
}

// Place returns the place of a figure on the axis, from 0 to 1000.
func (a Axis) Place(f float64) float64 {
	switch {
	case math.IsNaN(f) || a.Max <= a.Min || f <= a.Min:
		return 0
	case f >= a.Max:
		return wide
	}
	if a.Log {
		return math.Round(wide * math.Log(f/a.Min) / math.Log(a.Max/a.Min))
	}
	return math.Round(wide * (f - a.Min) / (a.Max - a.Min))
}

// spell spells a figure.
func (a Axis) spell(f float64) string {
	if a.Text == nil {
		return fmt.Sprint(f)
	}
	return a.Text(f)
}

// A tick is a line across all bars, or across a plot.
type tick struct {
	At   float64 // percent of the width
	Text string
}

// ticks are at powers of ten, or at some round figures on a linear axis, up to its end or to the
// given one if that is greater. Given the number of decades, step returns how many there are from
// one tick to the next.
func (a Axis) ticks(end float64, step func(decades float64) float64) []tick {
	if a.Max <= a.Min {
		return nil
	}
	var all []tick
	add := func(f float64) {
		all = append(all, tick{a.Place(f) / wide * 100, a.spell(f)})
	}
	if !a.Log {
		step := round((a.Max - a.Min) / 3)
		for f := math.Ceil(a.Min/step) * step; f <= max(end, a.Max+step/1000); f += step {
			add(f)
		}
		return all
	}
	first := math.Ceil(math.Log10(a.Min) - 1e-9)
	last := math.Floor(math.Log10(a.Max) + 1e-9)
	for d := first; d <= last; d += step(last - first) {
		add(math.Pow(10, d))
	}
	return all
}

// round returns the greatest of 1, 2 and 5 times a power of ten that is not above f.
func round(f float64) float64 {
	power := math.Pow(10, math.Floor(math.Log10(f)))
	for _, digit := range []float64{5, 2} {
		if digit*power <= f {
			return digit * power
		}
	}
	return power
}
