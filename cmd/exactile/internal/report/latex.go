package report

import (
	"fmt"
	"io"
	"strings"

	"github.com/exactile/exactile/internal/text"
)

// printLaTeX writes the main table of a document as a tabular, for \input.
func printLaTeX(w io.Writer, d *document) error {
	var b strings.Builder
	rows := d.Tables[0].Rows
	fmt.Fprintf(&b, "%% %s\n", text.Visible(d.Title))
	b.WriteString("% It needs the packages booktabs and fontenc with T1.\n")
	fmt.Fprintf(&b, "\\begin{tabular}{l%s}\n\\toprule\n", strings.Repeat("r", len(rows[0])-1))
	for n, row := range rows {
		fmt.Fprintf(&b, "%s \\\\\n", strings.Join(mapTexts(row, latexText), " & "))
		if n == 0 {
			b.WriteString("\\midrule\n")
		}
	}
	b.WriteString("\\bottomrule\n\\end{tabular}\n")
	_, err := io.WriteString(w, b.String())
	return err
}

// latexEscapes escapes the special characters of LaTeX, and the marks of our own tables.
var latexEscapes = strings.NewReplacer(
	`\`, `\textbackslash{}`, "{", `\{`, "}", `\}`, "$", `\$`, "&", `\&`, "#", `\#`,
	"%", `\%`, "_", `\_`, "^", `\textasciicircum{}`, "~", `\textasciitilde{}`,
	"<", `\textless{}`, ">", `\textgreater{}`, "|", `\textbar{}`, `"`, `\textquotedbl{}`,
	"`", `\textasciigrave{}`, "'", `\textquotesingle{}`, "--", "-{}-",
	"[", "{[}", "]", "{]}", "*", "{*}", // after \\ LaTeX reads these as arguments
	"–", `\textendash{}`, "≥", `$\geq$`, "≈", `$\approx$`,
)

// latexText escapes a text so that LaTeX shows it unchanged. Letters that its usual fonts lack
// become question marks.
func latexText(s string) string {
	known := func(r rune) rune {
		if r < 0x7f || 0xc0 <= r && r <= 0xff && r != 0xf7 || strings.ContainsRune("–≥≈", r) {
			return r
		}
		return '?'
	}
	return latexEscapes.Replace(strings.Map(known, text.Visible(s)))
}
