package report

import (
	"encoding/csv"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/exactile/exactile/cmd/exactile/internal/cli"
	"github.com/exactile/exactile/cmd/exactile/internal/study"
	"github.com/exactile/exactile/internal/text"
)

// printTable prints rows in columns, the first left-aligned, the others right-aligned. The first
// row is the heading. Where they are wider than text it drops columns, in the order given; other
// formats show them all.
func printTable(w io.Writer, rows [][]string, dropped ...string) {
	widths := make([]int, len(rows[0])) // 0: dropped
	total := -2
	for k := range widths {
		for _, row := range rows {
			widths[k] = max(widths[k], utf8.RuneCountInString(row[k]))
		}
		total += 2 + widths[k]
	}
	for _, name := range dropped {
		if at := slices.Index(rows[0], name); at >= 0 && total > cli.TextWidth {
			total -= 2 + widths[at]
			widths[at] = 0
		}
	}
	for _, row := range rows {
		line := fmt.Sprintf("%-*s", widths[0], row[0])
		for k, text := range row[1:] {
			if widths[1+k] > 0 {
				line += fmt.Sprintf("  %*s", widths[1+k], text)
			}
		}
		fmt.Fprintln(w, strings.TrimRight(line, " "))
	}
}

// markdownEscapes escapes the special characters of Markdown, and of HTML in it.
var markdownEscapes = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `\`, `\\`, "`",
	"\\`",
	"*", `\*`, "_", `\_`, "[", `\[`, "]", `\]`, "|", `\|`, "~", `\~`, "$", `\$`)

// markdownText escapes a text so that Markdown shows it unchanged.
func markdownText(s string) string { return markdownEscapes.Replace(text.Visible(s)) }

// printMarkdownTable prints rows as a Markdown table.
func printMarkdownTable(w io.Writer, rows [][]string) {
	for n, row := range rows {
		fmt.Fprintf(w, "| %s |\n", strings.Join(mapTexts(row, markdownText), " | "))
		if n == 0 {
			fmt.Fprintf(w, "| --- |%s\n", strings.Repeat(" ---: |", len(row)-1))
		}
	}
}

// mapTexts returns texts with spell applied to each.
func mapTexts(texts []string, spell func(string) string) []string {
	all := make([]string, len(texts))
	for k, text := range texts {
		all[k] = spell(text)
	}
	return all
}

// CSV prints rows as comma-separated values (RFC 4180). No cell can act as a formula.
func CSV(w io.Writer, rows [][]string) error {
	c := csv.NewWriter(w)
	for _, row := range rows {
		if err := c.Write(mapTexts(row, text.VisibleCell)); err != nil {
			return err
		}
	}
	c.Flush()
	return c.Error()
}

// ascii replaces the marks of tables by ASCII of the same width where possible.
var ascii = strings.NewReplacer("≥ ", ">=", "≈ ", "~ ", "–", "-", "…", "...")

// ASCII returns printed tables for a terminal that shows ASCII alone.
func ASCII(text string) string { return ascii.Replace(text) }

// orDash returns a text, or a dash if the figure is not known.
func orDash(known bool, text string) string {
	if !known {
		return "-"
	}
	return text
}

// machineNumber formats a figure for other programs, "" if it is not known.
func machineNumber(format string, value float64, known bool) string {
	if !known {
		return ""
	}
	return fmt.Sprintf(format, value)
}

// spread formats the median of figures, with the least and the greatest if their texts differ.
func spread(s study.Spread, text func(float64) string) string {
	if text(s.Min) == text(s.Max) {
		return text(s.Median)
	}
	return fmt.Sprintf("%s (%s–%s)", text(s.Median), text(s.Min), text(s.Max))
}

// markUnproved returns a text about a row, marked if its engine should have proved its answer and
// did not.
func markUnproved(text string, row *study.Row) string {
	if row.Typical.Unproved != "" {
		return text + ", unproved"
	}
	return text
}

// megabytes formats bytes as megabytes.
func megabytes(v float64) string { return fmt.Sprintf("%.0f", v/1e6) }

// seconds formats seconds with about three digits.
func seconds(s float64) string {
	switch {
	case s == 0:
		return "0"
	case s < .0001:
		return fmt.Sprintf("%.5f", s)
	case s < .01:
		return fmt.Sprintf("%.4f", s)
	case s < 10:
		return fmt.Sprintf("%.3f", s)
	case s < 100:
		return fmt.Sprintf("%.2f", s)
	}
	return fmt.Sprintf("%.0f", s)
}

// short formats a number with about three digits.
func short(n float64) string {
	for _, unit := range []struct {
		size float64
		name string
	}{{1e9, "G"}, {1e6, "M"}, {1e3, "k"}} {
		switch {
		case n >= 100*unit.size:
			return fmt.Sprintf("%.0f%s", n/unit.size, unit.name)
		case n >= 10*unit.size:
			return fmt.Sprintf("%.1f%s", n/unit.size, unit.name)
		}
	}
	return fmt.Sprintf("%.0f", n)
}

// withFullStop adds a full stop, unless the text ends with a shortened digest.
func withFullStop(text string) string {
	if strings.HasSuffix(text, "…") {
		return text
	}
	return text + "."
}
