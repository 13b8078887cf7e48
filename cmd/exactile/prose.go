package main

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// textWidth is how many columns help and topics fill.
const textWidth = 80

// A prose is a text being written for a terminal: headings in capitals,
// paragraphs, tables, and lines that stay as they are, which are set in by two.
// The manual pages are made from the same text, see roff.
type prose struct {
	strings.Builder
	width  int  // of the lines
	headed bool // the last line is a heading
}

// gap sets what follows apart from what stands before it.
func (p *prose) gap() {
	if p.Len() > 0 && !p.headed {
		p.WriteByte('\n')
	}
	p.headed = false
}

// heading begins a section.
func (p *prose) heading(text string) {
	p.gap()
	fmt.Fprintln(p, strings.ToUpper(text))
	p.headed = true
}

// par writes a paragraph, wrapped.
func (p *prose) par(text string) {
	p.gap()
	for _, line := range wrap(text, p.width) {
		fmt.Fprintln(p, line)
	}
}

// lines writes lines as they are.
func (p *prose) lines(text string) {
	p.gap()
	for line := range strings.Lines(strings.TrimPrefix(text, "\n")) {
		if strings.TrimSpace(line) == "" {
			fmt.Fprintln(p)
		} else {
			fmt.Fprintf(p, "  %s\n", strings.TrimSuffix(line, "\n"))
		}
	}
}

// table writes two columns, the second wrapped.
func (p *prose) table(rows [][2]string) {
	p.gap()
	left := 0
	for _, row := range rows {
		left = max(left, utf8.RuneCountInString(row[0]))
	}
	for _, row := range rows {
		for k, line := range wrap(row[1], p.width-left-4) {
			if k > 0 {
				row[0] = ""
			}
			fmt.Fprintf(p, "  %-*s  %s\n", left, row[0], line)
		}
	}
}

// wrap parts a text at blanks into lines of at most width characters, as far as
// its words allow.
func wrap(text string, width int) []string {
	var lines []string
	line, used := "", 0
	for _, word := range strings.Fields(text) {
		n := utf8.RuneCountInString(word)
		if used > 0 && used+1+n > width {
			lines = append(lines, line)
			line, used = "", 0
		}
		if used > 0 {
			line += " "
			used++
		}
		line += word
		used += n
	}
	return append(lines, line)
}
