package formats

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/encode/internal/dlx"
	"github.com/exactile/exactile/encode/puzzle"
	"github.com/exactile/exactile/internal/located"
	"github.com/exactile/exactile/internal/tree"
)

// Models without geometry: items and options, and matrices.
var dlxFile = Format{
	Name: "dlx", Text: "Knuth's items and options",
	begins: beginsDLX, endings: []string{".dlx"}, matches: showsDLX, guessed: guessedDLX,
	comment: commentDLX, read: readDLX, alone: true, write: writeDLX,
}

var matrixFile = Format{
	Name: "matrix", Text: "rows of 0 and 1: columns are items, rows options",
	begins: beginsMatrix, endings: []string{".csv"}, shared: true, matches: showsMatrix,
	guessed: always, read: readMatrix, alone: true, write: writeMatrix,
}

// readDLX reads a cover model as Knuth's items and options. Such a puzzle has no
// geometry.
func readDLX(s *source) ([]*Document, error) {
	m, err := dlx.Parse(strings.NewReader(s.text), s.name, dlx.Limits{
		Bytes: s.limits.Bytes, Line: s.limits.Line, Items: s.limits.Items,
		Options: s.limits.Options, Entries: s.limits.Entries,
	})
	var bad *located.Error
	if errors.As(err, &bad) {
		// Columns in bad are bytes, columns here are characters.
		place := tree.Pos{Line: bad.Line, Col: bad.Column}
		if line := s.at(place, nil).Excerpt; line != "" {
			place.Col = tree.Column(line, max(bad.Column-1, 0))
		}
		return nil, tree.At(place, "%w", bad.Err)
	}
	if err != nil {
		return nil, err
	}
	p := &puzzle.Puzzle{Name: s.puzzleName(0, 1), Cover: m}
	return []*Document{{p, s, puzzlePlaces{whole: tree.Pos{}}}}, nil
}

// writeDLX writes the cover model of one puzzle.
func writeDLX(b *bytes.Buffer, puzzles []*puzzle.Puzzle) error {
	t, err := puzzles[0].Compile()
	if err != nil {
		return err
	}
	return dlx.Write(b, t.Model)
}

// readMatrix reads rows of 0 and 1 with commas, blanks or nothing between them. A column is an item
// that is covered once, a row an option that covers the columns of its ones; equal rows are several
// options. A first line that is no row names the columns, with the same character between them as
// the rows have, and as CSV quotes them; without one they are c1, c2 and so on. A blank in a name
// becomes %20.
//
// A first line with the numbers of rows and columns is an error, since it could be names.
func readMatrix(s *source) ([]*Document, error) {
	r := &matrixReader{lineReader: lineReader{source: s, rest: s.text},
		names: make(map[string]bool)}
	more := r.nextFull()
	if more && sizeLine(r.line, r.rest) {
		r.fail(tree.At(r.pos(), "this line has the numbers of rows and columns; delete it, "+
			"since a matrix begins with a row, or with the names of its columns"))
	} else if more && !isRow(r.line) {
		r.header()
		more = r.nextFull()
	} else if !more {
		r.expected("a row of 0 and 1")
	}
	for ; more && r.err == nil; more = r.nextFull() {
		r.row()
	}
	p := &puzzle.Puzzle{Name: s.puzzleName(0, 1), Cover: &r.m}
	return []*Document{{p, s, puzzlePlaces{whole: tree.Pos{}}}}, r.err
}

type matrixReader struct {
	lineReader
	m       cover.Model
	names   map[string]bool
	entries int
}

// itemNames spells the characters of a name that have a meaning in dlx as names of pieces do.
var itemNames = strings.NewReplacer(" ", "%20", "|", "%7C", ":", "%3A")

// header takes the names of the columns. The row below shows what separates them.
func (r *matrixReader) header() {
	below, _, _ := strings.Cut(strings.TrimLeft(r.rest, "\n \t"), "\n")
	below = strings.TrimSpace(below)
	line := strings.TrimRight(r.line, " \t")
	separator := ','
	switch k := strings.IndexAny(below+"\n"+line, ",\t "); {
	case strings.Contains(below, ",") || len(below) <= 1:
	case k >= 0:
		separator = rune((below + "\n" + line)[k])
	default:
		for at, name := range line {
			r.add(string(name), at)
		}
		return
	}
	names := csv.NewReader(strings.NewReader(line))
	names.Comma, names.TrimLeadingSpace = separator, true
	fields, err := names.Read()
	if bad, ok := errors.AsType[*csv.ParseError](err); ok {
		r.at = max(bad.Column-1, 0)
		r.fail(tree.At(r.pos(), "the names of the columns are not quoted as in CSV: %v", bad.Err))
	}
	for k, name := range fields {
		_, col := names.FieldPos(k)
		r.add(strings.TrimSpace(name), col-1)
	}
}

// add adds a column, whose name is at a byte of the line.
func (r *matrixReader) add(name string, at int) {
	r.at = at
	item := itemNames.Replace(name)
	switch {
	case len(r.m.Items) == r.limits.Items:
		r.fail(tree.Beyond(r.pos(), "items", "more than %d columns", r.limits.Items))
	case name == "":
		r.fail(tree.At(r.pos(), "column %d has no name", len(r.m.Items)+1))
	case utf8.RuneCountInString(item) > r.limits.Name:
		r.fail(tree.Beyond(r.pos(), "name", "a name of more than %d characters", r.limits.Name))
	case !printable(name):
		r.fail(tree.At(r.pos(), "the name of column %d has a character that cannot be seen",
			len(r.m.Items)+1))
	case r.names[item]:
		r.fail(tree.At(r.pos(), "a second column %q", name))
	}
	r.names[item] = true
	r.m.Items = append(r.m.Items, cover.Item{Name: item, Min: 1, Max: 1})
}

// row takes a row. The first one without names above it makes the columns.
func (r *matrixReader) row() {
	r.blanks()
	start, n := r.pos(), 0
	first := len(r.names) == 0
	var option []int
	for ; r.err == nil; n++ {
		r.blanks()
		comma := n > 0 && strings.HasPrefix(r.line[r.at:], ",")
		if comma {
			r.at++
			r.blanks()
		}
		switch {
		case r.at == len(r.line) && !comma:
			r.addRow(start, n, option)
			return
		case r.at == len(r.line) || r.line[r.at] != '0' && r.line[r.at] != '1':
			r.expected("0 or 1")
			return
		case first:
			r.add(columnName(n), r.at)
		case n == len(r.m.Items):
			r.fail(tree.At(r.pos(), "this row is longer than the %d columns", n))
			return
		}
		if r.line[r.at] == '1' {
			option = append(option, n)
		}
		r.at++
	}
}

// addRow adds a row of n columns.
func (r *matrixReader) addRow(start tree.Pos, n int, option []int) {
	switch r.entries += len(option); {
	case n < len(r.m.Items):
		r.fail(tree.At(r.pos(), "this row has %d columns; the matrix has %d", n, len(r.m.Items)))
	case len(option) == 0:
		r.fail(tree.At(start, "a row without 1: an option covers at least one column"))
	case len(r.m.Options) == r.limits.Options:
		r.fail(tree.Beyond(start, "options", "more than %d rows", r.limits.Options))
	case r.entries > r.limits.Entries:
		r.fail(tree.Beyond(start, "entries", "more than %d ones in all rows together",
			r.limits.Entries))
	}
	r.m.Options = append(r.m.Options, option)
}

// writeMatrix writes the cover model of one puzzle.
func writeMatrix(b *bytes.Buffer, puzzles []*puzzle.Puzzle) error {
	t, err := puzzles[0].Compile()
	if err != nil {
		return err
	}
	no := func(format string, args ...any) error {
		return fmt.Errorf("matrix cannot hold %s: %w", puzzles[0].Name, fmt.Errorf(format, args...))
	}
	var names []string
	usual := true
	for k, item := range t.Items {
		switch {
		case item.Min != 1 || item.Max != 1:
			return no("%s is covered from %d to %d times, and a column once",
				item.Name, item.Min, item.Max)
		case item.Name == "" || !printable(item.Name) || item.Name != itemNames.Replace(item.Name):
			return no("%q cannot be the name of a column", item.Name)
		}
		usual = usual && item.Name == columnName(k)
		names = append(names, item.Name)
	}
	switch {
	case len(names) == 0:
		return no("it has no items")
	case t.AddedItems > 0:
		return no("it has hints, groups or rules")
	case len(t.Options) > maxDrawing/(2*len(names)):
		return no("it would take more than %d characters", maxDrawing)
	}
	if !usual || len(t.Options) == 0 {
		w := csv.NewWriter(b)
		_ = w.Write(names) // a Buffer never fails
		if w.Flush(); isRow(strings.TrimSuffix(b.String(), "\n")) {
			line := b.String()[len(names[0]):]
			b.Reset()
			fmt.Fprintf(b, "%q%s", names[0], line) // the quotes tell it from a row
		}
	}
	row := []byte(strings.Repeat("0,", len(names)))
	row[len(row)-1] = '\n'
	for _, option := range t.Options {
		for _, i := range option {
			row[2*i] = '1'
		}
		b.Write(row)
		for _, i := range option {
			row[2*i] = '0'
		}
	}
	return nil
}
