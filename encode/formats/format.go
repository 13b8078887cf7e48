package formats

import (
	"bytes"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/exactile/exactile/encode/lattice"
	"github.com/exactile/exactile/encode/puzzle"
	"github.com/exactile/exactile/internal/text"
	"github.com/exactile/exactile/internal/tree"
)

// A Format is a file format of puzzles.
type Format struct {
	Name string // as given to --from
	Text string // what it is, in one line

	// begins reports whether a text begins as no other format does, but for cells, which may begin
	// like json. Nil is never.
	begins func(l sniff) bool
	// endings are the file name extensions of the format, and of no other format.
	endings []string
	// shared is set if files of other programs have these endings, too.
	shared bool
	// matches reports whether a text looks like the format, even if it has mistakes, so that the
	// right reader explains the mistakes. Nil is never.
	matches func(l sniff) bool
	// guessed reports whether a text that matches may still be something else: the reader of such a
	// file is told. Nil: what matches has marks that only this format has.
	guessed func(l sniff) bool
	// comment returns the byte of a line at which a comment may begin, or -1. Nil: there are none.
	// If no comment begins there, the reader refuses U+FFFD itself.
	comment func(line string) int
	// read reads a whole text.
	read func(s *source) ([]*Document, error)
	// alone marks a format whose files hold one puzzle.
	alone bool
	// write writes puzzles, or is nil and writeOne writes one after the other; the format is only
	// read if both are nil. The error of writeOne only names what the format cannot express, that
	// of write also the puzzle.
	write    func(b *bytes.Buffer, puzzles []*puzzle.Puzzle) error
	writeOne func(b *bytes.Buffer, p *puzzle.Puzzle) error
	// goals reports whether it can hold the goal that a puzzle has. Nil: it can hold none.
	goals func(p *puzzle.Puzzle) bool
}

// Written reports whether the format can be written.
func (f *Format) Written() bool { return f.write != nil || f.writeOne != nil }

// writeAll writes puzzles in the way that the format has.
func (f *Format) writeAll(b *bytes.Buffer, puzzles []*puzzle.Puzzle) error {
	if !f.Written() {
		return fmt.Errorf("%s files are only read", f.Name)
	}
	if f.alone && len(puzzles) > 1 {
		return fmt.Errorf("a %s file holds one puzzle, not %d", f.Name, len(puzzles))
	}
	for _, p := range puzzles {
		if p.Goal.Of != "" && (f.goals == nil || !f.goals(p)) {
			return fmt.Errorf("%s cannot hold %s: it has the goal %s", f.Name, p.Name, p.Goal)
		}
	}
	if f.write != nil {
		return f.write(b, puzzles)
	}
	for _, p := range puzzles {
		if err := f.writeOne(b, p); err != nil {
			return fmt.Errorf("%s cannot hold %s: %w", f.Name, p.Name, err)
		}
	}
	return nil
}

// A sniff is the input of format detection: a text without white space around it, and its first
// lines.
type sniff struct {
	text  string
	lines []string
	board *puzzle.Board // of Options.BoardFile
}

func newSniff(text string) sniff {
	text = strings.TrimSpace(text)
	return sniff{text: text, lines: strings.SplitN(text, "\n", maxDetect)}
}

// reads returns the puzzle if a reader finds no mistake in the text, else nil.
func (l sniff) reads(read func(*source) ([]*Document, error)) *puzzle.Puzzle {
	s := &source{text: l.text, limits: Limits{}.withDefaults(), board: l.board}
	documents, err := read(s)
	if err != nil || documents[0].Puzzle.Validate() != nil {
		return nil
	}
	return documents[0].Puzzle
}

// starts reports whether the text begins with one of the characters.
func (l sniff) starts(chars string) bool {
	return l.text != "" && strings.IndexByte(chars, l.text[0]) >= 0
}

// maxDetect is the number of lines that detection uses.
const maxDetect = 1000

// pattern returns a regular expression that is compiled on first use: compiling all of them takes
// longer than reading and solving a small puzzle.
func pattern(text string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(text) })
}

// A plainReader reads the lines of a file that has only a board and pieces.
type plainReader struct {
	lineReader
	p      *puzzle.Puzzle
	places puzzlePlaces
}

// newPlainReader returns a reader of a text, at its first line that is not empty.
func newPlainReader(s *source) plainReader {
	r := plainReader{lineReader: lineReader{source: s, rest: s.text}}
	r.p = &puzzle.Puzzle{Name: s.puzzleName(0, 1), Lattice: lattice.Square}
	r.nextFull()
	r.places.whole = r.pos()
	return r
}

// add adds a piece.
func (r *plainReader) add(piece puzzle.Piece, place partPlaces) {
	if len(r.p.Pieces) == r.limits.Pieces {
		r.fail(tree.Beyond(place.whole, "pieces", "more than %d pieces", r.limits.Pieces))
	}
	r.p.Pieces = append(r.p.Pieces, piece)
	r.places.add("piece", place)
}

// document returns what was read.
func (r *plainReader) document() ([]*Document, error) {
	if r.err != nil {
		return nil, r.err
	}
	return plainDocument(r.source, r.p, r.places), nil
}

// plainDocument returns the puzzle of a format that has only boards and pieces: all cells of the
// board may stay empty if the pieces are smaller than the board. It warns of pieces that differ
// only in their names.
func plainDocument(s *source, p *puzzle.Puzzle, places puzzlePlaces) []*Document {
	if s.board != nil && places.boardless {
		p.Board = *s.board
	}
	if pieceArea(p) < len(p.Board.Sites) {
		p.Board = p.Board.Packing()
	}
	warnCongruent(s, p, places)
	return []*Document{{p, s, places}}
}

// warnCongruent warns of pieces that differ only in their names.
func warnCongruent(s *source, p *puzzle.Puzzle, places puzzlePlaces) {
	if s.merged {
		return
	}
	for _, group := range p.Congruent() {
		var names []string
		for _, k := range group {
			names = append(names, p.Pieces[k].Name)
		}
		s.warnf(places.parts["piece"][group[len(group)-1]].whole,
			"the pieces %s are congruent: swapping them counts as another solution unless they "+
				"are merged",
			text.List(names, ", "))
	}
}

// pieceArea is the least number of cells that the pieces cover.
func pieceArea(p *puzzle.Puzzle) int {
	area := 0
	for _, piece := range p.Pieces {
		area += len(piece.Cells) * piece.Count.Min
	}
	return area
}

// fitsLoosely returns nil if plainDocument gives the puzzle its board again; else the reason why
// not.
func fitsLoosely(p *puzzle.Puzzle) error {
	must, may := p.Area()
	switch slack := must + may - pieceArea(p); {
	case slack > 0 && must > 0:
		return errors.New("the pieces leave cells empty, and not every cell may stay empty")
	case slack == 0 && may > 0:
		return errors.New("some cells may stay empty, and the pieces fill the board: " +
			"make no cell optional")
	case slack < 0 && may > 0:
		return errors.New("some cells may stay empty, and the pieces are larger than the board")
	}
	return nil
}

// A content is what a format of another program can express of a puzzle. None has regions.
type content struct {
	lattices                 []*lattice.Lattice
	hints, symbols, optional bool
}

// plain is what cap and grid can express.
var plain = content{lattices: []*lattice.Lattice{lattice.Square}, optional: true}

// check returns an error that names what the format cannot express of a puzzle.
func (h content) check(p *puzzle.Puzzle) error {
	switch {
	case p.Cover != nil:
		return errors.New("it has no geometry")
	case !slices.Contains(h.lattices, p.Lattice):
		return fmt.Errorf("its lattice is %s", p.Lattice.Name)
	case len(p.Place) > 0 && !h.hints:
		return errors.New("it has hints")
	case len(p.Over) > 0:
		return fmt.Errorf("it has a hint by a label, %s", p.Over[0])
	case len(p.Groups) > 0:
		return fmt.Errorf("it has a group of pieces: %s", p.Groups[0])
	case p.Board.Wrap.Closes():
		return errors.New("its board is closed upon itself (wrap)")
	case len(p.Rules) > 0:
		return fmt.Errorf("it has a rule: %s", p.Rules[0])
	}
	for _, s := range p.Board.Sites {
		switch {
		case s.Symbol != 0 && !h.symbols:
			return fmt.Errorf("its board has the symbol %q", s.Symbol)
		case s.Optional && !h.optional:
			return errors.New("cells of its board may stay empty")
		}
	}
	for _, piece := range p.Pieces {
		if piece.Within != "" {
			return fmt.Errorf("piece %q is held to a region", piece.Name)
		}
		for _, c := range piece.Cells {
			if c.Symbol != 0 && !h.symbols {
				return fmt.Errorf("piece %q has the symbol %q", piece.Name, c.Symbol)
			}
		}
	}
	return nil
}

// onceEach returns an error that names what lists of a board and pieces cannot express of a puzzle:
// they lie once each, turned and flipped as the lattice has it.
func onceEach(p *puzzle.Puzzle, lattices ...*lattice.Lattice) error {
	if err := (content{lattices: lattices, optional: true}).check(p); err != nil {
		return err
	}
	switch {
	case len(p.Board.Sites) == 0:
		return errors.New("its board has no cells")
	case len(p.Pieces) == 0:
		return errors.New("it has no pieces")
	}
	for _, piece := range p.Pieces {
		switch {
		case piece.Count != puzzle.Exactly(1):
			return fmt.Errorf("piece %s is used %s times", piece.Name, piece.Count)
		case !piece.Rotate || !piece.Flip && p.Lattice.Flips():
			return fmt.Errorf("piece %s may not be turned and flipped", piece.Name)
		case piece.Flip && !p.Lattice.Flips():
			return fmt.Errorf("piece %s may be flipped", piece.Name)
		}
	}
	return fitsLoosely(p)
}

// usable returns how often each piece of a tiling can be used at most: where nothing else bounds
// that, as often as it has placements.
func usable(t *puzzle.Tiling) []int {
	most := make([]int, len(t.Puzzle.Pieces))
	for _, pl := range t.Placements {
		most[pl.Piece]++
	}
	for k, piece := range t.Puzzle.Pieces {
		most[k] = max(piece.Count.Min, min(piece.Count.Max, most[k]))
	}
	return most
}
