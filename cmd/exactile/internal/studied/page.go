package studied

import (
	_ "embed"
	"encoding/json"
	"html/template"
	"io"
	"strings"

	"github.com/exactile/exactile/cmd/exactile/internal/study"
	"github.com/exactile/exactile/cmd/exactile/internal/table"
	"github.com/exactile/exactile/cmd/internal/words"
	"github.com/exactile/exactile/encode/render"
)

//go:embed study.html
var markup string

//go:embed study.css
var style string

//go:embed study.js
var script string

// writePage writes a study as a self-contained page: the findings, the charts, the tables, and
// how it was made.
func writePage(w io.Writer, s *study.Study) error {
	t, err := template.New("study").Parse(markup)
	if err != nil {
		return err
	}
	drawings, err := charts(s)
	if err != nil {
		return err
	}
	plot, dots, err := scatterOf(s)
	if err != nil {
		return err
	}
	all, err := heat(s)
	if err != nil {
		return err
	}
	var body strings.Builder
	err = t.Execute(&body, map[string]any{
		"Wrong": len(s.Disagreements()) > 0, "Headline": table.Sentence(s.Headline()),
		"Warnings": s.Warnings(), "Findings": s.Findings(), "Repeats": s.Repeats,
		"Agreement": table.Sentence(s.Agreement()), "Charts": drawings, "Scatter": plot,
		"Dots": dots, "Tables": []titled{
			{"Ranking", ranking(s)}, {eachAgainstEach, factors(s)},
		},
		"Heat": all, "Caveat": study.Caveat, "Measured": measured(s), "Origin": origin(s),
	})
	if err != nil {
		return err
	}
	p := render.Page{
		Title: words.Plural(len(s.Puzzles), "puzzle") + " by " +
			words.Plural(len(s.Backends), "backend"),
		Style: style, Body: template.HTML(body.String()),
		Footer: "Made by exactile compare.",
	}
	if dots != nil {
		data, err := json.Marshal(dots)
		if err != nil {
			return err
		}
		p.Script, p.Texts = script, map[string]string{"times": string(data)}
	}
	return p.Write(w)
}

// titled is a table of the page.
type titled struct {
	Title string
	Rows  [][]string
}
