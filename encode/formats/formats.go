// Package formats reads and writes puzzle files: exactile's own in YAML and in JSON, and those of
// other programs. Read detects the format by a beginning that no other format has, or else by the
// extension of the file name, or else by the content. A text that could be something else is an
// error, which names the nearest formats, or has File.Guessed set.
//
// Each mistake in a file is reported as an Error with its place: file:line:col and what was
// expected. A Document keeps the places of a puzzle's parts, so that mistakes found when the puzzle
// is compiled get a place too. The package never panics on bad input and bounds all it reads, see
// Limits. A BurrTools file may be packed by gzip.
//
// # The puzzle file
//
// Exactile's own puzzle file is a mapping with these keys; only board is required, and pieces with
// the goal to find the smallest square or box have none.
//
//	format    1
//	name      what to call the puzzle; the file's name where left out
//	lattice   square, cube, hex or triangle; square where left out
//	board     rows: '.' must be covered, '?' may stay empty, '#' or ' ' is no
//	          cell, any other character is a cell with that symbol
//	regions   rows as large as the board: '.' or '#' is no region, any other
//	          character is one
//	labels    words to write on the cells of the board; '.' is none
//	pieces    a list: name, shape, count, rotate, flip, within, color
//	optional  true: every cell may stay empty
//	place     a list: piece and cells, a placement that every solution contains;
//	          or piece and label, a label that the piece covers
//	goal      what the best solutions have: fewest pieces, most pieces, fewest
//	          holes, smallest square or smallest box; or a bound: 0..3 holes
//	claims    a list: what is known of the solutions, and who says so
//
// A board or a shape is a text of rows or a list of rows; on the cube lattice an empty row
// separates layers. Or it is a list of cells, [x, y] or in space [x, y, z]; those of a board are
// counted from 0. In a drawn shape 'X' or '#' is a cell, '.' or ' ' is no cell, '?' is a cell that
// lies on any symbol or none, any other character is a cell with that symbol. By default a piece
// may be turned and flipped; on the cube lattice it is not flipped by default, since its mirror
// image is another object there. A count is a number, a range such as 0..1 or 1..any, or any; the
// default is 1. A claim has one of the keys solutions, up_to_symmetry, at_least, unique, digest and
// best, and a source. In a puzzle with a goal the claims are about the best solutions. Several
// documents in one file, separated in YAML by ---, are several puzzles.
//
// The package neither counts solutions nor checks claims.
package formats

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/exactile/exactile/encode/formats/internal/foreign"
	"github.com/exactile/exactile/encode/lattice"
	"github.com/exactile/exactile/encode/puzzle"
	"github.com/exactile/exactile/internal/located"
	"github.com/exactile/exactile/internal/text"
	"github.com/exactile/exactile/internal/tree"
)

// The files of this package refer to those below alone. From the ground up: places and limits; the
// source, a text and what is known of it; the document, where the parts of a puzzle stand; lines
// and fields, which read texts and trees; drawings; what a format is; the model of exactile's own
// format; a file for each format; and this file, which lists them.

// All lists the formats. All of them can be read, and all but aoc and blocks written. A program
// built with the tag lean, such as that of the web page, lacks the formats of other programs that
// it has no use for.
func All() []Format {
	all := []Format{yamlFile, jsonFile, capFile, gridFile, pegsFile}
	if foreign.Whole {
		all = append(all, lettersFile, blocksFile, cellsFile, matrixFile, dlxFile, aocFile)
	}
	return append(all, xmpuzzleFile)
}

// names returns the names of the formats.
func names() (list []string) {
	for _, f := range All() {
		list = append(list, f.Name)
	}
	return list
}

// byName returns the format of that name.
func byName(name string) (Format, error) {
	for _, f := range All() {
		if f.Name == name {
			return f, nil
		}
	}
	known := names()
	return Format{}, fmt.Errorf("there is no puzzle format %q; want one of %s%s",
		name, strings.Join(known, ", "), text.Hint(name, known))
}

// choose returns the format of the source: the named one or, if name is empty, the one that begins
// like the text, of two the one that has the ending of the file's name, or the one with that
// ending, or that the text matches. If it matches two formats without a mark that only one of them
// has, its format is unknown.
func choose(s *source, name string) (Format, error) {
	if name != "" {
		return byName(name)
	}
	s.detected = true
	l := newSniff(s.text)
	l.board = s.board
	ending := strings.ToLower(filepath.Ext(s.name))
	all := All()
	find := func(is func(Format) bool) *Format {
		if k := slices.IndexFunc(all, is); k >= 0 {
			return &all[k]
		}
		return nil
	}
	begun := find(func(f Format) bool { return f.begins != nil && f.begins(l) })
	ended := find(func(f Format) bool { return slices.Contains(f.endings, ending) })
	if ended != nil && ended.begins != nil && ended.begins(l) {
		begun = ended
	}
	if begun != nil {
		if ended != nil && ended.Name != begun.Name {
			s.warnf(tree.Pos{}, "the file begins like %s and is read so, "+
				"not as %s for the ending of its name", begun.Name, ended.Name)
		}
		s.guessed = begun.guessed != nil && begun.guessed(l)
		return *begun, nil
	}
	if other := foreign.Answer(s.text); ended == nil && other != "" {
		return Format{}, tree.At(tree.Pos{}, "%s", other)
	}
	var shown []Format
	for _, f := range all {
		if f.matches != nil && f.matches(l) {
			shown = append(shown, f)
		}
	}
	certain := slices.IndexFunc(shown,
		func(f Format) bool { return f.guessed == nil || !f.guessed(l) })
	switch {
	case ended != nil:
		if len(shown) > 0 && shown[0].Name != ended.Name &&
			(ended.matches == nil || !ended.matches(l)) {
			s.rival = shown[0].Name
		}
		s.guessed = ended.shared
		return *ended, nil
	case certain >= 0:
		return shown[certain], nil
	case len(shown) == 1:
		s.guessed = true
		return shown[0], nil
	case marksYAML(l):
		return yamlFile, nil
	}
	return Format{}, unknown(s, shown)
}

// maxNearest bounds the part of a text, in bytes, that is read to find the nearest formats.
const maxNearest = 1 << 16

// unknown returns the error for a text whose format cannot be told. It names the two formats that
// match or, if fewer than two match, the one that the ending of the name names, and those whose
// readers get furthest in the text. A format with an unmistakable beginning is not near.
func unknown(s *source, shown []Format) error {
	head := s.text
	if len(head) > maxNearest {
		head = head[:strings.LastIndexByte(head[:maxNearest], '\n')+1]
	}
	reach := func(f Format) tree.Pos {
		if strings.ToLower(filepath.Ext(s.name)) == "."+f.Name {
			return tree.Pos{Line: math.MaxInt, Col: 1}
		}
		_, err := f.read(&source{name: s.name, text: head, raw: head, limits: s.limits})
		if err == nil {
			return tree.Pos{Line: math.MaxInt}
		}
		var first *located.Error
		if !errors.As(err, &first) {
			return tree.Pos{}
		}
		return tree.Pos{Line: first.Line, Col: first.Column}
	}
	places := make(map[string]tree.Pos)
	var others []Format
	for _, f := range All() {
		unmistakable := f.matches == nil
		same := func(g Format) bool { return g.Name == f.Name }
		if !unmistakable && !slices.ContainsFunc(shown, same) {
			places[f.Name] = reach(f)
			others = append(others, f)
		}
	}
	slices.SortStableFunc(others, func(f, g Format) int {
		p, q := places[f.Name], places[g.Name]
		return cmp.Or(cmp.Compare(q.Line, p.Line), cmp.Compare(q.Col, p.Col))
	})
	near := append(shown, others...)
	text := fmt.Sprintf("this is no puzzle file that can be told by its content; "+
		"the nearest formats are %s and %s: name the format if it is one",
		near[0].Name, near[1].Name)
	cause := &UnknownFormatError{near[0].Name, near[1].Name}
	return tree.At(tree.Pos{}, "%w", &described{text, cause})
}

// An UnknownFormatError is the cause of a mistake: the format of a text cannot be told. It has the
// two nearest formats.
type UnknownFormatError [2]string

func (e *UnknownFormatError) Error() string { return "the format may be " + e[0] + " or " + e[1] }

// A File is the result of Read.
type File struct {
	Format string // the name of the format it was read as
	// Guessed is set if the text could be something else: the format was told by the content alone,
	// or by an ending that other files have, too.
	Guessed   bool
	Documents []*Document
	// Warnings name what may not mean what its author thinks, as errors like those of [Read] whose
	// text begins with "warning".
	Warnings []error
}

// Read reads the puzzles of a text. The name stands for the file in messages, and its base name is
// given to puzzles without a name; "-" is standard input. Every puzzle is valid in the sense of
// puzzle.Validate; compiling it may find more mistakes, see Document.Compile. Mistakes in the text
// are joined in the order of their places. Each is written as "file:line:col: text", wraps its
// cause, such as a *puzzle.Error or a *pegs.Error, and has a method Caret, which returns the line
// and a caret below it. Errors of r are returned with the name in front.
func Read(name string, r io.Reader, o Options) (*File, error) {
	s, err := newSource(name, r, o)
	if err != nil {
		return nil, s.placed(err)
	}
	if o.BoardFile != "" {
		if s.board, err = readBoardFile(o); err != nil {
			return nil, err
		}
	}
	f, unknown := choose(s, o.Format)
	if err := cmp.Or(s.check(f.comment), unknown); err != nil {
		return nil, s.placed(err)
	}
	s.found = f.Name
	documents, err := f.read(s)
	if err == nil && len(documents) == 0 {
		err = tree.At(tree.Pos{}, "there is no puzzle in this file")
	}
	if err != nil && s.rival != "" {
		err = errors.Join(tree.At(tree.Pos{}, "the file looks like %s, but is read as %s for the "+
			"ending of its name; name its format if that is wrong", s.rival, f.Name), err)
	}
	if err != nil {
		return nil, s.placed(err)
	}
	for _, d := range documents {
		if err := d.checkBoard(o); err != nil {
			return nil, s.placed(err)
		}
		if err := d.Puzzle.Validate(); err != nil {
			return nil, d.Place(err)
		}
	}
	return &File{Format: s.found, Guessed: s.guessed, Documents: documents,
		Warnings: s.warnings}, nil
}

// readBoardFile reads the file of the board.
func readBoardFile(o Options) (*puzzle.Board, error) {
	f, err := os.Open(o.BoardFile)
	if err != nil {
		return nil, fmt.Errorf("the file of the board: %v", err)
	}
	defer f.Close()
	s, err := newSource(o.BoardFile, f, o)
	if err == nil {
		err = s.check(nil)
	}
	var b *puzzle.Board
	if err == nil {
		b, err = readBoard(s)
	}
	if err != nil {
		return nil, s.placed(err)
	}
	return b, nil
}

// ReadFile reads the file of that name.
func ReadFile(name string, o Options) (*File, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return Read(name, f, o)
}

// Puzzles returns the puzzles of the file in order.
func (f *File) Puzzles() []*puzzle.Puzzle {
	puzzles := make([]*puzzle.Puzzle, len(f.Documents))
	for k, d := range f.Documents {
		puzzles[k] = d.Puzzle
	}
	return puzzles
}

// Write writes puzzles in the named format, so that reading the text gives the same puzzles again.
// Comments are lost, and so are names and claims in formats without a place for them. If the format
// cannot express a puzzle, Write returns an error and writes nothing.
func Write(w io.Writer, format string, puzzles ...*puzzle.Puzzle) error {
	f, err := byName(format)
	if err != nil {
		return err
	}
	if len(puzzles) == 0 {
		return errors.New("there is no puzzle to write")
	}
	puzzles = slices.Clone(puzzles)
	for k, p := range puzzles {
		if p.Lattice == nil && p.Cover == nil {
			square := *p
			square.Lattice = lattice.Square
			puzzles[k] = &square
		}
	}
	var b bytes.Buffer
	if err := f.writeAll(&b, puzzles); err != nil {
		return err
	}
	_, err = w.Write(b.Bytes())
	return err
}
