package formats

import (
	"fmt"
	"strings"
	"unicode"
)

// A Place is the place of a character in a file.
type Place struct {
	File string // as given to Read
	Line int    // from 1
	Col  int    // in characters, from 1
	// Excerpt is the text of the line, without its end; "" if the line is very long.
	Excerpt string
}

// String returns "file:line:col".
func (p Place) String() string { return fmt.Sprintf("%s:%d:%d", p.File, p.Line, p.Col) }

// Caret returns the line of the place and below it a caret that points at its character, as two
// lines without a final newline; "" if there is no excerpt.
func (p Place) Caret() string {
	if p.Excerpt == "" {
		return ""
	}
	before := []rune(p.Excerpt)
	before = before[:min(len(before), max(p.Col-1, 0))]
	return p.Excerpt + "\n" + strings.Map(space, string(before)) + "^"
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

// An Error is a mistake in a file, and its place.
type Error struct {
	Place
	Text string
	// Err is the cause of the error, such as a *puzzle.Error or a *pegs.Error, or nil.
	Err error
}

// Error returns "file:line:col: text".
func (e *Error) Error() string { return e.Place.String() + ": " + e.Text }

// Unwrap returns Err.
func (e *Error) Unwrap() error { return e.Err }

// Errors are the mistakes of one file in the order of their places, at least one. Of many only the
// first are listed, and the last says how many more there are.
type Errors []*Error

// Error returns one line for each error.
func (es Errors) Error() string {
	lines := make([]string, len(es))
	for k, e := range es {
		lines[k] = e.Error()
	}
	return strings.Join(lines, "\n")
}

// Unwrap returns the single errors for errors.Is and errors.As.
func (es Errors) Unwrap() []error {
	list := make([]error, len(es))
	for k, e := range es {
		list[k] = e
	}
	return list
}

// A Warning names something in a file that may not mean what its author thinks.
type Warning struct {
	Place
	Text string
}

// String returns "file:line:col: warning: text".
func (w Warning) String() string { return w.Place.String() + ": warning: " + w.Text }
