package table

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"github.com/exactile/exactile/internal/visible"
)

// A Numbered is a numbered table for a paper.
type Numbered struct {
	Caption, Label string
	Rows           [][]string // the first is the heading
	Notes          []string   // sentences below the table
}

// columnsAcross is how many columns beside the first fit the width of a page.
const columnsAcross = 7

// preamble begins the document. All its packages but booktabs are in the base of LaTeX.
const preamble = `% Tables for \input or to be copied; they need the packages booktabs and longtable.
\documentclass{article}
\usepackage[T1]{fontenc}
\IfFileExists{lmodern.sty}{\usepackage{lmodern}}{}
\usepackage[utf8]{inputenc}
\usepackage[margin=2cm]{geometry}
\usepackage{booktabs,longtable}
\begin{document}
\setlength{\tabcolsep}{4pt}
\footnotesize
`

// LaTeX writes tables as a complete document. A table with many columns is split into parts,
// each with the first column.
func LaTeX(w io.Writer, tables ...Numbered) error {
	b := bufio.NewWriter(w)
	fmt.Fprint(b, preamble)
	for _, t := range tables {
		heading := t.Rows[0]
		for from := 1; from == 1 || from < len(heading); from += columnsAcross {
			to := min(from+columnsAcross, len(heading))
			part := t
			part.Rows = nil
			for _, row := range t.Rows {
				part.Rows = append(part.Rows, append([]string{row[0]}, row[from:to]...))
			}
			if from > 1 {
				part.Caption += " (continued)"
				part.Label = ""
			}
			if to < len(heading) {
				part.Notes = nil
			}
			part.write(b)
		}
	}
	fmt.Fprintln(b, `\end{document}`)
	return b.Flush()
}

// write writes one part of a table.
func (t *Numbered) write(w io.Writer) {
	label := ""
	if t.Label != "" {
		label = `\label{tab:` + t.Label + `}`
	}
	columns := "l" + strings.Repeat("r", len(t.Rows[0])-1)
	if len(t.Rows) > 1 && len(t.Rows[0]) > 1 && longest(t.Rows) > 30 {
		columns = `p{5cm}` + columns[1:]
	}
	fmt.Fprintf(w, "\n\\begin{longtable}{%s}\n\\caption{%s}%s\\\\\n\\toprule\n",
		columns, LaTeXText(t.Caption), label)
	for n, row := range t.Rows {
		texts := make([]string, len(row))
		for k, text := range row {
			texts[k] = LaTeXText(text)
		}
		fmt.Fprintf(w, "%s \\\\\n", strings.Join(texts, " & "))
		if n == 0 {
			fmt.Fprint(w, "\\midrule\n\\endhead\n\\bottomrule\n\\endfoot\n")
		}
	}
	fmt.Fprint(w, "\\end{longtable}\n")
	for _, note := range t.Notes {
		text := strings.ReplaceAll(LaTeXText(note), "/", `/\allowbreak{}`)
		fmt.Fprintf(w, "\n\\noindent %s\n", strings.ReplaceAll(text, ",", `,\allowbreak{}`))
	}
}

// longest is the length of the longest text in the first column.
func longest(rows [][]string) int {
	n := 0
	for _, row := range rows {
		n = max(n, len(row[0]))
	}
	return n
}

// latex escapes the special characters of LaTeX, and the marks of our own tables.
var latex = map[rune]string{
	'\\': `\textbackslash{}`, '{': `\{`, '}': `\}`, '$': `\$`, '&': `\&`, '#': `\#`,
	'%': `\%`, '_': `\_\allowbreak{}`, '^': `\textasciicircum{}`, '~': `\textasciitilde{}`,
	'<': `\textless{}`, '>': `\textgreater{}`, '|': `\textbar{}`, '"': `\textquotedbl{}`,
	'`': `\textasciigrave{}`, '\'': `\textquotesingle{}`,
	'[': `{[}`, ']': `{]}`, '*': `{*}`, // after \\ LaTeX reads these as arguments
	'–': `\textendash{}`, '≥': `$\geq$`, '≈': `$\approx$`, '…': `\ldots{}`, 'µ': `$\mu$`,
	'×': `$\times$`,
}

// LaTeXText escapes a text so that LaTeX shows it unchanged. Letters that its usual fonts lack
// become question marks.
func LaTeXText(text string) string {
	var b strings.Builder
	for _, r := range visible.Text(text) {
		spelled, special := latex[r]
		switch {
		case special:
			b.WriteString(spelled)
		case r < 0x7f, 0xc0 <= r && r <= 0xff && r != 0xf7:
			b.WriteRune(r)
		default:
			b.WriteByte('?')
		}
	}
	return strings.ReplaceAll(b.String(), "--", "-{}-")
}
