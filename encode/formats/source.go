package formats

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A source is a text to be read: valid UTF-8 without NUL bytes, with lines ended by LF.
type source struct {
	name   string // for messages
	text   string
	limits Limits
	// lenient is Options.Lenient.
	lenient  bool
	merged   bool   // congruent pieces will be merged
	detected bool   // the format was detected by the content
	found    string // the name of the format it is read as
	warnings []Warning
	cells    int // number of cells drawn so far
	// comments are the places of the first comments of lines, if the format has comments.
	comments map[int]pos
}

// newSource reads all of r and checks that it is text.
func newSource(name string, r io.Reader, o Options) (*source, error) {
	s := &source{name: name, limits: o.Limits.withDefaults(), lenient: o.Lenient, merged: o.Merged}
	// One byte more than allowed, to detect an excess.
	raw, err := io.ReadAll(io.LimitReader(r, int64(s.limits.Bytes)+1))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return s, s.decode(raw)
}

func (s *source) decode(raw []byte) error {
	if text, ok := unpacked(raw, s.limits.Bytes); ok {
		raw = text
	}
	switch {
	case len(raw) > s.limits.Bytes:
		return s.beyond(pos{1, 1}, "bytes", "the file is larger than %d bytes", s.limits.Bytes)
	case bytes.HasPrefix(raw, []byte("\xff\xfe")), bytes.HasPrefix(raw, []byte("\xfe\xff")):
		return s.errorf(pos{1, 1}, "the file is UTF-16; save it as UTF-8")
	}
	raw = bytes.TrimPrefix(raw, []byte("\xef\xbb\xbf"))
	if other := Foreign(raw); other != "" {
		return s.errorf(pos{1, 1}, "%s", other)
	}
	if bytes.IndexByte(raw, '\r') >= 0 {
		raw = bytes.ReplaceAll(raw, []byte("\r\n"), []byte("\n"))
	}
	s.text = string(raw)
	if k := strings.IndexByte(s.text, 0); k >= 0 {
		return s.errorf(s.placeOf(k), "a NUL byte: this is no text file")
	}
	if k := strings.IndexByte(s.text, '\r'); k >= 0 {
		return s.errorf(s.placeOf(k), "a carriage return without a line feed; end lines by LF or CR LF")
	}
	if k := invalidAt(s.text); k >= 0 {
		return s.errorf(s.placeOf(k), "not valid UTF-8; save the file as UTF-8")
	}
	line := 0
	for text := range strings.Lines(s.text) {
		line++
		if len(text) > s.limits.Line {
			return s.beyond(pos{line, 1}, "line", "a line of more than %d bytes", s.limits.Line)
		}
	}
	return nil
}

// invalidAt returns the offset of the first byte that is not valid UTF-8, or -1.
func invalidAt(text string) int {
	for k, r := range text {
		if r == utf8.RuneError {
			if _, size := utf8.DecodeRuneInString(text[k:]); size == 1 {
				return k
			}
		}
	}
	return -1
}

// placeOf returns the place of a byte of the text.
func (s *source) placeOf(offset int) pos {
	before := s.text[:offset]
	start := strings.LastIndexByte(before, '\n') + 1
	return pos{strings.Count(before, "\n") + 1, columnOf(before[start:], offset)}
}

// maxExcerpt is the longest line, in bytes, that is shown with an error.
const maxExcerpt = 500

// line returns a line by its number, from 1; "" if there is none.
func (s *source) line(n int) string {
	rest := s.text
	for range n - 1 {
		k := strings.IndexByte(rest, '\n')
		if k < 0 {
			return ""
		}
		rest = rest[k+1:]
	}
	line, _, _ := strings.Cut(rest, "\n")
	return line
}

func (s *source) at(p pos) Place {
	place := Place{File: s.name, Line: max(p.line, 1), Col: max(p.col, 1)}
	line := s.line(place.Line)
	if len(line) <= maxExcerpt && utf8.ValidString(line) && strings.IndexFunc(line, hidden) < 0 {
		place.Excerpt = line
	}
	return place
}

// hidden reports whether a character is not visible: it could confuse the terminal, or make the
// line or the caret below it misleading.
func hidden(r rune) bool { return r != '\t' && !unicode.IsGraphic(r) }

func (s *source) errorf(p pos, format string, args ...any) *Error {
	return &Error{Place: s.at(p), Text: fmt.Sprintf(format, args...)}
}

func (s *source) warnf(p pos, format string, args ...any) {
	if len(s.warnings) < maxErrors {
		s.warnings = append(s.warnings, Warning{s.at(p), fmt.Sprintf(format, args...)})
	}
}

// puzzleName returns the name of a puzzle without one: the base name of the file without extension,
// and a number if the file has several puzzles.
func (s *source) puzzleName(document, of int) string {
	name := "stdin"
	if s.name != "-" && s.name != "" {
		name = filepath.Base(s.name)
		name = strings.TrimSuffix(name, filepath.Ext(name))
	}
	name = strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) {
			return '_'
		}
		return r
	}, name)
	if of > 1 {
		name = fmt.Sprintf("%s#%d", name, document+1)
	}
	return name
}

// named reports whether a text of another program's file can be a name here.
func (s *source) named(text string) bool {
	return strings.TrimSpace(text) != "" && len(text) <= s.limits.Name && printable(text)
}

// asErrors turns what a format's reader returns into Errors in order.
func asErrors(err error) error {
	var one *Error
	var several Errors
	switch {
	case errors.As(err, &several):
		several.sort()
		return several
	case errors.As(err, &one):
		return Errors{one}
	}
	return err
}

func (s *source) bound(name string) bound {
	for _, one := range s.limits.table() {
		if one.name == name {
			return bound{name, *one.field}
		}
	}
	panic("formats: no limit is called " + name)
}

// A bound is the value of a limit that is passed on; one without a name is fixed.
type bound struct {
	name string
	most int
}

// beyond is errorf for a value beyond a limit.
func (s *source) beyond(p pos, limit, format string, args ...any) *Error {
	e := s.errorf(p, format, args...)
	if limit == "" {
		return e
	}
	e.Err = &LimitError{limit, s.bound(limit).most}
	return e
}

// draw counts cells that are drawn in the file; the error is that they are too many.
func (s *source) draw(p pos, cells int) *Error {
	if s.cells += cells; s.cells <= s.limits.AllCells {
		return nil
	}
	return s.beyond(p, "all-cells", "the boards and pieces of this file have more than %d cells together", s.limits.AllCells)
}

// Options say how to read a file. The zero Options detect the format by the content and read
// strictly.
type Options struct {
	Format string // the name of a format, or "" to tell it from the content
	// Lenient accepts mistakes whose meaning is clear, with a warning: surplus rows of a cap matrix
	// are left out.
	Lenient bool
	// Merged is set if congruent pieces will be merged, and need no warning.
	Merged bool
	Limits Limits
}

// comment returns the place of a comment in the place of a missing value, and whether it looks like
// a drawing: a # at the start of a text begins a comment.
func (s *source) comment(line int) (p pos, drawn bool) {
	p, ok := s.comments[line]
	return p, ok && !strings.ContainsAny(s.rest(p), " \t")
}

// rest returns the text from a place to the end of its line.
func (s *source) rest(p pos) string {
	line := []rune(s.line(p.line))
	return strings.TrimRight(string(line[min(p.col-1, len(line)):]), " \t")
}
