package render

import (
	_ "embed"
	"fmt"
	"html/template"
	"math"
	"strings"
)

//go:embed chart.css
var chartStyle string

//go:embed chart.html
var chartMarkup string

// Bars is a chart of one figure of several things, for a [Page]: a bar a row, as
// long as the median of some figures, and across its end a line from the least of
// them to the greatest. Bars are SVG inside the page and stretch with it; names and
// figures beside them are text of the page, so that they can be read at any width.
type Bars struct {
	// Title says what is drawn, and in which unit.
	Title string
	Rows  []Bar
	// Text spells a figure, with its unit; nil: as Go does.
	Text func(float64) string
}

// A Bar is a row of a chart. Figures must be finite; ones below zero are drawn as
// zero.
type Bar struct {
	Name string
	// Min, Median and Max spread the figure; all are equal if there is only one.
	Min, Median, Max float64
	// Missing is why there is no figure, "" if there is one. Reached is then a bound
	// that the figure is above, or 0: it is drawn as a bar that does not end.
	Missing string
	Reached float64
}

// wide is the width of a bar's drawing, in units that stretch with the page.
const wide = 1000.0

// logarithmic is the ratio of the greatest to the least figure above which lengths
// are logarithms, since the short bars could not be told apart.
const logarithmic = 50

// axis says where a figure lies.
type axis struct {
	least, greatest float64 // of the figures above 0
	log             bool
}

// HTML returns the chart. Names are text, never markup.
func (b *Bars) HTML() (template.HTML, error) {
	a := b.axis()
	type row struct {
		Bar
		Fill, From, To, Middle float64
		Value, Range, Label    string
		Open                   bool
	}
	view := struct {
		Title string
		Note  string
		Rows  []row
		Ticks []tick
	}{Title: b.Title, Ticks: a.ticks(b.text)}
	if a.log {
		view.Note = "Logarithmic: each step to the right is the same factor."
	}
	for _, bar := range b.Rows {
		r := row{Bar: bar}
		switch {
		case bar.Missing == "":
			r.From, r.Fill, r.To = a.place(bar.Min), a.place(bar.Median), a.place(bar.Max)
			r.Value = b.text(bar.Median)
			r.Label = fmt.Sprintf("%s: %s", bar.Name, r.Value)
			if least, greatest := b.text(bar.Min), b.text(bar.Max); least != greatest {
				r.Range = least + " – " + greatest
				r.Label += fmt.Sprintf(", from %s to %s", least, greatest)
			}
		default:
			r.Value, r.Label = bar.Missing, bar.Name+": "+bar.Missing
			if bar.Reached > 0 {
				r.Open, r.Fill = true, a.place(bar.Reached)
			}
		}
		view.Rows = append(view.Rows, r)
	}
	t, err := template.New("chart").Parse(chartMarkup)
	if err != nil {
		return "", err
	}
	var out strings.Builder
	err = t.Execute(&out, view)
	return template.HTML(out.String()), err
}

func (b *Bars) text(figure float64) string {
	if b.Text == nil {
		return fmt.Sprint(figure)
	}
	return b.Text(figure)
}

// axis finds the range of the figures.
func (b *Bars) axis() axis {
	a := axis{least: math.Inf(1)}
	for _, bar := range b.Rows {
		figures := []float64{bar.Min, bar.Median, bar.Max}
		if bar.Missing != "" {
			figures = []float64{bar.Reached}
		}
		for _, f := range figures {
			a.greatest = max(a.greatest, f)
			if f > 0 {
				a.least = min(a.least, f)
			}
		}
	}
	if a.log = a.greatest > logarithmic*a.least; a.log {
		// From one power of ten to another, the first a little below all figures, so
		// that none is without a bar.
		a.least = math.Pow(10, math.Floor(math.Log10(a.least)-.1))
		a.greatest = math.Pow(10, math.Ceil(math.Log10(a.greatest)))
	}
	return a
}

// place returns where a figure lies, from 0 to wide.
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

// ticks are at powers of ten, or at some round figures.
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
