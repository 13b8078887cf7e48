package main

import "math"

// shades turns figures into depths of colour by their logarithms.
type shades struct{ least, greatest float64 }

// deepest is the shade of the greatest figure, in percent: text on it stays legible.
const deepest = 45

// newShades are for the given figures; those that are not above zero have no shade.
func newShades(figures []float64) shades {
	s := shades{math.Inf(1), 0}
	for _, f := range figures {
		if f > 0 {
			s.least, s.greatest = min(s.least, f), max(s.greatest, f)
		}
	}
	return s
}

func (s shades) of(f float64) int {
	if f <= s.least || s.greatest <= s.least {
		return 0
	}
	return int(math.Round(deepest * math.Log(f/s.least) / math.Log(s.greatest/s.least)))
}
