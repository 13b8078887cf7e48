package formats

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/exactile/exactile/encode/lattice"
	"github.com/exactile/exactile/encode/puzzle"
)

// A lineReader reads a text line by line, and a line character by character, for the readers of the
// plain formats. After the first mistake it is at the end of the text and takes nothing more.
type lineReader struct {
	*source
	rest string // the text after the line
	line string
	num  int  // of the line, from 1; 0 before the first
	at   int  // byte offset in the line
	end  bool // the text has ended
	err  error
}

// fail records the first mistake and ignores later ones.
func (l *lineReader) fail(e *Error) {
	if l.err == nil {
		l.err = e
	}
}

// next moves to the next line; at the end of the text it returns false and stays behind the last
// character.
func (l *lineReader) next() bool {
	if l.err != nil {
		return false
	}
	if l.rest == "" {
		if !l.end && strings.HasSuffix(l.text, "\n") {
			l.num, l.line = l.num+1, ""
		}
		l.end, l.at = true, len(l.line)
		return false
	}
	l.line, l.rest, _ = strings.Cut(l.rest, "\n")
	l.num, l.at = l.num+1, 0
	return true
}

// nextFull moves to the next line that is not empty.
func (l *lineReader) nextFull() bool {
	for l.next() {
		if !l.empty() {
			return true
		}
	}
	return false
}

func (l *lineReader) empty() bool { return strings.Trim(l.line, " \t") == "" }

func (l *lineReader) blanks() {
	for l.at < len(l.line) && (l.line[l.at] == ' ' || l.line[l.at] == '\t') {
		l.at++
	}
}

// pos returns the place of the next character.
func (l *lineReader) pos() pos { return pos{max(l.num, 1), columnOf(l.line, l.at)} }

// found describes the next character, for a message.
func (l *lineReader) found() string {
	switch {
	case l.end:
		return "the end of the file"
	case l.at < len(l.line):
		word := l.line[l.at:]
		if k := strings.IndexAny(word, " \t"); k > 0 {
			word = word[:k]
		}
		if r := []rune(word); len(r) > 20 {
			word = string(r[:20]) + "..."
		}
		return strconv.Quote(word)
	case l.line == "":
		return "an empty line"
	}
	return "the end of the line"
}

// expected fails with a message that names what should be here.
func (l *lineReader) expected(what string) {
	l.fail(l.errorf(l.pos(), "expected %s, found %s", what, l.found()))
}

// char takes the given character.
func (l *lineReader) char(c byte, what string) {
	if l.blanks(); l.at >= len(l.line) || l.line[l.at] != c {
		l.expected(what)
		return
	}
	l.at++
}

// number takes a whole number from 1 to limit; it returns 0 after a mistake.
func (l *lineReader) number(limit int, what string) int {
	l.blanks()
	start, digits := l.at, l.line[l.at:]
	digits = digits[:len(digits)-len(strings.TrimLeft(digits, "0123456789"))]
	if digits == "" {
		l.expected(what)
	}
	l.at += len(digits)
	n, err := strconv.ParseUint(digits, 10, 31)
	if err != nil || n < 1 || n > uint64(limit) {
		if len(digits) > 20 {
			digits = digits[:20] + "..."
		}
		l.fail(l.errorf(pos{l.num, columnOf(l.line, start)}, "%s is %s; it must be from 1 to %d", what, digits, limit))
	}
	if l.err != nil {
		return 0
	}
	return int(n)
}

// lineEnd checks that the line ends here.
func (l *lineReader) lineEnd(what string) {
	if l.blanks(); l.at < len(l.line) {
		l.expected("the end of the line after " + what)
	}
}

// rune takes one character.
func (l *lineReader) rune() rune {
	r, size := utf8.DecodeRuneInString(l.line[l.at:])
	l.at += size
	return r
}

// looseFit lets all cells of the board stay empty if the pieces are smaller than the board: the
// rule of formats that have only boards and pieces.
func looseFit(p *puzzle.Puzzle) {
	if pieceArea(p) >= len(p.Board.Sites) {
		return
	}
	for k := range p.Board.Sites {
		p.Board.Sites[k].Optional = true
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

// warnCongruent warns of pieces that differ only in their names.
func warnCongruent(s *source, p *puzzle.Puzzle, places []partPlaces) {
	if s.merged {
		return
	}
	for _, group := range p.Congruent() {
		var names []string
		for _, k := range group {
			names = append(names, p.Pieces[k].Name)
		}
		s.warnf(places[group[len(group)-1]].whole, "the pieces %s are congruent: swapping them counts as another solution unless they are merged",
			strings.Join(names, ", "))
	}
}

// fitsLoosely returns nil if looseFit gives the puzzle its board again, or if the pieces fill the
// board, where optional cells make no difference; else the reason why not.
func fitsLoosely(p *puzzle.Puzzle) error {
	must, may := p.Area()
	switch slack := must + may - pieceArea(p); {
	case slack > 0 && must > 0:
		return errors.New("the pieces leave cells empty, and not every cell may stay empty")
	case slack < 0 && may > 0:
		return errors.New("some cells may stay empty, and the pieces are larger than the board")
	}
	return nil
}

// A holding is what a format of another program can express of a puzzle. None has regions.
type holding struct {
	lattices                 []*lattice.Lattice
	hints, symbols, optional bool
}

// plain is what cap and grid can express.
var plain = holding{lattices: []*lattice.Lattice{lattice.Square}, optional: true}

// check returns an error that names what the format cannot express of a puzzle.
func (h holding) check(p *puzzle.Puzzle) error {
	switch {
	case p.Cover != nil:
		return errors.New("it has no geometry")
	case !slices.Contains(h.lattices, p.Lattice):
		return fmt.Errorf("its lattice is %s", p.Lattice.Name)
	case len(p.Place) > 0 && !h.hints:
		return errors.New("it has hints")
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
