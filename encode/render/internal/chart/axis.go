package chart

import "math"

// wide is the width of a bar's drawing, in units that stretch with the page.
const wide = 1000.0

// logarithmic is the ratio of the greatest to the least figure above which the scale is
// logarithmic, since short bars would look alike on a linear one.
const logarithmic = 50

// axis maps a figure to its place.
type axis struct {
	least, greatest float64 // of the figures above 0
	log             bool
}

// place returns the place of a figure, from 0 to wide.
func (a axis) place(f float64) float64 {
	x := 0.0
	switch {
	case f <= 0 || a.greatest <= 0:
	case a.log:
		x = math.Log(f/a.least) / math.Log(a.greatest/a.least)
	default:
		x = f / a.greatest
	}
	return math.Round(wide * min(max(x, 0), 1))
}

// A tick is a line across all bars.
type tick struct {
	At   float64 // percent of the width
	Text string
}

// ticks are at powers of ten, or at some round figures on a linear axis.
func (a axis) ticks(text func(float64) string) []tick {
	var ticks []tick
	add := func(f float64) { ticks = append(ticks, tick{a.place(f) / wide * 100, text(f)}) }
	switch {
	case a.greatest <= 0:
	case a.log:
		decades := math.Round(math.Log10(a.greatest / a.least))
		step := math.Ceil(decades / 4)
		for d := 0.0; d <= decades; d += step {
			add(a.least * math.Pow(10, d))
		}
	default:
		step := round(a.greatest / 3)
		for f := 0.0; f <= a.greatest*1.001; f += step {
			add(f)
		}
	}
	return ticks
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
