package formats

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/exactile/exactile/encode/puzzle"
	"github.com/exactile/exactile/encode/spelling"
)

// A Format is one way to write puzzles down.
type Format struct {
	Name string // as in --from
	Text string // what it is, in one line

	// read reads a whole text.
	read func(s *source) ([]*Document, error)
	// write writes puzzles; the error says what the format has no words for.
	write func(w *bytes.Buffer, puzzles []*puzzle.Puzzle) error
}

// All lists the formats. All of them are read and written.
func All() []Format {
	return []Format{
		{"yaml", "exactile's own puzzle file", (*source).readYAML, writeYAML},
		{"json", "the same as JSON", (*source).readJSON, writeJSON},
		{"cap", "a size, then matrices of 0 and 1: [8,8] (4,2)[A] ...", (*source).readCap, writeCap},
		{"grid", "a board of - and #, then tiles of # and -", (*source).readGrid, writeGrid},
		{"pegs", "the pegs puzzle, as JSON or YAML", (*source).readPegs, writePegs},
		{"dlx", "Knuth's items and options", (*source).readDLX, writeDLX},
	}
}

// byName returns the format of that name.
func byName(name string) (Format, error) {
	var names []string
	for _, f := range All() {
		if f.Name == name {
			return f, nil
		}
		names = append(names, f.Name)
	}
	return Format{}, fmt.Errorf("there is no puzzle format %q; want one of %s%s", name, strings.Join(names, ", "), spelling.Hint(name, names))
}

// Options say how to read a file. The zero Options tell the format from the
// content and read strictly.
type Options struct {
	Format string // the name of a format, or "" to tell it from the content
	// Lenient reads what is meant where it is clear enough, with a warning: surplus
	// rows of a cap matrix are left out.
	Lenient bool
	// Merged says that congruent pieces are going to be merged, and need no warning.
	Merged bool
	Limits Limits
}

// A File is what Read makes of a text.
type File struct {
	Format    string // the name of the format it was read as
	Documents []*Document
	Warnings  []Warning
}

// A Document is a puzzle and the knowledge of where its parts stand.
type Document struct {
	Puzzle *puzzle.Puzzle

	source *source
	whole  pos
	locate func(*puzzle.Error) pos
}

// Read reads the puzzles of a text. The name stands for the file in messages
// and gives its base name to puzzles without a name; "-" is standard input.
// Every puzzle is valid in the sense of puzzle.Validate; compiling it may find
// more, see Document.Compile. What is wrong with the text is an Errors; errors
// of r are returned with the name in front.
func Read(name string, r io.Reader, o Options) (*File, error) {
	s, err := newSource(name, r, o)
	if err != nil {
		return nil, asErrors(err)
	}
	f, err := s.format(o.Format)
	if err != nil {
		return nil, asErrors(err)
	}
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

// Compile compiles the document's puzzle. Its errors have places.
func (d *Document) Compile() (*puzzle.Tiling, error) {
	t, err := d.Puzzle.CompileWithin(d.source.limits.Entries)
	return t, d.Place(err)
}

// Place gives an error about the document's puzzle its place in the file: each
// *puzzle.Error in it becomes an *Error where the part stands, anything else one
// at the start of the document. The result is an Errors, nil if err is nil.
func (d *Document) Place(err error) error {
	if err == nil {
		return nil
	}
	var all Errors
	for _, one := range single(err) {
		p := d.whole
		var fault *puzzle.Error
		if errors.As(one, &fault) && d.locate != nil {
			p = d.locate(fault)
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

// single takes errors.Join apart.
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

// Write writes puzzles in the named format, so that reading the text gives the
// same puzzles again. Comments are lost, and in the formats that have no place
// for them so are names and claims. A puzzle that the format has no words for is
// an error, and nothing is written then.
func Write(w io.Writer, format string, puzzles ...*puzzle.Puzzle) error {
	f, err := byName(format)
	if err != nil {
		return err
	}
	if len(puzzles) == 0 {
		return errors.New("there is no puzzle to write")
	}
	var b bytes.Buffer
	if err := f.write(&b, puzzles); err != nil {
		return err
	}
	_, err = w.Write(b.Bytes())
	return err
}
