package play

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// sideBySide puts lines to the right of others, which are width columns wide.
func sideBySide(left []string, width int, right []string) []string {
	var all []string
	for k := range max(len(left), len(right)) {
		line := ""
		if k < len(left) {
			line = left[k]
		}
		if k < len(right) && right[k] != "" {
			line += strings.Repeat(" ", max(0, width-columnsOf(line))) + right[k]
		}
		all = append(all, line)
	}
	return all
}

// columnsOf counts the columns of a line without its colours.
func columnsOf(line string) int {
	n := 0
	for len(line) > 0 {
		if line[0] == '\x1b' {
			line = line[strings.IndexByte(line, 'm')+1:]
			continue
		}
		_, size := utf8.DecodeRuneInString(line)
		line = line[size:]
		n++
	}
	return n
}

// truncate shortens a line without colours.
func truncate(text string, width int) string {
	if r := []rune(text); len(r) > width {
		return string(r[:max(0, width)])
	}
	return text
}

// tooSmall is the text of a window that is too small for the board.
func tooSmall(needColumns, needLines, columns, lines int) []string {
	text := []string{
		"The window is too small:",
		fmt.Sprintf("%d x %d, and this needs", columns, lines),
		fmt.Sprintf("%d x %d. q quits.", needColumns, needLines),
	}
	for k := range text {
		text[k] = truncate(text[k], columns)
	}
	return text[:min(len(text), max(lines, 1))]
}

// helpLines is the explanation of keys.
func helpLines(keys [][2]string, columns int) []string {
	left := 0
	for _, k := range keys {
		left = max(left, len(k[0]))
	}
	lines := []string{"Keys", ""}
	for _, k := range keys {
		lines = append(lines, truncate(fmt.Sprintf("  %-*s  %s", left, k[0], k[1]), columns))
	}
	return append(lines, "", "Any key goes back.")
}
