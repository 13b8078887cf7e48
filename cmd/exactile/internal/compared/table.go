package compared

import (
	"encoding/csv"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/exactile/exactile/internal/visible"
)

// writeTable prints rows in columns, the first of which is text and set to the
// left, the others to the right. The first row is the heading.
func writeTable(w io.Writer, rows [][]string) {
	rows = seen(rows)
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

// tableWidth is how wide writeTable makes the rows.
func tableWidth(rows [][]string) int {
	width := 2 * (len(rows[0]) - 1)
	for _, column := range columnWidths(rows) {
		width += column
	}
	return width
}

// seen returns rows in which everything can be seen, each of one line.
func seen(rows [][]string) [][]string {
	all := make([][]string, len(rows))
	for n, row := range rows {
		for _, text := range row {
			all[n] = append(all[n], visible.Text(text))
		}
	}
	return all
}

// marks are what Markdown, and HTML in it, give a meaning of their own.
var marks = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `\`, `\\`, "`", "\\`",
	"*", `\*`, "_", `\_`, "[", `\[`, "]", `\]`, "|", `\|`, "~", `\~`, "$", `\$`)

// markdown spells a text so that Markdown shows it as it is.
func markdown(text string) string { return marks.Replace(visible.Text(text)) }

// writeMarkdown prints rows as a Markdown table.
func writeMarkdown(w io.Writer, rows [][]string) {
	for n, row := range rows {
		escaped := make([]string, len(row))
		for k, text := range row {
			escaped[k] = markdown(text)
		}
		fmt.Fprintf(w, "| %s |\n", strings.Join(escaped, " | "))
		if n == 0 {
			fmt.Fprintf(w, "| --- |%s\n", strings.Repeat(" ---: |", len(row)-1))
		}
	}
}

func writeCSV(w io.Writer, rows [][]string) error {
	c := csv.NewWriter(w)
	if err := c.WriteAll(seen(rows)); err != nil {
		return err
	}
	return c.Error()
}
