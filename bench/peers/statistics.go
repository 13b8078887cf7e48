package main

import (
	"fmt"
	"slices"
)

// median returns the median of at least one number.
func median(x []float64) float64 {
	x = slices.Sorted(slices.Values(x))
	n := len(x)
	return (x[(n-1)/2] + x[n/2]) / 2
}

// ratios divides the samples of the same rounds. Rounds whose base is too short to
// be measured are left out.
func ratios(x, base []float64) []float64 {
	var all []float64
	for n := range min(len(x), len(base)) {
		if base[n] > 0 {
			all = append(all, x[n]/base[n])
		}
	}
	return all
}

// figures writes a number with three digits that count.
func figures(x float64) string {
	switch {
	case x >= 100:
		return fmt.Sprintf("%.0f", x)
	case x >= 10:
		return fmt.Sprintf("%.1f", x)
	case x >= 1:
		return fmt.Sprintf("%.2f", x)
	}
	return fmt.Sprintf("%#.3g", x)
}

// duration writes seconds in a unit that suits them.
func duration(seconds float64) string {
	switch {
	case seconds >= 1:
		return figures(seconds) + " s"
	case seconds >= 1e-3:
		return figures(seconds*1e3) + " ms"
	}
	return figures(seconds*1e6) + " µs"
}

// spread writes the least and the greatest of numbers as a range.
func spread(x []float64, write func(float64) string) string {
	if len(x) == 0 {
		return ""
	}
	return write(slices.Min(x)) + " – " + write(slices.Max(x))
}

// summary says in a few words what became of a program on a puzzle.
func (r *result) summary() string {
	if r.reason != "" {
		return r.reason
	}
	return duration(median(r.samples)) + " (" + spread(r.samples, duration) + ")"
}
