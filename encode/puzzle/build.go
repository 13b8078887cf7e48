package puzzle

import "github.com/exactile/exactile/encode/lattice"

// Rect returns a board of so many columns and rows of plain cells, all of which must be
// covered, without those that are named as holes.
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

// Packing returns the board with every cell free to stay empty.
func (b Board) Packing() Board {
	sites := make([]Site, len(b.Sites))
	for k, s := range b.Sites {
		sites[k] = Site{Cell: s.Cell, Optional: true}
	}
	b.Sites = sites
	return b
}

// Shape returns the cells of a drawing in reading order, row by row as in a puzzle file:
// '.' and ' ' are nothing, 'X' and '#' plain cells, '?' is a cell that lies on any symbol
// ([Any]), any other character a cell with that symbol.
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

// NewPiece returns a piece as a puzzle file means it that says no more than its name and
// shape: used once, turned and flipped over at will. In space, where a piece is not
// flipped unless a file says so, Flip is to be set to false.
func NewPiece(name string, rows ...string) Piece {
	return Piece{Name: name, Cells: Shape(rows...), Count: Exactly(1), Rotate: true, Flip: true}
}

// Times returns the piece with other bounds of how often it is used.
func (p Piece) Times(count Bounds) Piece {
	p.Count = count
	return p
}
