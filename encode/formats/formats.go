// Package formats reads and writes puzzle files: exactile's own in YAML and in JSON, and those of
// other programs. Read detects the format by the content, or else by the extension of the file
// name.
//
// Each mistake in a file is reported as an Error with its place: file:line:col and what was
// expected. A Document keeps the places of a puzzle's parts, so that mistakes found when the puzzle
// is compiled get a place too. The package never panics on bad input and bounds all it reads, see
// Limits. A BurrTools file may be packed by gzip.
//
// # The puzzle file
//
// Exactile's own puzzle file is a mapping with these keys; only board is required.
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
//	place     a list: piece, cells: placements that every solution contains
//	claims    a list: what is known of the solutions, and who says so
//
// A board or a shape is a text of rows or a list of rows; on the cube lattice an empty row
// separates layers. In a shape 'X' or '#' is a cell, '.' or ' ' is no cell, '?' is a cell that lies
// on any symbol, any other character is a cell with that symbol. By default a piece may be turned
// and flipped; on the cube lattice it is not flipped by default, since its mirror image is another
// object there. A count is a number, a range such as 0..1 or 1..any, or any; the default is 1. A
// claim has one of the keys solutions, up_to_symmetry, at_least, unique and digest, and a source.
// Several documents in one file, separated in YAML by ---, are several puzzles.
//
// The package neither counts solutions nor checks claims.
package formats

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/exactile/exactile/encode/formats/internal/foreign"
	"github.com/exactile/exactile/encode/lattice"
	"github.com/exactile/exactile/encode/puzzle"
	"github.com/exactile/exactile/internal/spelling"
)

// A Format is a file format of puzzles.
type Format struct {
	Name string // as given to --from
	Text string // what it is, in one line

	// shows reports whether a text looks like the format, even if it has mistakes, so that the
	// right reader explains the mistakes. Nil is never.
	shows func(l look) bool
	// ending is the file name extension that only this format has.
	ending string
	// read reads a whole text.
	read func(s *source) ([]*Document, error)
	// write writes puzzles; the error names what the format cannot express.
	write func(w *bytes.Buffer, puzzles []*puzzle.Puzzle) error
}

// All lists the formats. All of them can be read and written. The first format whose shows accepts
// a text is its format. A program built with the tag lean, such as that of the web page, lacks
// polycube and polysolve, and dlx, which has no board.
func All() []Format {
	all := []Format{
		{"yaml", "exactile's own puzzle file", showsYAML, "", readYAML, writeYAML},
		{"json", "the same as JSON", showsJSON, "", readJSON, writeJSON},
		{"cap", "a size, then matrices of 0 and 1: [8,8] (4,2)[A] ...", showsCap, ".cfg", readCap, alone("cap", writeCap)},
		{"grid", "a board of - and #, then tiles of # and -", showsGrid, ".grid", readGrid, alone("grid", writeGrid)},
	}
	if foreign.Whole {
		all = append(all,
			Format{"polycube", "a definition of the program polycube: D:xDim=..., C:, L, ~D", showsPolycube, ".def", readPolycube, each("polycube", writePolycube)},
			Format{"polysolve", "a puzzle of the program polysolve, as JSON", nil, "", readPolysolve, alone("polysolve", writePolysolve)})
	}
	all = append(all, Format{"pegs", "the pegs puzzle, as JSON or YAML", nil, "", readPegs, each("pegs", writePegs)})
	if foreign.Whole {
		all = append(all, Format{"dlx", "Knuth's items and options", showsDLX, ".dlx", readDLX, writeDLX})
	}
	return append(all, Format{"xmpuzzle", "a BurrTools file of the brick grid, packed or not", showsXMPuzzle, ".xmpuzzle", readXMPuzzle, writeXMPuzzle})
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
	return Format{}, fmt.Errorf("there is no puzzle format %q; want one of %s%s", name, strings.Join(known, ", "), spelling.Hint(name, known))
}

// A look is the input of format detection: a text without white space around it, and its first
// lines.
type look struct {
	text  string
	lines []string
}

func lookAt(text string) look {
	text = strings.TrimSpace(text)
	return look{text, strings.SplitN(text, "\n", maxDetect)}
}

// begins reports whether the text begins with one of the characters.
func (l look) begins(chars string) bool {
	return l.text != "" && strings.IndexByte(chars, l.text[0]) >= 0
}

// maxDetect is the number of lines that detection uses.
const maxDetect = 1000

// choose returns the format of the source: the named one or, if name is empty, the one detected by
// the content, or else by the file name extension.
func choose(s *source, name string) (Format, error) {
	if name != "" {
		return byName(name)
	}
	s.detected = true
	l := lookAt(s.text)
	for _, f := range All() {
		if f.shows != nil && f.shows(l) {
			return f, nil
		}
	}
	ending := strings.ToLower(filepath.Ext(s.name))
	for _, f := range All() {
		if f.ending != "" && f.ending == ending {
			return f, nil
		}
	}
	if other := foreign.Answer(s.text); other != "" {
		return Format{}, s.errorf(pos{1, 1}, "%s", other)
	}
	known := names()
	last := len(known) - 1
	return Format{}, s.errorf(pos{1, 1}, "this is no puzzle file that can be told by its content; name its format (%s or %s)",
		strings.Join(known[:last], ", "), known[last])
}

// A File is the result of Read.
type File struct {
	Format    string // the name of the format it was read as
	Documents []*Document
	Warnings  []Warning
}

// Read reads the puzzles of a text. The name stands for the file in messages, and its base name is
// given to puzzles without a name; "-" is standard input. Every puzzle is valid in the sense of
// puzzle.Validate; compiling it may find more mistakes, see Document.Compile. Mistakes in the text
// are an Errors; errors of r are returned with the name in front.
func Read(name string, r io.Reader, o Options) (*File, error) {
	s, err := newSource(name, r, o)
	if err != nil {
		return nil, asErrors(err)
	}
	f, err := choose(s, o.Format)
	if err != nil {
		return nil, asErrors(err)
	}
	s.found = f.Name
	documents, err := f.read(s)
	if err != nil {
		return nil, asErrors(err)
	}
	if len(documents) == 0 {
		return nil, Errors{s.errorf(pos{1, 1}, "there is no puzzle in this file")}
	}
	for _, d := range documents {
		if err := d.Puzzle.Validate(); err != nil {
			return nil, d.Place(err)
		}
	}
	return &File{Format: s.found, Documents: documents, Warnings: s.warnings}, nil
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
	if err := f.write(&b, puzzles); err != nil {
		return err
	}
	_, err = w.Write(b.Bytes())
	return err
}

// each makes a writer of puzzles from a writer of one, whose error says what the format cannot
// express.
func each(
	format string, write func(*bytes.Buffer, *puzzle.Puzzle) error,
) func(*bytes.Buffer, []*puzzle.Puzzle) error {
	return func(b *bytes.Buffer, puzzles []*puzzle.Puzzle) error {
		for _, p := range puzzles {
			if err := write(b, p); err != nil {
				return fmt.Errorf("%s cannot hold %s: %w", format, p.Name, err)
			}
		}
		return nil
	}
}

// alone is each for files that hold one puzzle.
func alone(
	format string, write func(*bytes.Buffer, *puzzle.Puzzle) error,
) func(*bytes.Buffer, []*puzzle.Puzzle) error {
	return func(b *bytes.Buffer, puzzles []*puzzle.Puzzle) error {
		if len(puzzles) > 1 {
			return fmt.Errorf("a %s file holds one puzzle, not %d", format, len(puzzles))
		}
		return each(format, write)(b, puzzles)
	}
}

// readYAML and readJSON read puzzle files of exactile's own format.
func readYAML(s *source) ([]*Document, error) { return readTrees(s, parseYAML, readTree) }
func readJSON(s *source) ([]*Document, error) { return readTrees(s, parseJSON, readTree) }

// readTree reads the puzzle of a tree. If the format was detected, the keys show whether it is a
// pegs puzzle or a polysolve puzzle.
func readTree(r *fieldReader, n *node, name string) *puzzle.Puzzle {
	switch {
	case r.detected && isPegs(n):
		r.found = "pegs"
		return pegs(r, n, name)
	case foreign.Whole && r.detected && isPolysolve(n):
		r.found = "polysolve"
		return polysolve(r, n, name)
	}
	return r.own(n, name)
}

// readTrees reads a puzzle from each tree of the text. name is for a puzzle without one.
func readTrees(
	s *source, parse func(*source) ([]*node, error),
	read func(r *fieldReader, n *node, name string) *puzzle.Puzzle,
) ([]*Document, error) {
	trees, err := parse(s)
	if err != nil {
		return nil, err
	}
	var documents []*Document
	var errs Errors
	for k, n := range trees {
		r := &fieldReader{source: s, places: puzzlePlaces{whole: n.pos}}
		p := read(r, n, s.puzzleName(k, len(trees)))
		documents = append(documents, &Document{p, s, r.places})
		if errs = append(errs, r.errs...); len(errs) >= maxErrors {
			break
		}
	}
	if len(errs) > 0 {
		return nil, errs
	}
	return documents, nil
}

// Foreign names the kind of a file that begins with head, and what to do about it, if the file is
// certainly in none of the formats that are read here; "" if it may be in one. A kilobyte is
// enough.
func Foreign(head []byte) string { return foreign.Kind(head) }

// pattern returns a regular expression that is compiled on first use: compiling all of them takes
// longer than reading and solving a small puzzle.
func pattern(text string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(text) })
}
