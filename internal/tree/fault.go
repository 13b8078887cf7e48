package tree

import (
	"fmt"
	"unicode/utf8"
)

// A Pos is the place of a character in a text; the zero Pos is the start of the text.
type Pos struct {
	Line int // from 1
	Col  int // in characters, from 1
}

// After returns the place n characters further on the same line.
func (p Pos) After(n int) Pos { return Pos{p.Line, p.Col + n} }

// Column returns the column, from 1, of byte offset at in a line.
func Column(line string, at int) int {
	return utf8.RuneCountInString(line[:min(at, len(line))]) + 1
}

// An Error is a mistake in a text.
type Error struct {
	Pos
	Text string
	// Limit is the name of the limit that the text exceeds, or "".
	Limit string
	// Err is the cause of the error, or nil.
	Err error
}

// At returns an error at a place.
func At(p Pos, format string, args ...any) *Error {
	return Beyond(p, "", format, args...)
}

// Beyond is At for a value beyond a limit; a limit without a name is fixed.
func Beyond(p Pos, limit, format string, args ...any) *Error {
	return &Error{Pos: p, Text: fmt.Sprintf(format, args...), Limit: limit}
}

// Error returns "line:col: text".
func (e *Error) Error() string { return fmt.Sprintf("%d:%d: %s", e.Line, e.Col, e.Text) }
