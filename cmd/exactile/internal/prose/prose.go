// Package prose formats text for a terminal: headings in capitals, wrapped paragraphs, tables,
// and preformatted lines. The manual pages are made from the same text.
package prose

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// Width is the width of help and topics in columns.
const Width = 80

// A Text is a text being written.
type Text struct {
	strings.Builder
	Width  int  // of the lines
	headed bool // the last line is a heading
}

// Markup writes blocks that are separated by empty lines:
//
//	# Heading
//	@name of a table
//	  preformatted lines, indented by two
//	term :: meaning, a row of a table; lines indented by four continue it
//
// and paragraphs.
func (p *Text) Markup(text string, tables map[string][][2]string) {
	for block := range strings.SplitSeq(strings.Trim(text, "\n"), "\n\n") {
		heading, isHeading := strings.CutPrefix(block, "# ")
		table, isTable := strings.CutPrefix(block, "@")
		switch {
		case isHeading:
			p.Heading(heading)
		case isTable:
			p.Table(tables[table])
		case strings.HasPrefix(block, "  "):
			p.gap()
			fmt.Fprintln(p, block)
		case strings.Contains(block, " :: "):
			p.Table(rowsOf(block))
		default:
			p.paragraph(block)
		}
	}
}

// rowsOf returns the rows of a table in markup.
func rowsOf(block string) (rows [][2]string) {
	block = strings.ReplaceAll(block, "\n    ", " ")
	for line := range strings.SplitSeq(block, "\n") {
		term, text, _ := strings.Cut(line, " :: ")
		rows = append(rows, [2]string{term, text})
	}
	return rows
}

// gap writes an empty line between blocks, but not below a heading.
func (p *Text) gap() {
	if p.Len() > 0 && !p.headed {
		p.WriteByte('\n')
	}
	p.headed = false
}

// Heading begins a section.
func (p *Text) Heading(text string) {
	p.gap()
	fmt.Fprintln(p, strings.ToUpper(text))
	p.headed = true
}

// paragraph writes a paragraph, wrapped.
func (p *Text) paragraph(text string) {
	p.gap()
	for _, line := range Wrap(text, p.Width) {
		fmt.Fprintln(p, line)
	}
}

// Table writes two columns, the second wrapped.
func (p *Text) Table(rows [][2]string) {
	p.gap()
	left := 0
	for _, row := range rows {
		left = max(left, utf8.RuneCountInString(row[0]))
	}
	for _, row := range rows {
		for k, line := range Wrap(row[1], p.Width-left-4) {
			if k > 0 {
				row[0] = ""
			}
			fmt.Fprintf(p, "  %-*s  %s\n", left, row[0], line)
		}
	}
}

// Wrap breaks a text at blanks into lines of at most width characters; a longer word gets its
// own line.
func Wrap(text string, width int) []string {
	lines := []string{""}
	for _, word := range strings.Fields(text) {
		last := &lines[len(lines)-1]
		switch {
		case *last == "":
			*last = word
		case utf8.RuneCountInString(*last+" "+word) > width:
			lines = append(lines, word)
		default:
			*last += " " + word
		}
	}
	return lines
}
