package text

import (
	"bytes"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Visible returns s as one line in which everything is visible: control characters, white space
// other than a blank, characters that only format, are unassigned or show nothing, and bytes that
// are not UTF-8 are escaped as in a Go string. A backslash is unchanged.
//
// Text from elsewhere, such as names of files, is escaped for people. A line feed in a name would
// make one message look like two, a terminal would obey an escape sequence, and U+202E reverses the
// text after it: they are written as \n, \x1b and \u202e. Text for programs is left unchanged.
func Visible(s string) string { return escape(s, "") }

// VisibleLines is Visible for a text of several lines: its line feeds and tabs stay.
func VisibleLines(s string) string { return escape(s, "\n\t") }

// VisibleCell is Visible for a cell of a table for spreadsheets. A spreadsheet would run text that
// begins with =, +, - or @ as a formula, which may start programs. Unless such text is a number or
// a dash it gets an apostrophe in front, which spreadsheets read as the mark of a text.
//
// Source: OWASP, CSV Injection.
func VisibleCell(s string) string {
	s = Visible(s)
	if s == "" || s == "-" || !strings.ContainsRune("=+-@", rune(s[0])) {
		return s
	}
	if _, err := strconv.ParseFloat(s, 64); err == nil {
		return s
	}
	return "'" + s
}

// VisibleJSON returns the JSON text data with the characters escaped in its strings
// that Visible would escape. It has the same meaning.
func VisibleJSON(data []byte) []byte {
	if !bytes.ContainsFunc(data, hidden) {
		return data
	}
	var out []byte
	for _, r := range string(data) {
		switch {
		case r < utf8.RuneSelf || !hidden(r): // JSON escapes ASCII itself, and uses line feeds
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

// VisibleWriter returns a writer that passes on VisibleLines of its input. Each Write must be
// whole characters.
func VisibleWriter(w io.Writer) io.Writer { return writer{w} }

type writer struct{ w io.Writer }

func (v writer) Write(p []byte) (int, error) {
	if _, err := io.WriteString(v.w, VisibleLines(string(p))); err != nil {
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

// hidden reports whether a character is invisible, or affects other text.
func hidden(r rune) bool {
	return !unicode.IsPrint(r) || unicode.Is(unicode.Other_Default_Ignorable_Code_Point, r)
}
