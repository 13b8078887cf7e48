package chart

import (
	_ "embed"
	"fmt"
	"html/template"
	"math"
	"strings"
)

//go:embed plot.html
var plotMarkup string

// Plot is points and lines between two axes, for a page.
type Plot struct {
	// Title names what is drawn, Note is a remark on it; may be empty.
	Title, Note string
	X, Y        Axis
	Series      []Series
	// Diagonal draws the line where both axes are equal; both must be the same.
	Diagonal bool
	// ID is the id of the drawing's element, for a script that changes the drawing; may be empty.
	ID string
	// Label describes the drawing in words, for readers who cannot see it.
	Label string
}

// A Series is the data of one thing in a plot: points drawn as dots or, if Steps, as a line that
// goes from one point to the next first along Y and then along X. A Broad line stays visible behind
// the series after it.
type Series struct {
	Name         string
	Points       []Point
	Steps, Broad bool
}

// A Point is a place and a text that is shown where a reader points at it; the text may be empty.
type Point struct {
	X, Y float64
	Text string
}

// hues is the number of colours of series, and dashes the number of line styles: neighbours differ
// in both, so that they can be told apart without colours.
const hues, dashes = 8, 3

// A curve is a series in the form that the page's template uses.
type curve struct {
	Name  string
	Class string
	Path  string // of the line; "": there is none
	Dots  []dot
}

type dot struct{ Path, Text string }

// HTML returns the plot. Names and texts are text, never markup.
func (p *Plot) HTML() (template.HTML, error) {
	var all []curve
	k := 0
	for _, s := range p.Series {
		d := curve{Name: s.Name, Class: fmt.Sprintf("hue%d dash%d", k%hues, k%dashes)}
		if s.Broad {
			d.Class = "broad"
		} else {
			k++
		}
		if s.Steps {
			d.Path = p.steps(s)
		} else {
			for _, point := range s.Points {
				d.Dots = append(d.Dots, dot{p.dot(point), point.Text})
			}
		}
		all = append(all, d)
	}
	var grid strings.Builder
	step := func(decades float64) float64 { return math.Ceil((decades + 1) / 6) }
	x, y := p.X.ticks(0, step), p.Y.ticks(0, step)
	for _, tick := range x {
		fmt.Fprintf(&grid, "M%.0f 0V1000", tick.At*10)
	}
	for _, tick := range y {
		fmt.Fprintf(&grid, "M0 %.0fH1000", 1000-tick.At*10)
	}
	return filled(plotMarkup, map[string]any{
		"Title": p.Title, "Note": p.Note, "X": p.X.Title, "Y": p.Y.Title, "XTicks": x,
		"YTicks": y, "Series": all, "Grid": grid.String(), "Diagonal": p.Diagonal, "ID": p.ID,
		"Label": p.Label, "Legend": len(p.Series) > 1,
	})
}

// steps is the path of a line.
func (p *Plot) steps(s Series) string {
	var b strings.Builder
	for k, point := range s.Points {
		x, y := p.X.Place(point.X), wide-p.Y.Place(point.Y)
		if k == 0 {
			fmt.Fprintf(&b, "M%.0f %.0f", x, y)
		} else {
			fmt.Fprintf(&b, "V%.0fH%.0f", y, x)
		}
	}
	return b.String()
}

// dot is the path of a dot: a line of length zero, whose round ends stay round when the drawing is
// stretched.
func (p *Plot) dot(point Point) string {
	return fmt.Sprintf("M%.0f %.0fh0", p.X.Place(point.X), wide-p.Y.Place(point.Y))
}
