package puzzle

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/exactile/exactile/encode/lattice"
)

// Rect returns a board of so many columns and rows of plain cells without the holes. All its cells
// must be covered.
func Rect(columns, rows int, holes ...lattice.Cell) Board {
	missing := make(map[lattice.Cell]bool, len(holes))
	for _, h := range holes {
		missing[h] = true
	}
	b := Board{Size: lattice.Cell{columns, rows, 1}}
	for y := range rows {
		for x := range columns {
			if at := (lattice.Cell{x, y}); !missing[at] {
				b.Sites = append(b.Sites, Site{Cell: Cell{At: at}})
			}
		}
	}
	return b
}

// ParseBoard returns the board of a drawing, row by row as in a puzzle file: '.' must be covered,
// '?' may stay empty, '#' or a space is no cell, any other character is a cell with that symbol.
// Rows may be shorter than others, a text may have several rows, and an empty row between others
// begins the next layer. The error is a character that cannot be seen, or an 'X', which is a cell
// in shapes alone.
func ParseBoard(rows ...string) (Board, error) {
	var b Board
	var at lattice.Cell
	lines := strings.Split(strings.Trim(strings.Join(rows, "\n"), "\n"), "\n")
	for k, line := range lines {
		if line == "" {
			if k > 0 && lines[k-1] != "" {
				at = lattice.Cell{0, 0, at[2] + 1}
			}
			continue
		}
		at[0] = 0
		for _, r := range strings.TrimRight(line, " ") {
			site := Site{Cell: Cell{At: at}, Optional: r == '?'}
			switch {
			case r == 'X':
				return b, &Error{Part: "board", Cell: &site.At, Text: "'X' on a board: " +
					"write '.' for a cell that must be covered, '?' for one that may stay empty, " +
					"'#' for none"}
			case !unicode.IsPrint(r) || unicode.IsMark(r) || r == unicode.ReplacementChar:
				return b, &Error{Part: "board", Cell: &site.At, Text: fmt.Sprintf(
					"the character %U on a board, which cannot be seen", r)}
			case r != '.' && r != '?':
				site.Symbol = r
			}
			if r != '#' && r != ' ' {
				b.Sites = append(b.Sites, site)
			}
			at[0]++
			b.Size[0] = max(b.Size[0], at[0])
		}
		at[1]++
		b.Size[1], b.Size[2] = max(b.Size[1], at[1]), at[2]+1
	}
	return b, nil
}

// Packing returns the board with every cell allowed to stay empty.
func (b Board) Packing() Board {
	b.Sites = slices.Clone(b.Sites)
	for k := range b.Sites {
		b.Sites[k].Optional = true
	}
	return b
}

// NewPiece returns a piece with the defaults of puzzle files in the plane: used once, may be turned
// and flipped. In space the default is no flipping, so set Flip to false there. Its cells are drawn
// row by row as in a puzzle file: a point or a space is no cell, 'X' and '#' are plain cells, '?'
// is a cell that lies on any symbol or none ([Any]), any other character is a cell with that
// symbol.
func NewPiece(name string, rows ...string) Piece {
	p := Piece{Name: name, Count: Exactly(1), Rotate: true, Flip: true}
	for y, row := range rows {
		for x, r := range []rune(row) {
			switch r {
			case '.', ' ':
			case 'X', '#':
				p.Cells = append(p.Cells, Cell{At: lattice.Cell{x, y}})
			default:
				p.Cells = append(p.Cells, Cell{At: lattice.Cell{x, y}, Symbol: r})
			}
		}
	}
	return p
}

// Times returns the piece with other bounds for its number of uses.
func (p Piece) Times(count Bounds) Piece {
	p.Count = count
	return p
}
