// Package visible spells text from elsewhere, such as names of files, so that
// whoever reads it sees all that is in it. A line feed in a name would make one
// message look like two, an escape sequence would be obeyed by a terminal, and
// U+202E turns the direction of what follows it: they are written as \n, \x1b and
// \u202e. What is read by programs and not by people is left as it is.
package visible

import (
	"bytes"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Text returns s as one line in which everything can be seen: control characters,
// white space other than a blank, characters that only format, that nobody has
// assigned or that show as nothing, and bytes that are no UTF-8 are escaped as in a
// Go string. A backslash stays one.
func Text(s string) string { return escape(s, "") }

// Lines is Text for a text of several lines: its line feeds and tabs stay.
func Lines(s string) string { return escape(s, "\n\t") }

// Cell is Text for a cell of a table that spreadsheets read. They would run what begins with
// =, +, - or @ as a formula, which may start programs: unless it is a number or a dash it
// gets an apostrophe before it, which they take as the mark of a text.
//
// Source: OWASP, CSV Injection.
func Cell(s string) string {
	s = Text(s)
	if s == "" || s == "-" || !strings.ContainsRune("=+-@", rune(s[0])) {
		return s
	}
	if _, err := strconv.ParseFloat(s, 64); err == nil {
		return s
	}
	return "'" + s
}

// JSON returns the JSON text data with what Text would escape in its strings
// escaped. It means the same.
func JSON(data []byte) []byte {
	if !bytes.ContainsFunc(data, hidden) {
		return data
	}
	var out []byte
	for _, r := range string(data) {
		switch {
		case r < utf8.RuneSelf || !hidden(r): // JSON escapes ASCII itself, and has line feeds
			out = utf8.AppendRune(out, r)
		case r > 0xffff:
			r -= 0x10000
			out = fmt.Appendf(out, `\u%04x\u%04x`, 0xd800+r>>10, 0xdc00+r&0x3ff)
		default:
			out = fmt.Appendf(out, `\u%04x`, r)
		}
	}
	return out
}

// Writer returns a writer that writes Lines of what is written to it. Each Write
// must be whole characters.
func Writer(w io.Writer) io.Writer { return writer{w} }

type writer struct{ w io.Writer }

func (v writer) Write(p []byte) (int, error) {
	if _, err := io.WriteString(v.w, Lines(string(p))); err != nil {
		return 0, err
	}
	return len(p), nil
}

func escape(s, but string) string {
	if !strings.ContainsFunc(s, hidden) && utf8.ValidString(s) {
		return s
	}
	var b strings.Builder
	for len(s) > 0 {
		r, size := utf8.DecodeRuneInString(s)
		switch {
		case r == utf8.RuneError && size == 1:
			fmt.Fprintf(&b, `\x%02x`, s[0])
		case hidden(r) && !strings.ContainsRune(but, r):
			quoted := strconv.QuoteRuneToASCII(r)
			b.WriteString(quoted[1 : len(quoted)-1])
		default:
			b.WriteString(s[:size])
		}
		s = s[size:]
	}
	return b.String()
}

// hidden reports whether a character is not to be seen, or does more than that.
func hidden(r rune) bool {
	return !unicode.IsPrint(r) || unicode.Is(unicode.Other_Default_Ignorable_Code_Point, r)
}
