package formats

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/exactile/exactile/internal/located"
	"github.com/exactile/exactile/internal/tree"
)

// A lineReader reads a text line by line, and a line character by character, for the readers of the
// plain formats. After the first mistake it is at the end of the text and takes nothing more.
type lineReader struct {
	*source
	rest string // the text after the line
	line string
	num  int  // of the line, from 1; 0 before the first
	at   int  // byte offset in the line
	end  bool // the text has ended
	err  error

	reported columnOf
}

// A columnOf is the column of a byte of a line.
type columnOf struct{ num, at, col int }

// column returns the column of a byte of the line. Counting goes on from the last column that was
// asked for, if that is to the left: most places are asked for from left to right, and a count from
// the start of the line for each cell of a long row would take time in the square of its length.
func (l *lineReader) column(at int) int {
	at = min(at, len(l.line))
	if l.reported.col == 0 || l.reported.num != l.num || l.reported.at > at {
		l.reported = columnOf{num: l.num, col: 1}
	}
	l.reported.col += utf8.RuneCountInString(l.line[l.reported.at:at])
	l.reported.at = at
	return l.reported.col
}

// fail records the first mistake and ignores later ones.
func (l *lineReader) fail(e *located.Error) {
	if l.err == nil {
		l.err = e
	}
}

// next moves to the next line; at the end of the text it returns false and stays behind the last
// character.
func (l *lineReader) next() bool {
	if l.err != nil {
		return false
	}
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

// pos returns the place of the next character.
func (l *lineReader) pos() tree.Pos {
	return tree.Pos{Line: max(l.num, 1), Col: l.column(l.at)}
}

// found describes the next character, for a message.
func (l *lineReader) found() string {
	switch {
	case l.end:
		return "the end of the file"
	case l.at < len(l.line):
		word := l.word()
		if r := []rune(word); len(r) > 20 {
			word = string(r[:20]) + "..."
		}
		return strconv.Quote(word)
	case l.line == "":
		return "an empty line"
	}
	return "the end of the line"
}

// word returns the text from the next character up to a blank behind it.
func (l *lineReader) word() string {
	word := l.line[l.at:]
	if k := strings.IndexAny(word, " \t"); k > 0 {
		word = word[:k]
	}
	return word
}

// expected fails with a message that names what should be here.
func (l *lineReader) expected(what string) {
	l.fail(tree.At(l.pos(), "expected %s, found %s", what, l.found()))
}

// char takes the given character.
func (l *lineReader) char(c byte, what string) {
	if l.blanks(); l.at >= len(l.line) || l.line[l.at] != c {
		l.expected(what)
		return
	}
	l.at++
}

// number takes a whole number from least to most; it returns 0 after a mistake.
func (l *lineReader) number(least, most int, what string) int {
	l.blanks()
	start, digits := l.at, l.line[l.at:]
	digits = digits[:len(digits)-len(strings.TrimLeft(digits, "0123456789"))]
	if digits == "" {
		l.expected(what)
	}
	l.at += len(digits)
	n, err := strconv.ParseUint(digits, 10, 31)
	if err != nil || n < uint64(least) || n > uint64(most) {
		if len(digits) > 20 {
			digits = digits[:20] + "..."
		}
		l.fail(tree.At(tree.Pos{Line: l.num, Col: l.column(start)},
			"%s is %s; it must be from %d to %d", what, digits, least, most))
	}
	if l.err != nil {
		return 0
	}
	return int(n)
}

// lineEnd checks that the line ends here.
func (l *lineReader) lineEnd(what string) {
	if l.blanks(); l.at < len(l.line) {
		l.expected("the end of the line after " + what)
	}
}

// rune takes one character.
func (l *lineReader) rune() rune {
	r, size := utf8.DecodeRuneInString(l.line[l.at:])
	l.at += size
	return r
}

func isBlank(r rune) bool { return r == ' ' || r == '\t' }
