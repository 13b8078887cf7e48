package report

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/exactile/exactile/internal/text"
)

// printMarkdown prints a document as Markdown.
func printMarkdown(w io.Writer, d *document) {
	say := func(format, text string) { fmt.Fprintf(w, format, markdownText(text)) }
	say("**%s**\n", withFullStop(d.Title))
	for _, warning := range d.Warnings {
		say("\n> Warning: %s\n", withFullStop(warning))
	}
	printTables(w, d.Tables)
	for _, text := range slices.Concat(d.Notes, d.Errors, []string{d.Agreement}) {
		say("\n%s\n", text)
	}
	printTables(w, d.Details)
	say("\n%s\n\n", d.Caveat)
	for _, line := range d.Origin {
		fmt.Fprintf(w, "- %s: %s\n", markdownText(line[0]), markdownText(line[1]))
	}
}

// printTables prints tables as Markdown.
func printTables(w io.Writer, tables []table) {
	for _, t := range tables {
		fmt.Fprintln(w)
		for k, row := range t.Rows {
			fmt.Fprintf(w, "| %s |\n", strings.Join(mapTexts(row, markdownText), " | "))
			if k == 0 {
				fmt.Fprintf(w, "| --- |%s\n", strings.Repeat(" ---: |", len(row)-1))
			}
		}
	}
}

// markdownEscapes escapes the special characters of Markdown, and of HTML in it.
var markdownEscapes = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `\`, `\\`, "`",
	"\\`", "*", `\*`, "_", `\_`, "[", `\[`, "]", `\]`, "|", `\|`, "~", `\~`, "$", `\$`)

// markdownText escapes a text so that Markdown shows it unchanged.
func markdownText(s string) string { return markdownEscapes.Replace(text.Visible(s)) }
