package report

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/exactile/exactile/cmd/exactile/internal/cli"
	"github.com/exactile/exactile/cmd/exactile/internal/study"
)

// printText prints a study on a terminal, without what only pages and papers need. Errors go to
// standard error.
func printText(w io.Writer, s *study.Study) {
	d := documentOf(s)
	if s.Size == "" && s.By == study.ByTime { // wall time is what everybody expects
		d.Notes = d.Notes[:len(s.Findings)]
	}
	say := func(text, indent string) {
		lines := cli.Wrap(text, cli.TextWidth-len(indent))
		fmt.Fprintln(w, strings.Join(lines, "\n"+indent))
	}
	fmt.Fprintln(w, d.Title) // in one line, so that it can be searched for
	for _, warning := range d.Warnings {
		say("warning: "+warning, "  ")
	}
	fmt.Fprintln(w)
	for _, t := range d.Tables {
		printTable(w, t)
		fmt.Fprintln(w)
	}
	for _, note := range d.Notes {
		say(note, "")
	}
	if s.Size != "" { // in one line, as a headline is
		fmt.Fprintln(w, s.Puzzles[0].Summary())
		return
	}
	say(d.Agreement, "  ")
}

// printTable prints a table in columns, the first left-aligned, the others right-aligned. Where
// they are wider than text it drops columns; other formats show them all.
func printTable(w io.Writer, t table) {
	widths := make([]int, len(t.Rows[0])) // 0: dropped
	total := -2
	for k := range widths {
		for _, row := range t.Rows {
			widths[k] = max(widths[k], utf8.RuneCountInString(row[k]))
		}
		total += 2 + widths[k]
	}
	for _, name := range t.dropped {
		if at := slices.Index(t.Rows[0], name); at >= 0 && total > cli.TextWidth {
			total -= 2 + widths[at]
			widths[at] = 0
		}
	}
	for _, row := range t.Rows {
		line := fmt.Sprintf("%-*s", widths[0], row[0])
		for k, text := range row[1:] {
			if widths[1+k] > 0 {
				line += fmt.Sprintf("  %*s", widths[1+k], text)
			}
		}
		fmt.Fprintln(w, strings.TrimRight(line, " "))
	}
}

// ascii replaces the marks of tables by ASCII of the same width where possible.
var ascii = strings.NewReplacer("≥ ", ">=", "≈ ", "~ ", "–", "-", "…", "...")

// ASCII returns printed tables for a terminal that shows ASCII alone.
func ASCII(text string) string { return ascii.Replace(text) }
