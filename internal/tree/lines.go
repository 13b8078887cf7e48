package tree

import (
	"unicode/utf8"
)

// lines are the lines of a text, which are looked at from the first to the last.
type lines struct {
	all []string

	at     Pos // the place of byte offset in its line
	offset int
}

// line returns a line by its number, from 1; "" if there is none.
func (l *lines) line(n int) string {
	if n < 1 || n > len(l.all) {
		return ""
	}
	return l.all[n-1]
}

// around returns the line before and after a place. If places come in order, a long line is walked
// once and not for each value in it.
func (l *lines) around(p Pos) (before, rest string) {
	line := l.line(p.Line)
	if p.Line != l.at.Line || p.Col < l.at.Col {
		l.at, l.offset = Pos{Line: p.Line, Col: 1}, 0
	}
	for ; l.at.Col < p.Col && l.offset < len(line); l.at.Col++ {
		_, size := utf8.DecodeRuneInString(line[l.offset:])
		l.offset += size
	}
	return line[:l.offset], line[l.offset:]
}
