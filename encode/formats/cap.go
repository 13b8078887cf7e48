package formats

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/exactile/exactile/encode/lattice"
	"github.com/exactile/exactile/encode/puzzle"
	"github.com/exactile/exactile/internal/tree"
)

var capFile = Format{
	Name: "cap", Text: "a size, then matrices of 0 and 1: [8,8] (4,2)[A] ...", begins: beginsCap,
	matches: showsCap, endings: []string{".cfg"}, read: readCap, alone: true, writeOne: writeCap,
}

// readCap reads the files of the program cap_puzzle: "[columns,rows]", then for
// each piece "(columns,rows)[X]" and its rows of 0 and 1. Every piece is placed
// once and may be turned and flipped.
//
// The text is read strictly, since if a matrix differs from the announced size, either of the two
// may be wrong. A lenient reading leaves surplus rows out.
func readCap(s *source) ([]*Document, error) {
	r := &capReader{plainReader: newPlainReader(s)}
	r.p.Board = puzzle.Rect(r.size('[', ']', "the size of the board, such as [8,8]",
		s.bound("cells")))
	r.lineEnd("the size of the board")
	for more := r.nextFull(); more; more = r.surplus(r.p.Pieces[len(r.p.Pieces)-1].Name) {
		r.add(r.piece())
	}
	return r.document()
}

// capStart matches the size of a board and the bracket of a piece below it.
var capStart = pattern(`^\[[ \t]*[0-9]+[ \t]*,[ \t]*[0-9]+[ \t]*\]\s*\(`)

func beginsCap(l sniff) bool { return capStart().MatchString(l.text) }

// showsCap: the text starts with a bracket, as the size of a board does, and has a piece. A size
// alone is a list of two numbers.
func showsCap(l sniff) bool { return l.starts("[") && strings.Contains(l.text, "(") }

type capReader struct {
	plainReader
	rows int // of the piece just read
}

// size takes a pair of numbers in the given brackets.
func (r *capReader) size(open, shut byte, what string, limit bound) (columns, rows int) {
	r.char(open, what)
	columns = r.number(1, limit.most, "the number of columns")
	r.char(',', "a comma between columns and rows")
	r.blanks()
	at := r.pos()
	rows = r.number(1, limit.most, "the number of rows")
	if columns*rows > limit.most {
		r.fail(tree.Beyond(at, limit.name, "%d columns and %d rows are more than %d cells", columns,
			rows, limit.most))
	}
	if r.char(shut, fmt.Sprintf("%q after the number of rows", shut)); r.err != nil {
		return 0, 0
	}
	return columns, rows
}

// piece reads the head of a piece on this line and its matrix below.
func (r *capReader) piece() (puzzle.Piece, partPlaces) {
	r.blanks()
	place := partPlaces{whole: r.pos()}
	columns, rows := r.size('(', ')', "a piece, such as (4,2)[A]", r.bound("piece-cells"))
	r.char('[', "the piece's letter in brackets, such as [A]")
	r.blanks()
	name := r.pos()
	place.fields = map[string]tree.Pos{"name": name}
	if r.at == len(r.line) || r.line[r.at] == ']' {
		r.expected("the piece's letter")
	}
	letter := r.rune()
	if !unicode.IsPrint(letter) || unicode.IsSpace(letter) {
		r.fail(tree.At(name, "%U is no letter that can be seen", letter))
	}
	r.char(']', "']' after the one letter of the piece")
	r.lineEnd("the piece's letter")
	piece := puzzle.NewPiece(string(letter))
	r.rows = rows
	for y := 0; y < rows && r.err == nil; y++ {
		if !r.next() || r.empty() || strings.HasPrefix(strings.TrimLeft(r.line, " \t"), "(") {
			r.expected(fmt.Sprintf("row %d of the %d rows of piece %s", y+1, rows, piece.Name))
		}
		for x := 0; x < columns && r.err == nil; x++ {
			if r.digit(fmt.Sprintf("digit %d of %d", x+1, columns)) {
				piece.Cells = append(piece.Cells, puzzle.Cell{At: lattice.Cell{x, y}})
			}
		}
		r.lineEnd(fmt.Sprintf("%d digits", columns))
	}
	return piece, place
}

// digit takes a 0 or 1 that is followed by a blank or the end of the line.
func (r *capReader) digit(what string) bool {
	if r.blanks(); r.at == len(r.line) {
		r.expected(what)
		return false
	}
	c := r.line[r.at]
	if c != '0' && c != '1' {
		r.expected("0 or 1")
	}
	r.at++
	if r.at < len(r.line) && r.line[r.at] != ' ' && r.line[r.at] != '\t' {
		r.expected("a blank after the digit")
	}
	return c == '1'
}

// surplus moves past the matrix of a piece, and reports whether there is more text. Surplus rows
// after the matrix are an error or, read leniently, left out with a warning.
func (r *capReader) surplus(name string) bool {
	warned := false
	for r.nextFull() {
		r.blanks()
		if c := r.line[r.at]; c != '0' && c != '1' {
			return true
		}
		if !r.lenient {
			r.fail(tree.At(r.pos(),
				"expected a piece after the %d rows of piece %s, found one more row; a lenient "+
					"reading leaves it out", r.rows, name))
		} else if !warned {
			r.warnf(r.pos(), "the rows of piece %s from here on are left out: it has %d rows", name,
				r.rows)
			warned = true
		}
	}
	return false
}

// writeCap writes a puzzle as a cap_puzzle file.
func writeCap(b *bytes.Buffer, p *puzzle.Puzzle) error {
	if err := capHolds(p); err != nil {
		return err
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

// capHolds returns an error that names what a cap file cannot express of the puzzle.
func capHolds(p *puzzle.Puzzle) error {
	if err := onceEach(p, lattice.Square); err != nil {
		return err
	}
	if len(p.Board.Sites) != p.Board.Size[0]*p.Board.Size[1] {
		return errors.New("its board is no rectangle")
	}
	for _, piece := range p.Pieces {
		if utf8.RuneCountInString(piece.Name) != 1 {
			return fmt.Errorf("the name of piece %q is no single letter", piece.Name)
		}
	}
	return nil
}
