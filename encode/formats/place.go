package formats

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/exactile/exactile/encode/lattice"
	"github.com/exactile/exactile/encode/puzzle"
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
	// Err is the cause of the error, such as a *puzzle.Error or a *catalogue.PegsError, or nil.
	Err error
}

// Error returns "file:line:col: text".
func (e *Error) Error() string { return e.Place.String() + ": " + e.Text }

// Unwrap returns Err.
func (e *Error) Unwrap() error { return e.Err }

// Errors are the mistakes of one file in the order of their places, at least one.
type Errors []*Error

// Error returns one line for each error.
func (es Errors) Error() string {
	lines := make([]string, len(es))
	for k, e := range es {
		lines[k] = e.Error()
	}
	return strings.Join(lines, "\n")
}

// sort puts the errors in the order of their places.
func (es Errors) sort() {
	slices.SortStableFunc(es, func(a, b *Error) int {
		return cmp.Or(cmp.Compare(a.Line, b.Line), cmp.Compare(a.Col, b.Col))
	})
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

// pos is a place in a known file.
type pos struct{ line, col int }

// after returns the place n characters further on the same line.
func (p pos) after(n int) pos { return pos{p.line, p.col + n} }

// columnOf returns the column, from 1, of byte offset at in a line.
func columnOf(line string, at int) int {
	return utf8.RuneCountInString(line[:min(at, len(line))]) + 1
}

// maxErrors is how many errors are listed before the rest is left out.
const maxErrors = 20

// A Document is a puzzle and the places of its parts in the file.
type Document struct {
	Puzzle *puzzle.Puzzle

	source *source
	places puzzlePlaces
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

// Compile compiles the document's puzzle. Its errors have places.
func (d *Document) Compile() (*puzzle.Tiling, error) {
	t, err := d.Puzzle.CompileWithin(d.source.limits.Entries)
	return t, d.Place(err)
}

// Place gives each error about the document's puzzle its place in the file: a *puzzle.Error becomes
// an *Error at the place of the part, any other error one at the start of the document. The result
// is an Errors, nil if err is nil.
func (d *Document) Place(err error) error {
	if err == nil {
		return nil
	}
	var all Errors
	for _, one := range single(err) {
		p := d.places.whole
		var fault *puzzle.Error
		if errors.As(one, &fault) {
			p = d.places.locate(fault)
		}
		e := d.source.errorf(p, "%s", one.Error())
		e.Err = one
		all = append(all, e)
		if len(all) == maxErrors {
			break
		}
	}
	all.sort()
	return all
}

// puzzlePlaces holds the places of the parts of a puzzle; an unknown part is placed at whole.
type puzzlePlaces struct {
	whole  pos
	board  *drawing
	pieces []partPlaces
	hints  []partPlaces
}

// partPlaces holds the place of a piece or a hint, and of those of its fields that have a place of
// their own, by their names in puzzle.Error.
type partPlaces struct {
	whole  pos
	fields map[string]pos
	shape  *drawing // of a piece; may be nil
}

// of returns the place of a field.
func (p *partPlaces) of(field string) pos {
	if at, ok := p.fields[field]; ok {
		return at
	}
	return p.whole
}

// locate returns the place of a fault in a puzzle.
func (pp *puzzlePlaces) locate(e *puzzle.Error) pos {
	switch {
	case e.Part == "board" && pp.board != nil:
		return cellPlace(pp.board, e.Cell)
	case e.Part == "piece" && e.Index < len(pp.pieces):
		p := &pp.pieces[e.Index]
		if e.Field == "cells" && p.shape != nil {
			return cellPlace(p.shape, e.Cell)
		}
		return p.of(e.Field)
	case e.Part == "hint" && e.Index < len(pp.hints):
		return pp.hints[e.Index].of(e.Field)
	}
	return pp.whole
}

func cellPlace(d *drawing, c *lattice.Cell) pos {
	if c == nil {
		return d.whole
	}
	return d.place(*c)
}
