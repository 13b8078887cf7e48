package report

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"github.com/exactile/exactile/internal/text"
)

// A table is one of a paper or a page.
type table struct {
	Title, label string
	Rows         [][]string // the first is the heading
	notes        []string   // sentences below the table
}

// preamble begins the document. All its packages but booktabs are in the base of LaTeX.
const preamble = `% Tables for \input or to be copied; they need the package booktabs.
\documentclass{article}
\usepackage[T1]{fontenc}
\IfFileExists{lmodern.sty}{\usepackage{lmodern}}{}
\usepackage[utf8]{inputenc}
\usepackage[margin=2cm,landscape]{geometry}
\usepackage{booktabs}
\begin{document}
\setlength{\tabcolsep}{3pt}
`

// printLaTeX writes tables as a complete document.
func printLaTeX(w io.Writer, tables ...table) error {
	b := bufio.NewWriter(w)
	fmt.Fprint(b, preamble)
	for _, t := range tables {
		fmt.Fprint(b, "\n\\begin{table}[ht]\n\\scriptsize\n")
		fmt.Fprintf(b, "\\caption{%s}\\label{tab:%s}\n\\begin{tabular}{l%s}\n\\toprule\n",
			latexText(t.Title), t.label, strings.Repeat("r", len(t.Rows[0])-1))
		for n, row := range t.Rows {
			fmt.Fprintf(b, "%s \\\\\n", strings.Join(mapTexts(row, latexText), " & "))
			if n == 0 {
				fmt.Fprintln(b, `\midrule`)
			}
		}
		fmt.Fprint(b, "\\bottomrule\n\\end{tabular}\n\\end{table}\n")
		for _, note := range t.notes {
			text := strings.ReplaceAll(latexText(note), "/", `/\allowbreak{}`)
			fmt.Fprintf(b, "\n\\noindent %s\n", strings.ReplaceAll(text, ",", `,\allowbreak{}`))
		}
	}
	fmt.Fprintln(b, `\end{document}`)
	return b.Flush()
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

// latexText escapes a text so that LaTeX shows it unchanged. Letters that its usual fonts lack
// become question marks.
func latexText(s string) string {
	var b strings.Builder
	for _, r := range text.Visible(s) {
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
