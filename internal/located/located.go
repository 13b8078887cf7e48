// Package located says where in a file an error is, for programs: messages alone are for people.
package located

import (
	"fmt"
	"strings"
	"unicode"
)

// An Error is an error with its place. Line and Column count from 1; where they are 0 it is of
// the whole line, or of the whole file. File is "" where only the caller knows it.
type Error struct {
	File         string
	Line, Column int
	// Excerpt is the text of the line, without its end; "" if it is not known, or not to be shown.
	Excerpt string
	Err     error

	named bool // Err names the place already
}

// Errorf returns the error of a text at a place.
func Errorf(file string, line, column int, format string, args ...any) *Error {
	return &Error{File: file, Line: line, Column: column, Err: fmt.Errorf(format, args...)}
}

// Known returns err, whose text names its place, with the place.
func Known(err error, file string, line int) *Error {
	return &Error{File: file, Line: line, Err: err, named: true}
}

// Error returns "file:line:column: text", without what is not known.
func (e *Error) Error() string {
	text := e.Err.Error()
	if e.named {
		return text
	}
	where := e.File
	for _, n := range []int{e.Line, e.Column} {
		if n > 0 && where != "" {
			where += ":"
		}
		if n > 0 {
			where += fmt.Sprint(n)
		}
	}
	return where + ": " + text
}

// Unwrap returns Err.
func (e *Error) Unwrap() error { return e.Err }

// Caret returns the line of the place and below it a caret that points at its character, as two
// lines without a final newline; "" if there is no excerpt.
func (e *Error) Caret() string {
	if e.Excerpt == "" {
		return ""
	}
	before := []rune(e.Excerpt)
	before = before[:min(len(before), max(e.Column-1, 0))]
	return e.Excerpt + "\n" + strings.Map(space, string(before)) + "^"
}

// space returns a character as wide as r on a terminal: a tab stays a tab, however wide it is, and
// -1 stands for no character.
func space(r rune) rune {
	const wide = '\u3000'
	switch {
	case r == '\t':
		return r
	case unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf):
		return -1
	case unicode.In(r, unicode.Han, unicode.Hangul, unicode.Hiragana, unicode.Katakana),
		'\uFF01' <= r && r <= '\uFF60', '\U0001F300' <= r && r <= '\U0001FAFF':
		return wide
	}
	return ' '
}
