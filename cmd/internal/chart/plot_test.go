package chart

import (
	"encoding/xml"
	"errors"
	"html/template"
	"io"
	"math"
	"path/filepath"
	"strings"
	"testing"

	"github.com/exactile/exactile/internal/testkit"
)

// hostileName is markup where it is not escaped.
const hostileName = `"><script>alert(1)</script>&`

// wellFormed fails the test if a text is not, or if a name in it is markup.
func wellFormed(t *testing.T, text template.HTML) {
	t.Helper()
	if strings.Contains(string(text), "<script") {
		t.Errorf("a name became markup: %s", text)
	}
	for d := xml.NewDecoder(strings.NewReader("<p>" + string(text) + "</p>")); ; {
		if _, err := d.Token(); errors.Is(err, io.EOF) {
			return
		} else if err != nil {
			t.Fatal(err)
		}
	}
}

func TestPlot(t *testing.T) {
	t.Parallel()
	time := Axis{Title: "time", Log: true, Min: .001, Max: 10, Text: milliseconds}
	p := Plot{
		Title: "Lines", Note: "A note.", X: Axis{Title: "solved", Max: 4}, Y: time, Label: "in words",
		Series: []Series{
			{Name: "best", Steps: true, Broad: true, Points: []Point{{0, .001, ""}, {1, .001, ""}, {2, .1, ""}}},
			{Name: "x", Steps: true, Points: []Point{{0, .01, ""}, {1, .01, ""}, {4, 10, ""}}},
		},
	}
	lines, err := p.HTML()
	if err != nil {
		t.Fatal(err)
	}
	dots := Plot{Title: "Dots", X: time, Y: time, Diagonal: true, ID: "dots", Series: []Series{
		{Name: "puzzles", Points: []Point{{.001, 10, "a"}, {.1, math.Inf(1), ""}, {0, .01, hostileName}}},
	}}
	points, err := dots.HTML()
	if err != nil {
		t.Fatal(err)
	}
	wellFormed(t, lines)
	wellFormed(t, points)
	testkit.Golden(t, filepath.Join("testdata", "plot.html"), []byte(lines+"\n"+points))
}

func TestPlaces(t *testing.T) {
	t.Parallel()
	linear, log := Axis{Min: 10, Max: 30}, Axis{Min: .01, Max: 100, Log: true}
	for _, test := range []struct {
		axis      Axis
		at, place float64
	}{
		{linear, 10, 0}, {linear, 15, 250}, {linear, 30, 1000}, {linear, 31, 1000}, {linear, 9, 0},
		{log, .01, 0}, {log, .1, 250}, {log, 1, 500}, {log, 100, 1000}, {log, math.Inf(1), 1000},
		{log, 0, 0}, {log, -1, 0}, {log, math.NaN(), 0}, {Axis{}, 1, 0},
	} {
		if got := test.axis.Place(test.at); got != test.place {
			t.Errorf("%v lies at %v, want %v", test.at, got, test.place)
		}
	}
	if got := (Axis{}).ticks(0, nil); got != nil {
		t.Errorf("an axis of nothing has the ticks %v", got)
	}
}

func TestMatrix(t *testing.T) {
	t.Parallel()
	m := Matrix{Title: "Times", Corner: "puzzle", Columns: []string{"x", hostileName}, Rows: []MatrixRow{
		{Name: "a", Cells: []MatrixCell{{Text: "1", Figure: 1}, {Text: "10", Figure: 10}}},
		{Name: hostileName, Cells: []MatrixCell{{Text: "100", Figure: 100}, {Text: "timeout", Figure: math.Inf(1), Class: "warn"}}},
	}}
	text, err := m.HTML()
	if err != nil {
		t.Fatal(err)
	}
	wellFormed(t, text)
	for _, want := range []string{
		`<td style="--shade:0%">1</td><td style="--shade:23%">10</td>`, // half of 45 %
		`<td style="--shade:45%">100</td><td style="--shade:0%" class="warn">timeout</td>`,
	} {
		if !strings.Contains(string(text), want) {
			t.Errorf("no %s in\n%s", want, text)
		}
	}
}
