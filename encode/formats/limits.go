package formats

import (
	"fmt"
	"iter"
	"math"
	"strconv"
	"strings"

	"github.com/exactile/exactile/encode/puzzle"
	"github.com/exactile/exactile/internal/text"
	"github.com/exactile/exactile/internal/tree"
)

// Limits bound what Read and Document.Compile accept, so that any input ends in bounded time and
// memory. The zero value of a field means its default. An error that a limit causes wraps a
// *LimitError; that of Entries when compiling is a *puzzle.TooLargeError.
//
// All lists what each limit bounds, and its default.
type Limits struct {
	// Of a text and the tree of its values.
	Bytes, YAMLBytes, Line, Documents, Depth, Nodes int
	// Of a puzzle, except that AllCells is of all puzzles of a file together.
	Cells, AllCells, Pieces, PieceCells, Count, Groups, Rules, Hints, Claims, Digits, Name int
	// Of a cover model; Entries also of a compiled one.
	Items, Options, Entries int
}

// A limit is one of the Limits, with its name and its default.
type limit struct {
	name  string
	field *int
	usual int
	doc   string
}

func (l *Limits) table() []limit {
	return []limit{
		{"bytes", &l.Bytes, 16 << 20, "bytes of a puzzle file"},
		{
			"yaml-bytes", &l.YAMLBytes, 4 << 20,
			"bytes of a YAML file: its reader needs up to 100 times as much memory",
		},
		{"line", &l.Line, 1 << 20, "bytes of one line"},
		{"documents", &l.Documents, 1000, "puzzles in one file"},
		{"depth", &l.Depth, 16, "nesting of lists and mappings"},
		{"nodes", &l.Nodes, 1 << 19, "values of a YAML or JSON file"},
		{"cells", &l.Cells, 1 << 18, "cells of the box around a board"},
		{
			"all-cells", &l.AllCells, 1 << 21,
			"cells drawn in a file, those of all boards and pieces together",
		},
		{"pieces", &l.Pieces, 1 << 15, "pieces of a puzzle"},
		{"piece-cells", &l.PieceCells, 1 << 12, "cells of a piece"},
		{"count", &l.Count, 1000000, "copies of a piece"},
		{"groups", &l.Groups, 1000, "groups of pieces of a puzzle"},
		{"rules", &l.Rules, 100, "rules of a puzzle"},
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

// ofTrees returns the limits of texts that are read as trees.
func (l Limits) ofTrees() tree.Limits {
	return tree.Limits{
		YAMLBytes: l.YAMLBytes, Documents: l.Documents, Depth: l.Depth, Nodes: l.Nodes,
	}
}

// All yields the name of every limit with what it bounds and its value, which is the default if the
// field is zero.
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

// Set sets limits by name, as in "cells=500000,pieces=10000". A number that is not positive or
// exceeds 31 bits, or an unknown name, is an error, and then nothing is set.
func (l *Limits) Set(s string) error {
	changed := *l
	for part := range strings.SplitSeq(s, ",") {
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
				return fmt.Errorf("limit %q: want %s=NUMBER, a number from 1 to %d", part, name,
					math.MaxInt32)
			}
			*one.field, found = int(n), true
		}
		if !found {
			s := fmt.Sprintf("no limit is called %q", name)
			if near, ok := text.Nearest(name, names); ok {
				return fmt.Errorf("%s; did you mean %q?", s, near)
			}
			return fmt.Errorf("%s: want one of %s", s, strings.Join(names, ", "))
		}
	}
	*l = changed
	return nil
}

// A LimitError names the limit that a text exceeds.
type LimitError struct {
	Name string // as Limits.Set takes it
	Most int
}

func (e *LimitError) Error() string { return fmt.Sprintf("limit %s=%d", e.Name, e.Most) }
