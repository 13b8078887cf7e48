// Package report shows a study, or the one puzzle of a comparison: as tables for a terminal, as
// Markdown, CSV, JSON and LaTeX, and as a page with charts. Texts for people are shown as the
// study has them: see [study.Record].
package report

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/exactile/exactile/cmd/exactile/internal/cli"
	"github.com/exactile/exactile/cmd/exactile/internal/study"
)

// Formats returns the formats of reports, the default first.
func Formats() []string { return []string{"table", "json", "csv", "md", "html", "latex"} }

// Print prints a study in a format.
func Print(w io.Writer, format string, s *study.Study) error {
	switch format {
	case "json":
		return cli.WriteJSON(w, s)
	case "csv":
		return CSV(w, cells(s))
	case "md":
		printMarkdown(w, s)
		return nil
	case "latex":
		return printLaTeX(w, papers(s)...)
	case "html":
		return writePage(w, s)
	}
	say := func(text string) { // continuation lines are indented
		fmt.Fprintln(w, strings.Join(cli.Wrap(text, cli.TextWidth-2), "\n  "))
	}
	fmt.Fprintln(w, s.Headline) // in one line, so that it can be searched for
	for _, warning := range s.Warnings {
		say("warning: " + warning)
	}
	fmt.Fprintln(w)
	printTable(w, ranking(s), "MB", "cpu s", "quartiles", "fastest", "gain", "alone")
	if s.By != study.ByTime { // wall time is what everybody expects
		say(timesText(s))
	}
	fmt.Fprintln(w)
	findings := s.Findings
	if len(findings) > 1 || len(s.Wrong) > 0 || len(s.Repeats) > 0 {
		for _, finding := range findings {
			say(finding)
		}
		fmt.Fprintln(w)
	}
	say(withFullStop(s.Agreement))
	return nil
}

// PrintPuzzle prints a study of one puzzle in a format: each row for itself, without a ranking.
// size is how large the puzzle is.
func PrintPuzzle(w io.Writer, format, size string, s *study.Study) error {
	p := s.Puzzles[0]
	subject, summary := comparedText(s, size), withFullStop(p.Summary())
	switch format {
	case "json":
		return cli.WriteJSON(w, comparisonOf(s))
	case "csv":
		return CSV(w, tableOf(data, p.Rows, "backend", "count", "complete", "agrees", "digest",
			"seconds", "cpu seconds", "memory bytes", "variables", "clauses", "nodes", "conflicts",
			"error", "runs", "seconds min", "seconds max", "first seconds", "first min",
			"first max", "decisions", "dimacs bytes", "version", "approximate", "propagations",
			"completeness", "unproved", "exported variables", "exported clauses",
			"same formula as", "given", "formulas", "solver seconds"))
	case "md":
		fmt.Fprintf(w, "**%s**\n\n", markdownText(subject))
		printMarkdownTable(w, published(p))
		for _, text := range slices.Concat(notes(s), []string{summary, caveat, setting(s)}) {
			fmt.Fprintf(w, "\n%s\n", markdownText(text))
		}
		return nil
	case "latex":
		notes := slices.Concat([]string{summary}, notes(s), []string{caveat, setting(s)})
		return printLaTeX(w, table{subject, "comparison", published(p), notes})
	case "html":
		return writePuzzlePage(w, subject, s)
	}
	fmt.Fprintf(w, "%s\n\n", subject)
	times := []string{"first s", "all s"}
	if p.First {
		times = times[:1]
	}
	if len(p.Rows[0].Runs) > 1 {
		times = append(times, "least–greatest")
	}
	headings := slices.Concat([]string{"backend", "count", "agrees"}, times,
		[]string{"solver s", "cpu s", "MB"})
	printTable(w, tableOf(brief, p.Rows, headings...), "cpu s", "first s")
	spent := tableOf(brief, p.Own(),
		"backend", "formula", "given", "exported", "DIMACS", "work", "version")
	tells := func(row []string) bool { return strings.Trim(strings.Join(row[1:], ""), "-") != "" }
	if slices.ContainsFunc(spent[1:], tells) {
		fmt.Fprintln(w)
		printTable(w, spent, "version", "DIMACS", "exported")
	}
	fmt.Fprintln(w)
	for _, note := range notes(s) {
		fmt.Fprintln(w, strings.Join(cli.Wrap(note, cli.TextWidth), "\n"))
	}
	fmt.Fprintln(w, p.Summary())
	return nil
}

// printMarkdown prints a study as Markdown.
func printMarkdown(w io.Writer, s *study.Study) {
	say := func(format, text string) { fmt.Fprintf(w, format, markdownText(text)) }
	say("**%s**\n\n", withFullStop(s.Headline))
	for _, warning := range s.Warnings {
		say("> Warning: %s\n\n", withFullStop(warning))
	}
	for n, finding := range s.Findings {
		fmt.Fprintf(w, "%d. %s\n", n+1, markdownText(withFullStop(finding)))
	}
	fmt.Fprintln(w)
	printMarkdownTable(w, ranking(s))
	say("\n%s\n", timesText(s))
	say("\n%s\n\n", withFullStop(s.Agreement))
	printMarkdownTable(w, times(s))
	if factors := factors(s); factors != nil {
		fmt.Fprintf(w, "\n%s\n\n", factorsTitle)
		printMarkdownTable(w, factors)
	}
	say("\n%s\n\n", study.Caveat)
	for _, line := range reproduction(s) {
		fmt.Fprintf(w, "- %s: %s\n", markdownText(line[0]), markdownText(line[1]))
	}
}

// papers are the tables of a study for a paper.
func papers(s *study.Study) []table {
	var notes []string
	for _, warning := range s.Warnings {
		notes = append(notes, "Warning: "+withFullStop(warning))
	}
	for _, finding := range s.Findings {
		notes = append(notes, withFullStop(finding))
	}
	notes = append(notes, timesText(s), study.Caveat)
	for _, line := range reproduction(s) {
		notes = append(notes, line[0]+": "+withFullStop(line[1]))
	}
	all := []table{
		{withFullStop(s.Headline), "ranking", ranking(s), notes},
		{"Median times in seconds. " + withFullStop(s.Agreement), "times", times(s), nil},
	}
	if factors := factors(s); factors != nil {
		all = append(all, table{factorsTitle, "factors", factors, nil})
	}
	return all
}
