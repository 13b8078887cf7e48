// Package chart draws figures for pages: bars, plots between two axes, and tables with
// shades. Drawings are SVG that stretches with the page, without a script and without
// anything to fetch; what is read stands beside them as text of the page, so that it has its
// size at any width. Colours are the variables of the page's style.
package chart

import (
	_ "embed"
	"html/template"
	"strings"
)

// Style is the CSS of all charts.
//
//go:embed chart.css
var Style string

// filled returns a chart's markup with what it shows.
func filled(markup string, data any) (template.HTML, error) {
	t, err := template.New("chart").Parse(markup)
	if err != nil {
		return "", err
	}
	var out strings.Builder
	err = t.Execute(&out, data)
	return template.HTML(out.String()), err
}
