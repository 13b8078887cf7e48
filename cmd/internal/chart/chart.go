// Package chart draws charts for pages: bars, plots between two axes, and tables with shades.
// Drawings are SVG that stretches with the page; they have no script and fetch nothing. Words and
// figures beside them are text of the page, so that they have the same size at any width. Colours
// are the variables of the page's style.
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

// filled executes a chart's template.
func filled(markup string, data any) (template.HTML, error) {
	t, err := template.New("chart").Parse(markup)
	if err != nil {
		return "", err
	}
	var out strings.Builder
	err = t.Execute(&out, data)
	return template.HTML(out.String()), err
}
