package formats

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// A lineReader walks through a text line by line, and through a line character
// by character: what the readers of the plain formats need.
type lineReader struct {
	*source
	rest string // the text after the line
	line string
	num  int  // of the line, from 1; 0 before the first
	at   int  // byte offset in the line
	end  bool // the text has ended
}

// next moves to the next line; at the end of the text it returns false and
// stands behind the last character.
func (l *lineReader) next() bool {
	if l.rest == "" {
		if !l.end && strings.HasSuffix(l.text, "\n") {
			l.num, l.line = l.num+1, ""
		}
		l.end, l.at = true, len(l.line)
		return false
	}
	l.line, l.rest, _ = strings.Cut(l.rest, "\n")
	l.num, l.at = l.num+1, 0
	return true
}

// nextFull moves to the next line that is not empty.
func (l *lineReader) nextFull() bool {
	for l.next() {
		if !l.empty() {
			return true
		}
	}
	return false
}

func (l *lineReader) empty() bool { return strings.Trim(l.line, " \t") == "" }

func (l *lineReader) blanks() {
	for l.at < len(l.line) && (l.line[l.at] == ' ' || l.line[l.at] == '\t') {
		l.at++
	}
}

// pos returns the place of the reader.
func (l *lineReader) pos() pos { return pos{max(l.num, 1), columnOf(l.line, l.at)} }

// found says what stands at the reader, for a message.
func (l *lineReader) found() string {
	switch {
	case l.end:
		return "the end of the file"
	case l.at < len(l.line):
		word := l.line[l.at:]
		if k := strings.IndexAny(word, " \t"); k > 0 {
			word = word[:k]
		}
		if r := []rune(word); len(r) > 20 {
			word = string(r[:20]) + "..."
		}
		return strconv.Quote(word)
	case l.line == "":
		return "an empty line"
	}
	return "the end of the line"
}

// expected is the error that something else should stand here.
func (l *lineReader) expected(what string) error {
	return l.errorf(l.pos(), "expected %s, found %s", what, l.found())
}

// char takes the given character.
func (l *lineReader) char(c byte, what string) error {
	l.blanks()
	if l.at >= len(l.line) || l.line[l.at] != c {
		return l.expected(what)
	}
	l.at++
	return nil
}

// number takes a whole number from 1 to limit.
func (l *lineReader) number(limit int, what string) (int, error) {
	l.blanks()
	start := l.at
	for l.at < len(l.line) && l.line[l.at] >= '0' && l.line[l.at] <= '9' {
		l.at++
	}
	digits := l.line[start:l.at]
	n, err := strconv.ParseUint(digits, 10, 31)
	if err == nil && n >= 1 && n <= uint64(limit) {
		return int(n), nil
	}
	p := pos{l.num, columnOf(l.line, start)}
	if digits == "" {
		l.at = start
		return 0, l.expected(what)
	}
	if len(digits) > 20 {
		digits = digits[:20] + "..."
	}
	return 0, l.errorf(p, "%s is %s; it must be from 1 to %d", what, digits, limit)
}

// lineEnd makes sure that the line ends here.
func (l *lineReader) lineEnd(what string) error {
	l.blanks()
	if l.at < len(l.line) {
		return l.expected("the end of the line after " + what)
	}
	return nil
}

// rune takes one character.
func (l *lineReader) rune() rune {
	r, size := utf8.DecodeRuneInString(l.line[l.at:])
	l.at += size
	return r
}
