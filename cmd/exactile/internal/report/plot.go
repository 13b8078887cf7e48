package report

import (
	"fmt"
	"math"
	"strings"
)

// wide is the width of a drawing, in units that stretch with the page.
const wide = 1000.0

// An axis goes from Min to Max, by equal factors if Log is set: then Min must be above 0. Points
// beyond an end are drawn at the end.
type axis struct {
	Title    string
	Min, Max float64
	Log      bool
	spell    func(float64) string
}

// place returns the place of a figure on the axis, from 0 to 1000.
func (a axis) place(f float64) float64 {
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

// A tick is a line across a plot.
type tick struct {
	At   float64 // percent of the width
	Text string
}

// Ticks are at powers of ten, or at some round figures on a linear axis.
func (a axis) Ticks() (all []tick) {
	if a.Max <= a.Min {
		return nil
	}
	add := func(f float64) {
		all = append(all, tick{a.place(f) / wide * 100, a.spell(f)})
	}
	if !a.Log {
		step := round((a.Max - a.Min) / 3)
		for f := math.Ceil(a.Min/step) * step; f <= a.Max+step/1000; f += step {
			add(f)
		}
		return all
	}
	first := math.Ceil(math.Log10(a.Min) - 1e-9)
	last := math.Floor(math.Log10(a.Max) + 1e-9)
	for d := first; d <= last; d += math.Ceil((last - first + 1) / 6) {
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

// A plot is lines or dots between two axes: SVG that stretches with the page. Words and figures
// beside it are text of the page, so that they have the same size at any width.
type plot struct {
	Title, Note string
	X, Y        axis
	Lines       []line
	Dots        []dot
	Label       string // describes the drawing in words, for readers who cannot see it
}

// A line goes up and to the right in steps.
type line struct{ Name, Class, Path string }

// A dot is a path of length zero, whose round ends stay round when the drawing is stretched. Its
// text is shown where a reader points at it.
type dot struct{ Path, Text string }

// draw adds a line through the number of puzzles that are solved up to each of some times, in
// increasing order.
func (p *plot) draw(name, class string, times []float64) {
	var path strings.Builder
	for k, t := range times {
		y := wide - p.Y.place(t)
		if k == 0 {
			fmt.Fprintf(&path, "M0 %.0f", y)
		}
		fmt.Fprintf(&path, "V%.0fH%.0f", y, p.X.place(float64(k+1)))
	}
	p.Lines = append(p.Lines, line{name, class, path.String()})
}

// Grid is the path of the lines across the plot.
func (p *plot) Grid() string {
	var grid strings.Builder
	for _, tick := range p.X.Ticks() {
		fmt.Fprintf(&grid, "M%.0f 0V1000", tick.At*10)
	}
	for _, tick := range p.Y.Ticks() {
		fmt.Fprintf(&grid, "M0 %.0fH1000", 1000-tick.At*10)
	}
	return grid.String()
}
