// Package table prints rows of text as tables: for a terminal, as Markdown, CSV and LaTeX,
// with all markup in texts escaped. It also formats figures for tables.
package table

import (
	"encoding/csv"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/exactile/exactile/cmd/exactile/internal/prose"
	"github.com/exactile/exactile/internal/visible"
)

// Print prints rows in columns, the first left-aligned, the others right-aligned. The first
// row is the heading.
func Print(w io.Writer, rows [][]string) {
	rows = spelled(rows, visible.Text)
	widths := columnWidths(rows)
	for _, row := range rows {
		var b strings.Builder
		for k, text := range row {
			space := strings.Repeat(" ", widths[k]-utf8.RuneCountInString(text))
			switch {
			case k == 0:
				b.WriteString(text + space)
			default:
				b.WriteString("  " + space + text)
			}
		}
		fmt.Fprintln(w, strings.TrimRight(b.String(), " "))
	}
}

func columnWidths(rows [][]string) []int {
	widths := make([]int, len(rows[0]))
	for _, row := range rows {
		for k, text := range row {
			widths[k] = max(widths[k], utf8.RuneCountInString(text))
		}
	}
	return widths
}

// Width is the width of the rows as [Print] prints them.
func Width(rows [][]string) int {
	width := 2 * (len(rows[0]) - 1)
	for _, column := range columnWidths(rows) {
		width += column
	}
	return width
}

// Fit drops columns, in the order given, until the table is no wider than text. Other formats
// show them all.
func Fit(rows [][]string, columns ...string) [][]string {
	for _, name := range columns {
		at := slices.Index(rows[0], name)
		if Width(rows) <= prose.Width || at < 0 {
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

// spelled returns rows with spell applied to each cell.
func spelled(rows [][]string, spell func(string) string) [][]string {
	all := make([][]string, len(rows))
	for n, row := range rows {
		for _, text := range row {
			all[n] = append(all[n], spell(text))
		}
	}
	return all
}

// marks escapes the special characters of Markdown, and of HTML in it.
var marks = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `\`, `\\`, "`", "\\`",
	"*", `\*`, "_", `\_`, "[", `\[`, "]", `\]`, "|", `\|`, "~", `\~`, "$", `\$`)

// MarkdownText escapes a text so that Markdown shows it unchanged.
func MarkdownText(text string) string { return marks.Replace(visible.Text(text)) }

// Markdown prints rows as a Markdown table.
func Markdown(w io.Writer, rows [][]string) {
	for n, row := range rows {
		escaped := make([]string, len(row))
		for k, text := range row {
			escaped[k] = MarkdownText(text)
		}
		fmt.Fprintf(w, "| %s |\n", strings.Join(escaped, " | "))
		if n == 0 {
			fmt.Fprintf(w, "| --- |%s\n", strings.Repeat(" ---: |", len(row)-1))
		}
	}
}

// CSV prints rows as comma-separated values. No cell can act as a formula.
func CSV(w io.Writer, rows [][]string) error {
	c := csv.NewWriter(w)
	if err := c.WriteAll(spelled(rows, visible.Cell)); err != nil {
		return err
	}
	return c.Error()
}

// ascii replaces the marks of tables by ASCII of the same width where possible.
var ascii = strings.NewReplacer("≥ ", ">=", "≈ ", "~ ", "–", "-", "…", "...")

// ASCII returns printed tables for a terminal that shows ASCII alone.
func ASCII(text string) string { return ascii.Replace(text) }
