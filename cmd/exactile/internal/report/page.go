package report

import (
	_ "embed"
	"encoding/json"
	"html/template"
	"io"
	"strings"

	"github.com/exactile/exactile/cmd/exactile/internal/study"
	"github.com/exactile/exactile/cmd/internal/chart"
	"github.com/exactile/exactile/encode/render/page"
	"github.com/exactile/exactile/internal/text"
)

var (
	//go:embed study.html
	studyMarkup string
	//go:embed study.css
	studyStyle string
	//go:embed study.js
	studyScript string
	//go:embed compare.html
	puzzleMarkup string
	//go:embed compare.css
	puzzleStyle string
)

// writePage writes a study as a self-contained page: the findings, the charts, the tables, and
// how it was made.
func writePage(w io.Writer, s *study.Study) error {
	plot, dots := scatterOf(s)
	p := page.Page{
		Title: text.Plural(len(s.Puzzles), "puzzle") + " by " +
			text.Plural(len(s.Backends), "backend"),
		Style: chart.Style + studyStyle, Footer: "Made by exactile compare.",
	}
	if dots != nil {
		data, err := json.Marshal(dots)
		if err != nil {
			return err
		}
		p.Script, p.Texts = studyScript, map[string]string{"times": string(data)}
	}
	return write(w, p, studyMarkup, map[string]any{
		"Wrong": len(s.Wrong) > 0, "Headline": withFullStop(s.Headline),
		"Warnings": s.Warnings, "Findings": s.Findings, "Repeats": s.Repeats,
		"Agreement": withFullStop(s.Agreement), "Cactus": cactus(s), "Scatter": plot, "Dots": dots,
		"Tables": []table{
			{Title: "Ranking", Rows: ranking(s)}, {Title: factorsTitle, Rows: factors(s)},
		},
		"Heat": heat(s), "Caveat": study.Caveat, "Measured": timesText(s),
		"Origin": reproduction(s),
	})
}

// writePuzzlePage writes a comparison as a self-contained page.
func writePuzzlePage(w io.Writer, subject string, s *study.Study) error {
	first := s.Puzzles[0]
	p := page.Page{
		Title: subject, Lead: withFullStop(first.Summary()), Style: chart.Style + puzzleStyle,
		Footer: setting(s),
	}
	return write(w, p, puzzleMarkup, map[string]any{
		"Shown": published(first), "Rows": first.Rows, "Charts": puzzleCharts(s),
		"Matrix": puzzleGrid(first),
		"Caveat": caveat, "First": first.First, "Runs": len(first.Rows[0].Runs),
		"Digests": first.Digests(),
		"Counted": first.Agreement == study.OnCount, // some rows that agree have only counted
		"Notes":   notes(s),
	})
}

// write writes a page with a body.
func write(w io.Writer, p page.Page, markup string, view map[string]any) error {
	t, err := template.New("").Parse(markup)
	if err != nil {
		return err
	}
	var body strings.Builder
	if err := t.Execute(&body, view); err != nil {
		return err
	}
	p.Body = template.HTML(body.String())
	return p.Write(w)
}
