package catalogue

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/exactile/exactile/encode/lattice"
	"github.com/exactile/exactile/encode/puzzle"
)

// MaxCells bounds the boards that can be asked for by their size.
const MaxCells = 10000

// drawn returns the cells of a drawing in reading order: '.' is nothing, 'X' a
// plain cell, any other character a cell with that symbol.
func drawn(rows ...string) []puzzle.Cell {
	var cells []puzzle.Cell
	for y, row := range rows {
		for x, r := range []rune(row) {
			switch r {
			case '.':
			case 'X':
				cells = append(cells, puzzle.Cell{At: lattice.Cell{x, y}})
			default:
				cells = append(cells, puzzle.Cell{At: lattice.Cell{x, y}, Symbol: r})
			}
		}
	}
	return cells
}

// rectangle returns a board of plain cells without the holes.
func rectangle(columns, rows int, holes ...lattice.Cell) puzzle.Board {
	missing := make(map[lattice.Cell]bool, len(holes))
	for _, h := range holes {
		missing[h] = true
	}
	b := puzzle.Board{Size: lattice.Cell{columns, rows, 1}}
	for y := range rows {
		for x := range columns {
			if at := (lattice.Cell{x, y}); !missing[at] {
				b.Sites = append(b.Sites, puzzle.Site{Cell: puzzle.Cell{At: at}})
			}
		}
	}
	return b
}

// parseSize reads "WxH", the columns first: what stands after the name of a family
// and a colon.
func parseSize(family, text string) (columns, rows int, err error) {
	if text == "" {
		return 0, 0, fmt.Errorf("%s: the size is missing: want columns x rows, such as 6x10, each from 1 to %d", family, MaxCells)
	}
	w, h, _ := strings.Cut(text, "x")
	columns, err = parseSide(w)
	if err == nil {
		rows, err = parseSide(h)
	}
	switch {
	case err != nil:
		return 0, 0, fmt.Errorf("%s:%s: %q is no size: want columns x rows, such as 6x10, each from 1 to %d", family, text, text, MaxCells)
	case columns*rows > MaxCells:
		return 0, 0, fmt.Errorf("%s:%s: %d columns and %d rows are %d cells: a built-in board has at most %d", family, text, columns, rows, columns*rows, MaxCells)
	}
	return columns, rows, nil
}

func parseSide(digits string) (int, error) {
	n, err := strconv.ParseUint(digits, 10, 32)
	if err == nil && (n < 1 || n > MaxCells) {
		err = strconv.ErrRange
	}
	return int(n), err
}
