package report

import (
	_ "embed"
	"html/template"
	"io"
	"strings"

	"github.com/exactile/exactile/cmd/exactile/internal/study"
	"github.com/exactile/exactile/encode/render/page"
	"github.com/exactile/exactile/internal/text"
)

var (
	//go:embed page.html
	pageMarkup string
	//go:embed plot.html
	plotMarkup string
	//go:embed page.css
	pageStyle string
)

// writePage writes the document of a study as a self-contained page, with two plots where there
// is a ranking.
func writePage(w io.Writer, d *document, s *study.Study) error {
	p := page.Page{Title: d.Title, Style: pageStyle, Footer: "Made by exactile compare."}
	view := map[string]any{"Document": d, "First": s.First}
	if s.Size == "" {
		p.Title = text.Plural(len(s.Puzzles), "puzzle") + " by " +
			text.Plural(len(s.Backends), "backend")
		view["Headline"], view["Plots"] = withFullStop(d.Title), []*plot{cactus(s), scatter(s)}
	}
	t := template.New("").Funcs(template.FuncMap{"class": class})
	t = template.Must(template.Must(t.Parse(pageMarkup)).New("plot").Parse(plotMarkup))
	var body strings.Builder
	if err := t.ExecuteTemplate(&body, "", view); err != nil {
		return err
	}
	p.Body = template.HTML(body.String())
	return p.Write(w)
}

// class is the style of a cell: that of the verdict which it is, "" if it is none.
func class(cell string) string {
	verdict, _, _ := strings.Cut(cell, ",") // markUnproved may follow
	return study.Verdict(verdict).Outcome().Class
}
