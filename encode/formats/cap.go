package formats

import (
	"bytes"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/exactile/exactile/encode/lattice"
	"github.com/exactile/exactile/encode/puzzle"
)

// readCap reads the files of the program cap_puzzle: "[columns,rows]", then for
// each piece "(columns,rows)[X]" and its rows of 0 and 1. Every piece is placed
// once and may be turned and flipped.
//
// The text is read strictly, since a matrix of another size than announced is
// as likely a mistake in the numbers as one in the matrix. Only a lenient
// reading leaves surplus rows out.
func (s *source) readCap() ([]*Document, error) {
	r := &capReader{lineReader: lineReader{source: s, rest: s.text}}
	p := &puzzle.Puzzle{Name: s.puzzleName(0, 1), Lattice: lattice.Square}
	if !r.nextFull() {
		return nil, r.expected("the size of the board, such as [8,8]")
	}
	places := puzzlePlaces{whole: r.pos()}
	columns, rows, err := r.size('[', ']', "the size of the board, such as [8,8]", s.bound("cells"))
	if err == nil {
		err = r.lineEnd("the size of the board")
	}
	if err != nil {
		return nil, err
	}
	p.Board.Size = lattice.Cell{columns, rows, 1}
	for y := range rows {
		for x := range columns {
			p.Board.Sites = append(p.Board.Sites, puzzle.Site{Cell: puzzle.Cell{At: lattice.Cell{x, y}}})
		}
	}
	for more := r.nextFull(); more; {
		if len(p.Pieces) == s.limits.Pieces {
			return nil, r.beyond(r.pos(), "pieces", "more than %d pieces", s.limits.Pieces)
		}
		piece, place, err := r.piece()
		if err != nil {
			return nil, err
		}
		p.Pieces = append(p.Pieces, piece)
		places.pieces = append(places.pieces, place)
		if more, err = r.surplus(piece.Name); err != nil {
			return nil, err
		}
	}
	looseFit(p)
	s.warnCongruent(p, places.pieces)
	return []*Document{{Puzzle: p, source: s, whole: places.whole, locate: places.locate}}, nil
}

type capReader struct {
	lineReader
	rows int // of the piece just read
}

// size takes a pair of numbers in the given brackets.
func (r *capReader) size(open, shut byte, what string, limit bound) (columns, rows int, err error) {
	if err := r.char(open, what); err != nil {
		return 0, 0, err
	}
	if columns, err = r.number(limit.most, "the number of columns"); err != nil {
		return 0, 0, err
	}
	if err := r.char(',', "a comma between columns and rows"); err != nil {
		return 0, 0, err
	}
	r.blanks()
	at := r.pos()
	if rows, err = r.number(limit.most, "the number of rows"); err != nil {
		return 0, 0, err
	}
	if columns*rows > limit.most {
		return 0, 0, r.beyond(at, limit.name, "%d columns and %d rows are more than %d cells", columns, rows, limit.most)
	}
	return columns, rows, r.char(shut, fmt.Sprintf("%q after the number of rows", shut))
}

// piece reads the head of a piece on this line and its matrix below.
func (r *capReader) piece() (puzzle.Piece, piecePlaces, error) {
	piece := puzzle.Piece{Count: puzzle.Exactly(1), Rotate: true, Flip: true}
	r.blanks()
	place := piecePlaces{whole: r.pos(), name: r.pos(), count: r.pos()}
	columns, rows, err := r.size('(', ')', "a piece, such as (4,2)[A]", r.bound("piece-cells"))
	if err != nil {
		return piece, place, err
	}
	if err := r.char('[', "the piece's letter in brackets, such as [A]"); err != nil {
		return piece, place, err
	}
	r.blanks()
	place.name = r.pos()
	if r.at == len(r.line) || r.line[r.at] == ']' {
		return piece, place, r.expected("the piece's letter")
	}
	letter := r.rune()
	if !unicode.IsPrint(letter) || unicode.IsSpace(letter) {
		return piece, place, r.errorf(place.name, "%U is no letter that can be seen", letter)
	}
	piece.Name = string(letter)
	if err := r.char(']', "']' after the one letter of the piece"); err != nil {
		return piece, place, err
	}
	if err := r.lineEnd("the piece's letter"); err != nil {
		return piece, place, err
	}
	r.rows = rows
	for y := range rows {
		if !r.next() || r.empty() || r.startsPiece() {
			return piece, place, r.expected(fmt.Sprintf("row %d of the %d rows of piece %s", y+1, rows, piece.Name))
		}
		for x := range columns {
			filled, err := r.digit(fmt.Sprintf("digit %d of %d", x+1, columns))
			if err != nil {
				return piece, place, err
			}
			if filled {
				piece.Cells = append(piece.Cells, puzzle.Cell{At: lattice.Cell{x, y}})
			}
		}
		if err := r.lineEnd(fmt.Sprintf("%d digits", columns)); err != nil {
			return piece, place, err
		}
	}
	return piece, place, nil
}

// digit takes a 0 or a 1 that stands alone; a cap file has no 01.
func (r *capReader) digit(what string) (bool, error) {
	r.blanks()
	if r.at == len(r.line) {
		return false, r.expected(what)
	}
	c := r.line[r.at]
	if c != '0' && c != '1' {
		return false, r.expected("0 or 1")
	}
	r.at++
	if r.at < len(r.line) && r.line[r.at] != ' ' && r.line[r.at] != '\t' {
		return false, r.expected("a blank after the digit")
	}
	return c == '1', nil
}

// surplus moves behind the matrix of a piece. Rows that go on where the matrix
// should end are an error or, read leniently, left out with a warning.
func (r *capReader) surplus(name string) (more bool, err error) {
	warned := false
	for r.nextFull() {
		r.blanks()
		if c := r.line[r.at]; c != '0' && c != '1' {
			return true, nil
		}
		if !r.lenient {
			return false, r.errorf(r.pos(), "expected a piece after the %d rows of piece %s, found one more row; a lenient reading leaves it out", r.rows, name)
		}
		if !warned {
			r.warnf(r.pos(), "the rows of piece %s from here on are left out: it has %d rows", name, r.rows)
			warned = true
		}
	}
	return false, nil
}

func (r *capReader) startsPiece() bool {
	return strings.HasPrefix(strings.TrimLeft(r.line, " \t"), "(")
}

// writeCap writes one puzzle as a cap_puzzle file.
func writeCap(b *bytes.Buffer, puzzles []*puzzle.Puzzle) error {
	if len(puzzles) > 1 {
		return fmt.Errorf("a cap file holds one puzzle, not %d", len(puzzles))
	}
	p := puzzles[0]
	if why := capLacks(p); why != "" {
		return fmt.Errorf("cap cannot hold %s: %s", p.Name, why)
	}
	fmt.Fprintf(b, "[%d,%d]\n", p.Board.Size[0], p.Board.Size[1])
	for _, piece := range p.Pieces {
		rows, err := drawShape(piece.Cells, p.Lattice, '1', '0')
		if err != nil {
			return fmt.Errorf("piece %s: %w", piece.Name, err)
		}
		fmt.Fprintf(b, "\n(%d,%d)[%s]\n", len(rows[0]), len(rows), piece.Name)
		for _, row := range rows {
			b.WriteString(strings.Join(strings.Split(row, ""), " "))
			b.WriteByte('\n')
		}
	}
	return nil
}

// capLacks says what of the puzzle a cap file has no words for, or "".
func capLacks(p *puzzle.Puzzle) string {
	if why := plainLacks(p); why != "" {
		return why
	}
	if len(p.Board.Sites) == 0 || len(p.Board.Sites) != p.Board.Size[0]*p.Board.Size[1] {
		return "its board is no rectangle"
	}
	for _, piece := range p.Pieces {
		switch {
		case utf8.RuneCountInString(piece.Name) != 1:
			return fmt.Sprintf("the name of piece %q is no single letter", piece.Name)
		case piece.Count != puzzle.Exactly(1):
			return fmt.Sprintf("piece %s is used %s times", piece.Name, piece.Count)
		case !piece.Rotate || !piece.Flip:
			return fmt.Sprintf("piece %s may not be turned and flipped", piece.Name)
		}
	}
	return fitsLoosely(p)
}

// plainLacks says what of a puzzle neither cap nor grid has words for, or "".
func plainLacks(p *puzzle.Puzzle) string {
	switch {
	case p.Cover != nil:
		return "it has no geometry"
	case p.Lattice != lattice.Square:
		return "its lattice is " + p.Lattice.Name
	case len(p.Place) > 0:
		return "it has hints"
	}
	for _, s := range p.Board.Sites {
		if s.Symbol != 0 {
			return fmt.Sprintf("its board has the symbol %q", s.Symbol)
		}
	}
	for _, piece := range p.Pieces {
		for _, c := range piece.Cells {
			if c.Symbol != 0 {
				return fmt.Sprintf("piece %q has the symbol %q", piece.Name, c.Symbol)
			}
		}
	}
	return ""
}
