package cli

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// TextWidth is the width of help and topics in columns.
const TextWidth = 80

// TextTable returns the lines of a table of two columns, the second wrapped.
func TextTable(rows [][2]string) string {
	var b strings.Builder
	left := 0
	for _, row := range rows {
		left = max(left, utf8.RuneCountInString(row[0]))
	}
	for _, row := range rows {
		for k, line := range Wrap(row[1], TextWidth-left-4) {
			if k > 0 {
				row[0] = ""
			}
			fmt.Fprintf(&b, "  %-*s  %s\n", left, row[0], line)
		}
	}
	return b.String()
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
