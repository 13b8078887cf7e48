package puzzle

import (
	"slices"

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

// Packing returns the board with every cell allowed to stay empty.
func (b Board) Packing() Board {
	b.Sites = slices.Clone(b.Sites)
	for k := range b.Sites {
		b.Sites[k].Optional = true
	}
	return b
}

// Shape returns the cells of a drawing in reading order, row by row as in a puzzle file: a point or
// a space is no cell, 'X' and '#' are plain cells, '?' is a cell that lies on any symbol or none
// ([Any]), any other character is a cell with that symbol.
func Shape(rows ...string) []Cell {
	var cells []Cell
	for y, row := range rows {
		for x, r := range []rune(row) {
			switch r {
			case '.', ' ':
			case 'X', '#':
				cells = append(cells, Cell{At: lattice.Cell{x, y}})
			default:
				cells = append(cells, Cell{At: lattice.Cell{x, y}, Symbol: r})
			}
		}
	}
	return cells
}

// NewPiece returns a piece with the defaults of puzzle files in the plane: used once, may be turned
// and flipped. In space the default is no flipping, so set Flip to false there.
func NewPiece(name string, rows ...string) Piece {
	return Piece{Name: name, Cells: Shape(rows...), Count: Exactly(1), Rotate: true, Flip: true}
}

// Times returns the piece with other bounds for its number of uses.
func (p Piece) Times(count Bounds) Piece {
	p.Count = count
	return p
}
