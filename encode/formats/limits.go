package formats

import (
	"fmt"
	"iter"
	"math"
	"strconv"
	"strings"

	"github.com/exactile/exactile/encode/puzzle"
	"github.com/exactile/exactile/encode/spelling"
)

// Limits bound what Read and Document.Compile accept, so that input from anywhere
// ends in bounded time and memory. The zero value of a field means its default.
// An error that a limit causes is a *LimitError inside; that of Entries when
// compiling is a *puzzle.TooLargeError.
type Limits struct {
	Bytes      int // of the whole text; default 16 MiB
	YAMLBytes  int // of a YAML text; default 512 KiB: its lexer needs 200 times as much
	Line       int // bytes of one line; default 1 MiB
	Documents  int // puzzles in one file; default 1000
	Depth      int // nesting of lists and mappings; default 16
	Nodes      int // lists, mappings and scalars (in YAML: tokens) of a file; default 1<<17
	Tokens     int // of one YAML document; default 1<<13: its parser takes time in the square of them
	Cells      int // of the box around one board; default 1<<18
	AllCells   int // drawn of all boards and pieces of a file together; default 1<<21
	Pieces     int // of one puzzle; default 1<<12
	PieceCells int // of the box around one piece; default 1<<12
	Count      int // the largest number of copies of a piece; default 1000000
	Hints      int // of one puzzle; default 1000
	Claims     int // of one puzzle; default 1000
	Digits     int // of a claimed count; default 1000
	Name       int // characters of a name or of a claim's source; default 200
	Items      int // of a cover model; default 1<<18
	Options    int // of a cover model; default 1<<21
	Entries    int // items of all options of a model together, read or compiled; default puzzle.MaxEntries
}

// A limit is one of the Limits, as it is called and what it is where nothing is
// said.
type limit struct {
	name  string
	field *int
	usual int
	doc   string
}

func (l *Limits) table() []limit {
	return []limit{
		{"bytes", &l.Bytes, 16 << 20, "bytes of a puzzle file"},
		{"yaml-bytes", &l.YAMLBytes, 512 << 10, "bytes of a YAML file: its reader needs 200 times as much memory"},
		{"line", &l.Line, 1 << 20, "bytes of one line"},
		{"documents", &l.Documents, 1000, "puzzles in one file"},
		{"depth", &l.Depth, 16, "nesting of lists and mappings"},
		{"nodes", &l.Nodes, 1 << 17, "values of a JSON file, tokens of a YAML file"},
		{"tokens", &l.Tokens, 1 << 13, "tokens of one YAML document: its reader takes time in the square of them"},
		{"cells", &l.Cells, 1 << 18, "cells of the box around a board"},
		{"all-cells", &l.AllCells, 1 << 21, "cells drawn in a file, those of all boards and pieces together"},
		{"pieces", &l.Pieces, 1 << 12, "pieces of a puzzle"},
		{"piece-cells", &l.PieceCells, 1 << 12, "cells of the box around a piece"},
		{"count", &l.Count, 1000000, "copies of a piece"},
		{"hints", &l.Hints, 1000, "hints of a puzzle"},
		{"claims", &l.Claims, 1000, "claims of a puzzle"},
		{"digits", &l.Digits, 1000, "digits of a claimed count"},
		{"name", &l.Name, 200, "characters of a name or a source"},
		{"items", &l.Items, 1 << 18, "items of a dlx file"},
		{"options", &l.Options, 1 << 21, "options of a dlx file"},
		{"entries", &l.Entries, puzzle.MaxEntries, "items of all options of a model together"},
	}
}

func (l Limits) withDefaults() Limits {
	for _, one := range l.table() {
		if *one.field <= 0 {
			*one.field = one.usual
		}
	}
	return l
}

// All yields the name of every limit with what it bounds and its value, the
// default where the field is zero.
func (l Limits) All() iter.Seq2[string, string] {
	l = l.withDefaults()
	return func(yield func(name, doc string) bool) {
		for _, one := range l.table() {
			if !yield(one.name, fmt.Sprintf("%s: %d", one.doc, *one.field)) {
				return
			}
		}
	}
}

// Set sets limits by name, as "cells=500000,pieces=10000" does. A number that is
// not positive or outgrows 31 bits, or a name that there is not, is an error, and
// then nothing is set.
func (l *Limits) Set(text string) error {
	changed := *l
	for part := range strings.SplitSeq(text, ",") {
		name, number, _ := strings.Cut(strings.TrimSpace(part), "=")
		var names []string
		found := false
		for _, one := range changed.table() {
			names = append(names, one.name)
			if one.name != name {
				continue
			}
			n, err := strconv.ParseInt(number, 10, 32)
			if err != nil || n < 1 {
				return fmt.Errorf("limit %q: want %s=NUMBER, a number from 1 to %d", part, name, math.MaxInt32)
			}
			*one.field, found = int(n), true
		}
		if !found {
			text := fmt.Sprintf("no limit is called %q", name)
			if near, ok := spelling.Nearest(name, names); ok {
				return fmt.Errorf("%s; did you mean %q?", text, near)
			}
			return fmt.Errorf("%s: want one of %s", text, strings.Join(names, ", "))
		}
	}
	*l = changed
	return nil
}

// A LimitError says which limit a text goes beyond.
type LimitError struct {
	Name string // as Limits.Set knows it
	Most int
}

func (e *LimitError) Error() string { return fmt.Sprintf("limit %s=%d", e.Name, e.Most) }

// A bound is the value of a limit that is passed on, or one without a name that
// nobody can raise.
type bound struct {
	name string
	most int
}

func (s *source) bound(name string) bound {
	for _, one := range s.limits.table() {
		if one.name == name {
			return bound{name, *one.field}
		}
	}
	panic("formats: no limit is called " + name)
}

// beyond is errorf for what goes beyond a limit.
func (s *source) beyond(p pos, limit, format string, args ...any) *Error {
	e := s.errorf(p, format, args...)
	if limit == "" {
		return e
	}
	e.Err = &LimitError{limit, s.bound(limit).most}
	return e
}

// maxBlankLines is how many empty lines in a row a YAML text may have: the
// lexer takes time in the square of them inside a block.
const maxBlankLines = 100

// maxErrors is how many errors are listed before the rest is left out.
const maxErrors = 20
