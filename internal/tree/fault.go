package tree

import (
	"unicode/utf8"

	"github.com/exactile/exactile/internal/located"
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

// At returns a mistake in a text, at a place.
func At(p Pos, format string, args ...any) *located.Error {
	return located.Errorf("", p.Line, p.Col, format, args...)
}

// Beyond is At for a value beyond a limit, an [Excess]; a limit without a name is fixed.
func Beyond(p Pos, limit, format string, args ...any) *located.Error {
	e := At(p, format, args...)
	e.Err = &Excess{limit, e.Err.Error()}
	return e
}

// An Excess is a text that exceeds a limit, "" for one without a name.
type Excess struct{ Limit, text string }

func (e *Excess) Error() string { return e.text }
