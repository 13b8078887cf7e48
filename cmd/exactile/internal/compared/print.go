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
	"github.com/exactile/exactile/encode/puzzle"
	"github.com/exactile/exactile/internal/visible"
)

// Formats returns the formats of [Print], the default first.
func Formats() []string { return []string{"table", "json", "csv", "md", "html"} }

// Print prints a comparison in a format.
func Print(w io.Writer, format string, t *puzzle.Tiling, c *comparison.Comparison) error {
	if format != "json" {
		c = seenComparison(c)
	}
	switch format {
	case "json":
		return console.WriteJSON(w, c)
	case "csv":
		return writeCSV(w, figures(c))
	case "md":
		return printMarkdown(w, t, c)
	case "html":
		return writeComparisonPage(w, t, c)
	}
	fmt.Fprintf(w, "%s\n\n", subject(t, c))
	writeTable(w, fit(results(c), "cpu s", "first s"))
	if spent := spent(c); spent != nil {
		fmt.Fprintln(w)
		writeTable(w, fit(spent, "version", "DIMACS"))
	}
	fmt.Fprintf(w, "\n%s\n", c.Summary())
	return nil
}

// seenComparison returns a comparison in whose names everything can be seen: of
// programs, what they say of themselves, and their errors.
func seenComparison(c *comparison.Comparison) *comparison.Comparison {
	all := *c
	all.Puzzle, all.Program = visible.Text(c.Puzzle), visible.Text(c.Program)
	all.Machine.Processor = visible.Text(c.Machine.Processor)
	all.Rows = slices.Clone(c.Rows)
	for k := range all.Rows {
		row := &all.Rows[k]
		row.Backend, row.Version = visible.Text(row.Backend), visible.Text(row.Version)
		row.Runs = slices.Clone(row.Runs)
		for n := range row.Runs {
			r := &row.Runs[n].Report
			r.Backend, r.Error = visible.Text(r.Backend), visible.Text(r.Error)
		}
	}
	return &all
}

// fit leaves columns out, in the order given, until the table is no wider than text
// is; the other formats have them all.
func fit(rows [][]string, columns ...string) [][]string {
	for _, name := range columns {
		at := slices.Index(rows[0], name)
		if tableWidth(rows) <= prose.Width || at < 0 {
			continue
		}
		narrow := make([][]string, len(rows))
		for k, row := range rows {
			narrow[k] = slices.Delete(slices.Clone(row), at, at+1)
		}
		rows = narrow
	}
	return rows
}

func printMarkdown(w io.Writer, t *puzzle.Tiling, c *comparison.Comparison) error {
	fmt.Fprintf(w, "**%s**\n\n", markdown(subject(t, c)))
	writeMarkdown(w, published(c))
	_, err := fmt.Fprintf(w, "\n%s\n\n%s\n\n%s\n",
		markdown(sentence(c.Summary())), comparison.Caveat, markdown(madeBy(c)))
	return err
}

// ascii spells what tables show in as many columns.
var ascii = strings.NewReplacer("≥ ", ">=", "≈ ", "~ ", "–", "-", "…", "...")

// ASCII returns a printed comparison for a terminal that shows ASCII alone.
func ASCII(text string) string { return ascii.Replace(text) }
