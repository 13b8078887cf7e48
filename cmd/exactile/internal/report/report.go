// Package report shows a study, or the one puzzle of a comparison: as tables for a terminal, as
// Markdown, CSV, JSON and LaTeX, and as a page with charts. Texts for people are shown as the
// study has them: see [study.Record].
package report

import (
	"io"

	"github.com/exactile/exactile/cmd/exactile/internal/cli"
	"github.com/exactile/exactile/cmd/exactile/internal/study"
)

// Formats returns the formats of reports, the default first.
func Formats() []string { return []string{"table", "json", "csv", "md", "html", "latex"} }

// Print prints a study in a format.
func Print(w io.Writer, format string, s *study.Study) error {
	switch format {
	case "json":
		if s.Size != "" {
			return cli.WriteJSON(w, comparisonOf(s))
		}
		return cli.WriteJSON(w, s)
	case "csv":
		return CSV(w, data(s))
	case "md":
		printMarkdown(w, documentOf(s))
		return nil
	case "latex":
		return printLaTeX(w, documentOf(s))
	case "html":
		return writePage(w, documentOf(s), s)
	}
	printText(w, s)
	return nil
}
