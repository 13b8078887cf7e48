package chart

import (
	_ "embed"
	"fmt"
	"html/template"
	"math"
)

//go:embed bars.html
var barsMarkup string

// Bars is a bar chart for a page: one row for each of several things, with a bar as long as the
// median of its figures and across its end a line from the least to the greatest. Bars are SVG
// inside the page and stretch with it; names and figures beside them are text of the page, so that
// they can be read at any width.
type Bars struct {
	// Title names what is drawn, and its unit.
	Title string
	Rows  []Bar
	// Text spells a figure, with its unit; nil: as Go does.
	Text func(float64) string
}

// A Bar is a row of a chart. Figures must be finite; ones below zero are drawn as
// zero.
type Bar struct {
	Name string
	// Min, Median and Max summarise the figures; all are equal if there is only one.
	Min, Median, Max float64
	// Missing is the reason why there is no figure, "" if there is one. Reached is then a lower
	// bound of the figure, drawn as a bar with an open end, or 0.
	Missing string
	Reached float64
}

// HTML returns the chart. Names are text, never markup.
func (b *Bars) HTML() (template.HTML, error) {
	a := b.axis()
	step := func(decades float64) float64 { return math.Ceil(decades / 4) }
	type row struct {
		Bar
		Fill, From, To      float64
		Value, Range, Label string
		Open                bool
	}
	view := struct {
		Title string
		Note  string
		Rows  []row
		Ticks []tick
	}{Title: b.Title, Ticks: a.ticks(a.Max*1.001, step)}
	if a.Log {
		view.Note = "Logarithmic: each step to the right is the same factor."
	}
	for _, bar := range b.Rows {
		r := row{Bar: bar}
		switch {
		case bar.Missing == "":
			r.From, r.Fill, r.To = a.Place(bar.Min), a.Place(bar.Median), a.Place(bar.Max)
			r.Value = a.spell(bar.Median)
			r.Label = fmt.Sprintf("%s: %s", bar.Name, r.Value)
			if least, greatest := a.spell(bar.Min), a.spell(bar.Max); least != greatest {
				r.Range = least + " – " + greatest
				r.Label += fmt.Sprintf(", from %s to %s", least, greatest)
			}
		default:
			r.Value, r.Label = bar.Missing, bar.Name+": "+bar.Missing
			if bar.Reached > 0 {
				r.Open, r.Fill = true, a.Place(bar.Reached)
			}
		}
		view.Rows = append(view.Rows, r)
	}
	return filled(barsMarkup, view)
}

// logarithmic is the ratio of the greatest to the least figure above which the scale is
// logarithmic, since short bars would look alike on a linear one.
const logarithmic = 50

// axis finds the range of the figures.
func (b *Bars) axis() Axis {
	a, least := Axis{Text: b.Text}, math.Inf(1)
	for _, bar := range b.Rows {
		figures := []float64{bar.Min, bar.Median, bar.Max}
		if bar.Missing != "" {
			figures = []float64{bar.Reached}
		}
		for _, f := range figures {
			a.Max = max(a.Max, f)
			if f > 0 {
				least = min(least, f)
			}
		}
	}
	if a.Log = a.Max > logarithmic*least; a.Log {
		// The axis starts at a power of ten a little below all figures, so that each has a bar.
		a.Min = math.Pow(10, math.Floor(math.Log10(least)-.1))
		a.Max = math.Pow(10, math.Ceil(math.Log10(a.Max)))
	}
	return a
}
