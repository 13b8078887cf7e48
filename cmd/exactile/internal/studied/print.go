// Package studied shows a study: as tables for a terminal, as Markdown, CSV, JSON and LaTeX,
// and as a page with charts.
package studied

import (
	"fmt"
	"io"
	"strings"

	"github.com/exactile/exactile/cmd/exactile/internal/console"
	"github.com/exactile/exactile/cmd/exactile/internal/prose"
	"github.com/exactile/exactile/cmd/exactile/internal/study"
	"github.com/exactile/exactile/cmd/exactile/internal/table"
)

// Print prints a study in a format.
func Print(w io.Writer, format string, s *study.Study) error {
	if format == "json" {
		return console.WriteJSON(w, jsonOf(s))
	}
	s = seen(s)
	switch format {
	case "csv":
		return table.CSV(w, cells(s))
	case "md":
		return printMarkdown(w, s)
	case "latex":
		return printLaTeX(w, s)
	case "html":
		return writePage(w, s)
	}
	return printText(w, s)
}

// printMarkdown prints a study as Markdown.
func printMarkdown(w io.Writer, s *study.Study) error {
	fmt.Fprintf(w, "**%s**\n\n", table.MarkdownText(table.Sentence(s.Headline())))
	for _, warning := range s.Warnings() {
		fmt.Fprintf(w, "> Warning: %s\n\n", table.MarkdownText(table.Sentence(warning)))
	}
	for n, finding := range s.Findings() {
		fmt.Fprintf(w, "%d. %s\n", n+1, table.MarkdownText(table.Sentence(finding)))
	}
	fmt.Fprintln(w)
	table.Markdown(w, ranking(s))
	fmt.Fprintf(w, "\n%s\n", table.MarkdownText(measured(s)))
	fmt.Fprintf(w, "\n%s\n\n", table.MarkdownText(table.Sentence(s.Agreement())))
	table.Markdown(w, times(s))
	if factors := factors(s); factors != nil {
		fmt.Fprintf(w, "\n%s\n\n", eachAgainstEach)
		table.Markdown(w, factors)
	}
	fmt.Fprintf(w, "\n%s\n\n", table.MarkdownText(study.Caveat))
	for _, line := range origin(s) {
		fmt.Fprintf(w, "- %s: %s\n", table.MarkdownText(line[0]), table.MarkdownText(line[1]))
	}
	return nil
}

// printLaTeX prints the tables of a study.
func printLaTeX(w io.Writer, s *study.Study) error {
	var notes []string
	for _, warning := range s.Warnings() {
		notes = append(notes, "Warning: "+table.Sentence(warning))
	}
	for _, finding := range s.Findings() {
		notes = append(notes, table.Sentence(finding))
	}
	notes = append(notes, measured(s), study.Caveat)
	for _, line := range origin(s) {
		notes = append(notes, line[0]+": "+table.Sentence(line[1]))
	}
	tables := []table.Numbered{
		{Caption: table.Sentence(s.Headline()), Label: "ranking", Rows: ranking(s), Notes: notes},
		{Caption: "Median times in seconds. " + table.Sentence(s.Agreement()), Label: "times",
			Rows: times(s)},
	}
	if factors := factors(s); factors != nil {
		tables = append(tables, table.Numbered{
			Caption: eachAgainstEach, Label: "factors", Rows: factors,
		})
	}
	return table.LaTeX(w, tables...)
}

// printText prints a study for a terminal.
func printText(w io.Writer, s *study.Study) error {
	say := func(text string) { // continuation lines are indented
		fmt.Fprintln(w, strings.Join(prose.Wrap(text, prose.Width-2), "\n  "))
	}
	fmt.Fprintln(w, s.Headline()) // in one line, so that it can be searched for
	for _, warning := range s.Warnings() {
		say("warning: " + warning)
	}
	fmt.Fprintln(w)
	table.Print(w, table.Fit(ranking(s), "MB", "cpu s", "quartiles", "fastest", "gain", "alone"))
	if s.By != study.ByTime { // wall time is what everybody expects
		say(measured(s))
	}
	fmt.Fprintln(w)
	if findings := s.Findings(); len(findings) > 1 || len(s.Disagreements()) > 0 || len(s.Repeats) > 0 {
		for _, finding := range findings {
			say(finding)
		}
		fmt.Fprintln(w)
	}
	say(table.Sentence(s.Agreement()))
	return nil
}
