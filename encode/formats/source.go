package formats

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/exactile/exactile/encode/formats/internal/foreign"
	"github.com/exactile/exactile/encode/puzzle"
	"github.com/exactile/exactile/internal/located"
	"github.com/exactile/exactile/internal/text"
	"github.com/exactile/exactile/internal/tree"
)

// A source is a text to be read: valid UTF-8 without NUL bytes, with lines ended by LF.
type source struct {
	name string // for messages
	text string
	// raw is the text as it came. In text each byte that is not UTF-8 is U+FFFD.
	raw    string
	mended bool // they differ
	limits Limits
	// lenient is Options.Lenient.
	lenient  bool
	board    *puzzle.Board // of Options.BoardFile
	merged   bool          // congruent pieces will be merged
	detected bool          // the format was detected by the content, or by the ending of the name
	guessed  bool          // the text could be something else
	rival    string        // another format that the text looks like
	found    string        // the name of the format it is read as
	warnings []error
	warned   int // how often
	cells    int // number of cells drawn so far
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
	if text, ok := foreign.Unpacked(raw, s.limits.Bytes); ok {
		raw = text
	}
	switch {
	case len(raw) > s.limits.Bytes:
		return tree.Beyond(tree.Pos{}, "bytes", "the file is larger than %d bytes", s.limits.Bytes)
	case bytes.HasPrefix(raw, []byte("\xff\xfe")), bytes.HasPrefix(raw, []byte("\xfe\xff")):
		return tree.At(tree.Pos{}, "the file is UTF-16; save it as UTF-8")
	}
	raw = bytes.TrimPrefix(raw, []byte("\xef\xbb\xbf"))
	if other := foreign.Kind(raw); other != "" {
		return tree.At(tree.Pos{}, "%s", other)
	}
	if bytes.IndexByte(raw, '\r') >= 0 {
		raw = bytes.ReplaceAll(raw, []byte("\r\n"), []byte("\n"))
	}
	s.raw = string(raw)
	s.text = s.raw
	if k := strings.IndexByte(s.text, 0); k >= 0 {
		return tree.At(s.placeOf(k), "a NUL byte: this is no text file")
	}
	if k := strings.IndexByte(s.text, '\r'); k >= 0 {
		return tree.At(s.placeOf(k),
			"a carriage return without a line feed; end lines by LF or CR LF")
	}
	if s.mended = !utf8.ValidString(s.raw); s.mended {
		s.text = string([]rune(s.raw))
	}
	return nil
}

// check checks what is read of each line, which ends where a comment begins. It warns of the first
// comment that is not UTF-8.
func (s *source) check(comment func(line string) int) error {
	line, warned := 0, false
	for text := range strings.Lines(s.raw) {
		line++
		read := text
		if comment != nil {
			if k := comment(text); k >= 0 {
				read = text[:k]
			}
		}
		if len(read) > s.limits.Line {
			return tree.Beyond(tree.Pos{Line: line}, "line", "a line of more than %d bytes",
				s.limits.Line)
		}
		if !s.mended {
			continue
		}
		switch k := invalidAt(text); {
		case k >= 0 && k < len(read):
			return tree.At(tree.Pos{Line: line, Col: tree.Column(text, k)},
				"not valid UTF-8; save the file as UTF-8")
		case k >= 0 && !warned:
			warned = true
			s.warnf(tree.Pos{Line: line, Col: tree.Column(text, k)},
				"bytes that are not UTF-8, in a part that is not used: each becomes U+FFFD")
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
func (s *source) placeOf(offset int) tree.Pos {
	before := s.text[:offset]
	start := strings.LastIndexByte(before, '\n') + 1
	return tree.Pos{Line: strings.Count(before, "\n") + 1, Col: tree.Column(before[start:], offset)}
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

// at returns an error at a place.
func (s *source) at(p tree.Pos, err error) *located.Error {
	e := &located.Error{File: s.name, Line: max(p.Line, 1), Column: max(p.Col, 1), Err: err}
	line := s.line(e.Line)
	if len(line) <= maxExcerpt && utf8.ValidString(line) && strings.IndexFunc(line, hidden) < 0 {
		e.Excerpt = line
	}
	return e
}

// hidden reports whether a character is not visible: it could confuse the terminal, or make the
// line or the caret below it misleading.
func hidden(r rune) bool { return r != '\t' && !unicode.IsGraphic(r) }

// warnf warns of a place; the last of many warnings says how many more there are.
func (s *source) warnf(p tree.Pos, format string, args ...any) {
	if s.warned++; s.warned > text.MostListed {
		s.warnings = s.warnings[:text.MostListed]
		format, args = "and %d more warnings up to here", []any{s.warned - text.MostListed}
	}
	s.warnings = append(s.warnings,
		s.at(p, errors.New("warning: "+text.Brief(fmt.Sprintf(format, args...)))))
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

// single splits what errors.Join has joined.
func single(err error) []error {
	joined, ok := err.(interface{ Unwrap() []error })
	if !ok {
		return []error{err}
	}
	var all []error
	for _, e := range joined.Unwrap() {
		all = append(all, single(e)...)
	}
	return all
}

// printable reports whether a text is one line of printable characters.
func printable(text string) bool {
	return utf8.ValidString(text) && !strings.ContainsFunc(text, func(r rune) bool {
		return r == unicode.ReplacementChar || !unicode.IsPrint(r)
	})
}

// placed puts the mistakes in a text, one or several joined, in order and gives each its place in
// the file; another error stays as it is.
func (s *source) placed(err error) error {
	var found []*located.Error
	for _, one := range single(err) {
		mistake, ok := one.(*located.Error)
		if !ok {
			return err
		}
		found = append(found, mistake)
	}
	slices.SortStableFunc(found, func(a, b *located.Error) int {
		return cmp.Or(cmp.Compare(max(a.Line, 1), max(b.Line, 1)),
			cmp.Compare(max(a.Column, 1), max(b.Column, 1)))
	})
	var all mistakes
	for n, mistake := range found {
		at := tree.Pos{Line: mistake.Line, Col: mistake.Column}
		if more := len(found) - n; n == text.MostListed && more > 1 {
			return append(all, s.at(at, fmt.Errorf("and %d more errors from here on", more)))
		}
		cause := mistake.Err
		if e, ok := cause.(*tree.Excess); ok && e.Limit != "" {
			cause = &LimitError{e.Limit, s.bound(e.Limit).most}
		}
		all = append(all, s.at(at, &described{text.Brief(mistake.Err.Error()), cause}))
	}
	return all
}

// mistakes are those of one file in the order of their places, at least one. Of many only the first
// are listed, and the last says how many more there are.
type mistakes []*located.Error

// Error returns one line for each mistake.
func (ms mistakes) Error() string {
	lines := make([]string, len(ms))
	for k, e := range ms {
		lines[k] = e.Error()
	}
	return strings.Join(lines, "\n")
}

// Unwrap returns the mistakes one by one.
func (ms mistakes) Unwrap() []error {
	list := make([]error, len(ms))
	for k, e := range ms {
		list[k] = e
	}
	return list
}

// A described error has a text of its own and a cause, or nil.
type described struct {
	text  string
	cause error
}

func (d *described) Error() string { return d.text }

func (d *described) Unwrap() error { return d.cause }

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

// draw counts cells that are drawn in the file; the error is that they are too many.
func (s *source) draw(p tree.Pos, cells int) *located.Error {
	if s.cells += cells; s.cells <= s.limits.AllCells {
		return nil
	}
	return tree.Beyond(p, "all-cells",
		"the boards and pieces of this file have more than %d cells together", s.limits.AllCells)
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
	// BoardFile names a file with the board, drawn with X, of a file of pieces alone. A file with a
	// board of its own is an error then.
	BoardFile string
	// Boardless accepts a file of pieces alone without a board; such a puzzle has no cells.
	Boardless bool
	Limits    Limits
}

// NotPuzzle names the kind of a file that begins with head, and what to do about it, if the file is
// certainly in none of the formats that are read here; "" if it may be in one. A kilobyte is
// enough.
func NotPuzzle(head []byte) string { return foreign.Kind(head) }
