package formats

import (
	"bytes"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/exactile/exactile/encode/lattice"
	"github.com/exactile/exactile/encode/puzzle"
	"github.com/exactile/exactile/internal/tree"
)

var gridFile = Format{
	Name: "grid", Text: "a board of - and #, then tiles of # and -", matches: showsGrid,
	guessed: always, endings: []string{".grid"}, read: readGrid, alone: true, writeOne: writeGrid,
}

// readGrid reads a board and tiles as blocks of rows, separated by empty lines.
// On the board '-' is a cell and '#' is none; in a tile '#' is a cell and '-' is
// none. A line "@ NAME [no-mirror] [no-rotate] [xN]" may stand before a tile;
// tiles without one are named T and their number.
func readGrid(s *source) ([]*Document, error) {
	r := &gridReader{newPlainReader(s)}
	if r.end {
		r.expected("a board of - and #")
	}
	cells, size := r.block('-', '#', s.bound("cells"))
	r.p.Board = boardOf(cells, size)
	for r.nextFullFrom() {
		here := r.pos()
		place := partPlaces{whole: here, shape: &cellPlaces{whole: here}}
		piece := puzzle.NewPiece("T" + strconv.Itoa(len(r.p.Pieces)+1))
		if r.line[0] == '@' {
			place.fields = map[string]tree.Pos{"name": r.tileLine(&piece)}
			if !r.nextFull() || r.line[0] == '@' {
				r.expected(fmt.Sprintf("the rows of tile %s", piece.Name))
			}
		}
		place.shape.whole = r.pos()
		piece.Cells, _ = r.block('#', '-', s.bound("piece-cells"))
		r.add(piece, place)
	}
	return r.document()
}

type gridReader struct{ plainReader }

// nextFullFrom moves to the next line that is not empty, unless the current line is not empty.
func (l *gridReader) nextFullFrom() bool {
	return l.err == nil && !l.end && !l.empty() || l.nextFull()
}

// block takes the rows from this line on, all of one length, up to an empty
// line or a line that starts with '@', on which it stops.
func (l *gridReader) block(cell, none rune, limit bound) (cells []puzzle.Cell, size lattice.Cell) {
	for l.err == nil {
		row := strings.TrimRight(l.line, " \t")
		for x, c := range row {
			switch c {
			case cell:
				cells = append(cells, puzzle.Cell{At: lattice.Cell{x, size[1]}})
			case none:
			default:
				l.at = x
				l.fail(tree.At(l.pos(), "expected %c or %c, found %s", max(cell, none),
					min(cell, none), strconv.QuoteRune(c)))
				return cells, size
			}
		}
		if size[1] > 0 && len(row) != size[0] {
			l.at = min(len(row), size[0])
			l.fail(tree.At(l.pos(), "this row has %d characters, those above it %d", len(row),
				size[0]))
		}
		size = lattice.Cell{len(row), size[1] + 1, 1}
		if size[0]*size[1] > limit.most {
			l.fail(tree.Beyond(l.pos(), limit.name, "a drawing of more than %d characters",
				limit.most))
		}
		if !l.next() || l.empty() || l.line[0] == '@' {
			break
		}
	}
	return cells, size
}

// tileLine takes a line "@ NAME [no-mirror] [no-rotate] [xN]". It returns the
// place of the name.
func (l *gridReader) tileLine(piece *puzzle.Piece) tree.Pos {
	l.at = 1
	l.blanks()
	name := l.pos()
	if l.at == len(l.line) {
		l.expected("the tile's name after @")
	}
	for first := true; l.err == nil && l.at < len(l.line); first = false {
		word := l.word()
		copies, isCount := strings.CutPrefix(word, "x")
		switch {
		case first:
			if piece.Name = word; !printable(word) || len(word) > l.limits.Name {
				l.fail(tree.At(name,
					"a name that is too long, or has characters that cannot be seen"))
			}
		case word == "no-mirror":
			piece.Flip = false
		case word == "no-rotate":
			piece.Rotate = false
		case isCount && wholeNumber(copies):
			n, err := strconv.Atoi(copies)
			if err == nil && n < 1 {
				l.fail(tree.At(l.pos(), "a tile is used at least once"))
			} else if err != nil || n > l.limits.Count {
				l.fail(tree.Beyond(l.pos(), "count", "a tile is used from 1 to %d times",
					l.limits.Count))
			}
			piece.Count = puzzle.Exactly(n)
		default:
			l.expected("no-mirror, no-rotate or a number of copies such as x2")
		}
		l.at += len(word)
		l.blanks()
	}
	return name
}

// writeGrid writes a puzzle as a board and tiles.
func writeGrid(b *bytes.Buffer, p *puzzle.Puzzle) error {
	if err := gridHolds(p); err != nil {
		return err
	}
	for _, row := range draw(boardCells(p), p.Board.Size, '-', '#')[0] {
		b.WriteString(row)
		b.WriteByte('\n')
	}
	for _, piece := range p.Pieces {
		rows, err := drawShape(piece.Cells, p.Lattice, '#', '-')
		if err != nil {
			return fmt.Errorf("piece %s: %w", piece.Name, err)
		}
		fmt.Fprintf(b, "\n@ %s", piece.Name)
		if !piece.Flip {
			b.WriteString(" no-mirror")
		}
		if !piece.Rotate {
			b.WriteString(" no-rotate")
		}
		if piece.Count.Min != 1 {
			fmt.Fprintf(b, " x%d", piece.Count.Min)
		}
		b.WriteString("\n" + strings.Join(rows, "\n") + "\n")
	}
	return nil
}

// gridHolds returns an error that names what a grid file cannot express of the puzzle.
func gridHolds(p *puzzle.Puzzle) error {
	if err := plain.check(p); err != nil {
		return err
	}
	if len(p.Board.Sites) == 0 {
		return errors.New("its board has no cells")
	}
	for _, piece := range p.Pieces {
		switch {
		case strings.ContainsAny(piece.Name, " \t"):
			return fmt.Errorf("the name of piece %q is more than one word", piece.Name)
		case piece.Count.Min != piece.Count.Max || piece.Count.Min < 1:
			return fmt.Errorf("piece %s is used %s times, which is no fixed number from 1",
				piece.Name, piece.Count)
		}
	}
	return fitsLoosely(p)
}
