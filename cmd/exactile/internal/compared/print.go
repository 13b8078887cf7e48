// Package compared shows a comparison: as tables for a terminal, as Markdown, CSV and JSON,
// and as a page with charts.
package compared

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/exactile/exactile/cmd/exactile/internal/comparison"
	"github.com/exactile/exactile/cmd/exactile/internal/console"
	"github.com/exactile/exactile/cmd/exactile/internal/prose"
	"github.com/exactile/exactile/cmd/exactile/internal/table"
	"github.com/exactile/exactile/encode/puzzle"
	"github.com/exactile/exactile/internal/visible"
)

// Formats returns the formats of [Print], the default first.
func Formats() []string { return []string{"table", "json", "csv", "md", "html", "latex"} }

// Print prints a comparison in a format.
func Print(w io.Writer, format string, t *puzzle.Tiling, c *comparison.Comparison) error {
	if format != "json" {
		c = Seen(c)
	}
	switch format {
	case "json":
		return console.WriteJSON(w, c)
	case "csv":
		return table.CSV(w, figures(c))
	case "md":
		return printMarkdown(w, t, c)
	case "latex":
		return table.LaTeX(w, table.Numbered{
			Caption: subject(t, c), Label: "comparison", Rows: published(c),
			Notes: append([]string{table.Sentence(c.Summary())},
				append(notes(c), comparison.Caveat, madeBy(c))...),
		})
	case "html":
		return writeComparisonPage(w, t, c)
	}
	fmt.Fprintf(w, "%s\n\n", subject(t, c))
	table.Print(w, table.Fit(results(c), "cpu s", "first s"))
	if spent := spent(c); spent != nil {
		fmt.Fprintln(w)
		table.Print(w, table.Fit(spent, "version", "DIMACS"))
	}
	fmt.Fprintln(w)
	for _, note := range notes(c) {
		fmt.Fprintln(w, strings.Join(prose.Wrap(note, prose.Width), "\n"))
	}
	fmt.Fprintln(w, c.Summary())
	return nil
}

// Seen returns a comparison with invisible characters escaped: in the names, versions and
// errors of programs.
func Seen(c *comparison.Comparison) *comparison.Comparison {
	all := *c
	all.Puzzle, all.Program = visible.Text(c.Puzzle), visible.Text(c.Program)
	all.Machine = SeenMachine(c.Machine)
	all.Rows = slices.Clone(c.Rows)
	for k := range all.Rows {
		row := &all.Rows[k]
		row.Backend, row.Version = visible.Text(row.Backend), visible.Text(row.Version)
		row.Same = visible.Text(row.Same)
		row.Runs = slices.Clone(row.Runs)
		for n := range row.Runs {
			r := &row.Runs[n].Report
			r.Backend, r.Error = visible.Text(r.Backend), visible.Text(r.Error)
			r.Unproved = visible.Text(r.Unproved)
		}
	}
	return &all
}

// SeenMachine is [Seen] for a machine.
func SeenMachine(m comparison.Machine) comparison.Machine {
	m.System, m.Go = visible.Text(m.System), visible.Text(m.Go)
	m.Processor = visible.Text(m.Processor)
	return m
}

func printMarkdown(w io.Writer, t *puzzle.Tiling, c *comparison.Comparison) error {
	fmt.Fprintf(w, "**%s**\n\n", table.MarkdownText(subject(t, c)))
	table.Markdown(w, published(c))
	for _, note := range notes(c) {
		fmt.Fprintf(w, "\n%s\n", table.MarkdownText(note))
	}
	_, err := fmt.Fprintf(w, "\n%s\n\n%s\n\n%s\n",
		table.MarkdownText(table.Sentence(c.Summary())), comparison.Caveat, table.MarkdownText(madeBy(c)))
	return err
}
