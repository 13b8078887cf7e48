package formats

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/exactile/exactile/encode/lattice"
	"github.com/exactile/exactile/encode/puzzle"
	"github.com/exactile/exactile/internal/text"
	"github.com/exactile/exactile/internal/tree"
)

// Plain drawings: a board of X, pieces in their letters, and pieces as blocks.
var (
	lettersFile = Format{
		Name: "letters", Text: "a board of X, then pieces drawn with their own letters",
		endings: []string{".letters"}, matches: showsLetters, guessed: guessedLetters,
		read: readLetters, alone: true, writeOne: writeLetters,
	}
	blocksFile = Format{
		Name: "blocks", Text: "pieces as blocks of # and ., without a board; it is only read",
		endings: []string{".blocks"}, matches: showsBlocks, guessed: always, read: readBlocks,
	}
)

// A letterReader reads drawings in which each cell has the letter of its drawing, and '.' or a
// blank is none.
type letterReader struct{ gridReader }

func newLetterReader(s *source) *letterReader {
	return &letterReader{gridReader{newPlainReader(s)}}
}

// readLetters reads a board and pieces. The board is drawn with X, or it is all of a rectangle
// whose size a first line has: the numbers of rows, columns and perhaps pieces. The word CUSTOM or
// DEFAULT below that line says which of them it is. A piece is a drawing in a letter of its own;
// empty lines between pieces may be left out. Pieces alone may all be drawn with X, with empty
// lines between them.
func readLetters(s *source) ([]*Document, error) {
	r := newLetterReader(s)
	rows, columns, pieces, whole := r.header()
	switch headed := rows > 0; {
	case whole && r.err == nil:
		r.p.Board = puzzle.Rect(columns, rows)
	case headed || s.board == nil && boardRow(r.line):
		r.board(rows)
		if size := r.p.Board.Size; headed && (size[0] != columns || size[1] != rows) {
			r.fail(tree.At(r.places.whole, "this line has %d rows and %d columns; the board has "+
				"%d and %d", rows, columns, size[1], size[0]))
		}
	default:
		r.places.boardless = true
	}
	crosses := r.places.boardless && letterOf(r.line) == 'X'
	for r.nextFullFrom() {
		here := r.pos()
		cells, _, letter := r.drawing(0, 0, s.bound("piece-cells"))
		name := string(letter)
		switch {
		case letter == 0:
			r.fail(tree.At(here, "a drawing without a letter"))
		case rows == 0 && crosses != (letter == 'X'):
			r.fail(tree.At(here, "a piece drawn with %s: pieces below a board of X have other "+
				"letters, and in a file without a board all are drawn with X, or none is", name))
		case crosses:
			name = letterName(len(r.p.Pieces))
		}
		r.add(puzzle.Piece{Name: name, Cells: cells, Count: puzzle.Exactly(1), Rotate: true,
			Flip: true}, partPlaces{whole: here})
	}
	if n := len(r.p.Pieces); pieces > 0 && n != pieces {
		r.fail(tree.At(r.places.whole, "this line has %s; %d are drawn",
			text.Plural(pieces, "piece"), n))
	}
	return r.drawn("a piece drawn with its letter")
}

// header takes the line of numbers, if there is one, and the word below it. whole is set if the
// board is all of the rectangle.
func (r *letterReader) header() (rows, columns, pieces int, whole bool) {
	if start := strings.TrimLeft(r.line, " \t"); start == "" || !wholeNumber(start[:1]) {
		return 0, 0, 0, false
	}
	most := r.limits.Cells
	rows = r.number(1, most, "the number of rows")
	columns = r.number(1, most/max(rows, 1), "the number of columns")
	if r.blanks(); r.at < len(r.line) {
		pieces = r.number(1, r.limits.Pieces, "the number of pieces")
	}
	r.lineEnd("the numbers of rows, columns and pieces")
	r.nextFull()
	if whole, named := boardWord(r.line); named {
		r.nextFull()
		return rows, columns, pieces, whole
	}
	return rows, columns, pieces, !boardRow(r.line)
}

// boardWord reports whether a line is a word about the board: that it is drawn, or all of a
// rectangle.
func boardWord(line string) (whole, named bool) {
	word := strings.ToUpper(strings.TrimSpace(line))
	whole = word == "DEFAULT"
	return whole, whole || word == "CUSTOM"
}

// boardRow reports whether a row may be the first of a board.
func boardRow(row string) bool { return strings.ContainsRune("X\x00", letterOf(row)) }

// letterOf returns the first character of a row that is a cell; 0 if there is none.
func letterOf(row string) rune {
	for _, c := range strings.TrimLeft(row, ". \t") {
		return c
	}
	return 0
}

// board takes a board of so many rows, 0 for as many as follow.
func (r *letterReader) board(rows int) {
	here := r.pos()
	cells, size, _ := r.drawing('X', rows, r.bound("cells"))
	if r.p.Board = boardOf(cells, size); len(cells) == 0 {
		r.fail(tree.At(here, "a board without X, which is a cell; '.' is none"))
	}
}

// drawing takes so many rows from this line on, or, if rows is 0, those up to an empty line or a
// row in another letter. letter is that of the cells, 0 for the first that is there.
func (r *letterReader) drawing(
	letter rune, rows int, limit bound,
) (cells []puzzle.Cell, size lattice.Cell, of rune) {
	for r.err == nil && !r.end && (size[1] < rows || rows == 0 && !r.empty()) {
		row := strings.TrimRight(r.line, " \t")
		switch first := letterOf(row); {
		case letter == 0:
			letter = first
		case rows == 0 && first != 0 && first != letter:
			return cells, size, letter
		}
		x := 0
		for at, c := range row {
			switch {
			case c == ' ' || c == '.':
			case c == letter && unicode.IsLetter(c):
				cells = append(cells, puzzle.Cell{At: lattice.Cell{x, size[1]}})
			default:
				want := "a letter"
				if unicode.IsLetter(letter) {
					want = string(letter)
				}
				r.at = at
				r.expected(want + ", '.' or a blank")
				return nil, size, letter
			}
			x++
		}
		if size = (lattice.Cell{max(size[0], x), size[1] + 1, 1}); size[0]*size[1] > limit.most {
			r.fail(tree.Beyond(r.pos(), limit.name, "a drawing of more than %d characters",
				limit.most))
		}
		r.next()
	}
	return cells, size, letter
}

// drawn returns what was read, and fails if nothing was, where want should be.
func (r *letterReader) drawn(want string) ([]*Document, error) {
	if len(r.p.Pieces) == 0 {
		r.expected(want)
	}
	documents, err := r.document()
	if err == nil {
		warnLoose(r.source, r.p, r.places)
	}
	return documents, err
}

// warnLoose warns of pieces that do not fill their board, which most files of a format do.
func warnLoose(s *source, p *puzzle.Puzzle, places puzzlePlaces) {
	if _, may := p.Area(); may > 0 {
		s.warnf(places.whole, "the pieces cover %d of the board's %d cells: the others may stay "+
			"empty", pieceArea(p), may)
	}
}

// letterName is the name of piece k, from 0, without one of its own: A to Z, then A1 to Z1.
func letterName(k int) string {
	name := string(rune('A' + k%26))
	if k >= 26 {
		name += strconv.Itoa(k / 26)
	}
	return name
}

// readBlocks reads pieces as blocks of rows of # and '.', separated by empty lines. As in the
// exercises that have such files, a piece is neither turned nor flipped.
//
// Source: the school 42, fillit: the smallest square that holds some tetrominoes.
func readBlocks(s *source) ([]*Document, error) {
	r := newLetterReader(s)
	s.warnf(r.places.whole, "pieces drawn as blocks are neither turned nor flipped")
	for r.places.boardless = true; r.nextFullFrom(); {
		here := r.pos()
		cells, _ := r.block('#', '.', s.bound("piece-cells"))
		if k := apart(cells); k >= 0 {
			c := cells[k].At
			r.fail(tree.At(tree.Pos{Line: here.Line + c[1], Col: 1 + c[0]}, "this cell is not "+
				"connected with those above it; between two blocks stands an empty line"))
		}
		r.add(puzzle.Piece{Name: letterName(len(r.p.Pieces)), Cells: cells,
			Count: puzzle.Exactly(1)}, partPlaces{whole: here})
	}
	return r.drawn("a block of # and .")
}

// apart returns the index of the first cell of a piece that no sides connect with the first of all,
// or -1.
func apart(cells []puzzle.Cell) int {
	rest := make(map[lattice.Cell]bool, len(cells))
	for _, c := range cells {
		rest[c.At] = true
	}
	for queue := placesOf(cells[:min(len(cells), 1)]); len(queue) > 0; queue = queue[1:] {
		if c := queue[0]; rest[c] {
			delete(rest, c)
			queue = append(queue, lattice.Square.Neighbours(c)...)
		}
	}
	return slices.IndexFunc(cells, func(c puzzle.Cell) bool { return rest[c.At] })
}

// readBoard reads a board of X and '.' or blanks.
func readBoard(s *source) (*puzzle.Board, error) {
	r := newLetterReader(s)
	if r.board(0); r.nextFullFrom() {
		r.expected("the end of the board, in which an empty row is '.'")
	}
	return &r.p.Board, r.err
}

// letterHead returns the number of numbers that the first line has, 0 if it has other words, and
// whether a word about the board follows.
func letterHead(l sniff) (numbers int, named bool) {
	if strings.Trim(l.lines[0], "0123456789 \t") == "" {
		numbers = len(strings.Fields(l.lines[0]))
	}
	if len(l.lines) > 1 {
		_, named = boardWord(l.lines[1])
	}
	return numbers, named
}

// showsLetters: a line of numbers above a word or a row of one letter; or a board of X that pieces
// fill, or pieces alone beside a board.
func showsLetters(l sniff) bool {
	if n, named := letterHead(l); l.board == nil && len(l.lines) > 1 && (n == 2 || n == 3) {
		row := strings.TrimRight(l.lines[1], " \t")
		return named || len(row) > 1 && strings.Trim(row, ". "+string(letterOf(row))) == ""
	}
	p := l.reads(readLetters)
	if p == nil || l.board != nil {
		return p != nil
	}
	must, _ := p.Area()
	return must > 3 && must == pieceArea(p)
}

// guessedLetters: nothing but the sizes of board and pieces shows what the text is.
func guessedLetters(l sniff) bool {
	n, named := letterHead(l)
	return l.board == nil && n != 3 && !named
}

// showsBlocks: two blocks or more, in which not all is cells.
func showsBlocks(l sniff) bool {
	p := l.reads(readBlocks)
	return p != nil && len(p.Pieces) > 1 && strings.Contains(l.text, ".")
}

// writeLetters writes a puzzle as a line of numbers, a board and pieces.
func writeLetters(b *bytes.Buffer, p *puzzle.Puzzle) error {
	if err := onceEach(p, lattice.Square); err != nil {
		return err
	}
	board := boardCells(p)
	columns, rows := p.Board.Size[0], p.Board.Size[1]
	drawn := []string{"DEFAULT"}
	if len(board) < rows*columns {
		drawn = append([]string{"CUSTOM"}, draw(board, p.Board.Size, 'X', '.')[0]...)
	}
	fmt.Fprintf(b, "%d %d %d\n%s\n", rows, columns, len(p.Pieces), strings.Join(drawn, "\n"))
	for _, piece := range p.Pieces {
		letter := []rune(piece.Name)[0]
		if len(piece.Name) != len(string(letter)) || !unicode.IsLetter(letter) {
			return fmt.Errorf("the name of piece %q is no single letter", piece.Name)
		}
		drawn, err := drawShape(inCorner(piece.Cells, p.Lattice), p.Lattice, letter, ' ')
		if err != nil {
			return fmt.Errorf("piece %s: %w", piece.Name, err)
		}
		for _, row := range drawn {
			// A piece has no empty line.
			b.WriteString(cmp.Or(strings.TrimRight(row, " "), ".") + "\n")
		}
	}
	return nil
}
