package cnf

import (
	"fmt"
	"io"
	"strconv"

	"github.com/exactile/exactile/internal/located"
)

// place is a position in a text.
type place struct{ line, col int }

// scanner reads a text byte by byte and keeps its position. The first error is kept in err, be it
// the reader's or a fault of the text, and ends the text: nothing follows it.
type scanner struct {
	r    io.Reader
	name string
	err  error

	buf       []byte
	pos, n    int // the next byte is buf[pos], the last one buf[n-1]
	line      int
	lineStart int // index in buf of the line's start; below 0 if it is in an earlier buffer
}

const byteOrderMark = "\xef\xbb\xbf"

func newScanner(r io.Reader, name string) *scanner {
	s := &scanner{r: r, name: name, buf: make([]byte, 1<<16), line: 1}
	for k := range len(byteOrderMark) {
		if s.peek() != int(byteOrderMark[k]) {
			break
		}
		s.pos++
	}
	return s
}

// end is what peek returns at the end of the text.
const end = -1

// fill reads the next part of the text, and reports whether there is one.
func (s *scanner) fill() bool {
	if s.err != nil {
		return false
	}
	s.lineStart -= s.n
	var err error
	s.pos = 0
	if s.n, err = io.ReadAtLeast(s.r, s.buf, 1); err != nil && err != io.EOF {
		s.err = fmt.Errorf("%s: %w", s.name, err)
	}
	return s.n > 0
}

// stop keeps an error and ends the text, unless it has ended by another.
func (s *scanner) stop(err error) {
	if s.err == nil {
		s.err, s.n = err, s.pos
	}
}

// fail keeps a fault of the text at a place, whose column counts bytes.
func (s *scanner) fail(at place, format string, args ...any) {
	s.stop(located.Errorf(s.name, at.line, at.col, format, args...))
}

// peek returns the next byte.
func (s *scanner) peek() int {
	if s.pos == s.n && !s.fill() {
		return end
	}
	return int(s.buf[s.pos])
}

// at returns the place of the next byte.
func (s *scanner) at() place { return place{s.line, s.pos - s.lineStart + 1} }

// newline moves past the line end that is the next byte.
func (s *scanner) newline() {
	s.pos++
	s.line++
	s.lineStart = s.pos
}

func isBlank(b int) bool { return b == ' ' || b == '\t' || b == '\r' }

func isWordEnd(b int) bool { return b == end || b == '\n' || isBlank(b) }

// skipBlanks moves to the next byte that is not a space, tab or carriage return.
func (s *scanner) skipBlanks() {
	for isBlank(s.peek()) {
		s.pos++
	}
}

// skipSpace moves to the next byte that is neither blank nor a line end.
func (s *scanner) skipSpace() {
	for {
		switch b := s.peek(); {
		case b == '\n':
			s.newline()
		case isBlank(b):
			s.pos++
		default:
			return
		}
	}
}

// skipLine moves to the start of the next line.
func (s *scanner) skipLine() {
	for {
		switch s.peek() {
		case end:
			return
		case '\n':
			s.newline()
			return
		}
		s.pos++
	}
}

// maxWord is the greatest length of a word; a longer one is cut and ends in three dots, which no
// valid word does.
const maxWord = 24

// word skips blanks and returns the next word on this line and its place; the word is empty at the
// end of a line.
func (s *scanner) word() (string, place) {
	s.skipBlanks()
	start := s.at()
	var buf [maxWord]byte
	n := 0
	for b := s.peek(); !isWordEnd(b); b = s.peek() {
		if n == maxWord {
			return string(buf[:]) + "...", start
		}
		buf[n] = byte(b)
		n++
		s.pos++
	}
	return string(buf[:n]), start
}

// maxDigits bounds the zeros before a number.
const maxDigits = 1000

// number reads a whole number from -most to most, which must be followed by white space or the end.
// want names the expected text in the error. After an error it is 0.
func (s *scanner) number(most int, want string) int {
	n, _ := s.literal(0, most, want)
	return n
}

// literal is number for a number that may have a letter after its sign, and reports whether it has
// one. Where a letter is allowed, the sign may be a plus.
func (s *scanner) literal(letter byte, most int, want string) (n int, named bool) {
	first := s.peek()
	start := s.at()
	if first == '-' || first == '+' && letter != 0 {
		s.pos++
	}
	if letter != 0 && s.peek() == int(letter) {
		named = true
		s.pos++
	}
	if n = s.decimal(0, 0, start, most, want); first == '-' {
		n = -n
	}
	return n, named
}

// decimal reads the rest of a number that starts at a place, and of which so many digits, which are
// n, were read. After an error it is 0.
func (s *scanner) decimal(n, digits int, start place, most int, want string) int {
	for b := s.peek(); b >= '0' && b <= '9' && digits < maxDigits; b = s.peek() {
		s.pos++
		digits++
		if n <= most {
			n = 10*n + b - '0'
		}
	}
	switch {
	case digits == 0 || !isWordEnd(s.peek()):
		s.fail(s.at(), "found %s: want %s", s.found(), want)
	case n > most:
		s.fail(start, "found a number above %d: want %s", most, want)
	}
	if s.err != nil {
		return 0
	}
	return n
}

// found describes the next byte.
func (s *scanner) found() string {
	switch b := s.peek(); b {
	case end:
		return "the end of the text"
	case '\n':
		return "the end of the line"
	default:
		return strconv.QuoteToASCII(string([]byte{byte(b)}))
	}
}
