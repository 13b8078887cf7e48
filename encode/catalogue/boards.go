package catalogue

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/exactile/exactile/encode/lattice"
	"github.com/exactile/exactile/encode/puzzle"
)

// Starts are a set of pieces and a board to begin with on each lattice.
var Starts = map[string]struct{ Pieces, Board string }{
	"square": {"pentominoes", "6x10"}, "hex": {"tetrahexes", "7x4"},
	"triangle": {"hexiamonds", "12x6"}, "cube": {"tetracubes", "4x4x2"},
	"balls": {"triballs", "3x2x2"}, "centred": {"tricentred", "2x2x3"},
	"triangle-prism": {"tritriprisms", "3x2x3"}, "hex-prism": {"trihexprisms", "3x2x3"},
	"rhombic": {"dirhombics", "10x5x5"}, "tetra-octa": {"tritetraoctas", "6x6x3"},
	"sticks": {"tristicks", "7x5"}, "trigs": {"ditrigs", "5x3"}, "twigs": {"tetratwigs", "7x5"},
}

// maxBoard bounds the cells of the box around a named board.
const maxBoard = 1 << 16

// Board returns the named board on a lattice, with every cell to be covered: "6x10" is columns and
// rows, "3x3x3" also layers. "hexagon:3" is a regular hexagon and "triangle:5" a triangle, by the
// number of cells to a side, on lattices with hexagonal or triangular cells.
func Board(l *lattice.Lattice, name string) (puzzle.Board, error) {
	if shape, digits, colon := strings.Cut(name, ":"); colon {
		return sideBoard(l, name, shape, digits)
	}
	words := strings.Split(name, "x")
	if len(words) == 2 {
		words = append(words, "1")
	}
	size := lattice.Cell{}
	volume := 1
	for k, word := range words {
		n, err := parseSide(word)
		if err != nil || k >= len(size) {
			volume = 0
			break
		}
		if size[k] = n; volume <= maxBoard {
			volume *= n
		}
	}
	switch {
	case volume == 0 || len(words) < 2:
		return puzzle.Board{}, fmt.Errorf("%q is no board: want columns x rows, such as 6x10%s",
			name, otherBoards(l))
	case size[2] > 1 && !l.Layered():
		return puzzle.Board{}, fmt.Errorf("%q has layers, and the %s lattice is flat", name, l.Name)
	case volume > maxBoard:
		return puzzle.Board{}, fmt.Errorf("%q has more than %d cells", name, maxBoard)
	}
	b := puzzle.Board{Size: size}
	for z := range size[2] {
		for y := range size[1] {
			for x := range size[0] {
				if at := (lattice.Cell{x, y, z}); l.Has(at) {
					b.Sites = append(b.Sites, puzzle.Site{Cell: puzzle.Cell{At: at}})
				}
			}
		}
	}
	return b, nil
}

// maxCells bounds the boards that are given by their size.
const maxCells = 10000

// parseSide reads the number of columns, rows or layers.
func parseSide(digits string) (int, error) {
	n, err := strconv.ParseUint(digits, 10, 32)
	if err == nil && (n < 1 || n > maxCells) {
		err = strconv.ErrRange
	}
	return int(n), err
}

// otherBoards describes the boards of a lattice other than rectangles, for an error.
func otherBoards(l *lattice.Lattice) string {
	switch {
	case l.Layered():
		return ", or columns x rows x layers, such as 3x3x3"
	case l == lattice.Hex || l == lattice.Triangle:
		return ", hexagon:3 or triangle:5"
	}
	return ""
}

// sideBoard returns a hexagon or a triangle of the given side.
func sideBoard(l *lattice.Lattice, name, shape, digits string) (puzzle.Board, error) {
	n, err := strconv.ParseUint(digits, 10, 8)
	row, known := map[string]func(n, y int) (from, to int){
		"hex hexagon": func(n, y int) (int, int) { return max(0, n-1-y), min(2*n-1, 3*n-2-y) },
		"hex triangle": func(n, y int) (int, int) {
			return n - 1 - y, n
		},
		// A row begins with a triangle that stands on its base in the upper half, and on its tip in
		// the lower half: after the shift of x, x+y is even there and odd here.
		"triangle hexagon": func(n, y int) (int, int) {
			if y < n {
				return n - 1 - y, 3*n + y
			}
			return y - n, 5*n - 1 - y
		},
		"triangle triangle": func(n, y int) (int, int) { return n - 1 - y, n + y },
	}[l.Name+" "+shape]
	switch {
	case !known && (shape == "hexagon" || shape == "triangle"):
		return puzzle.Board{}, fmt.Errorf("%q: the %s lattice has no such board", name, l.Name)
	case !known:
		return puzzle.Board{}, fmt.Errorf("%q is no board: want columns x rows, such as 6x10%s",
			name, otherBoards(l))
	case err != nil || n < 1 || n > 64:
		return puzzle.Board{}, fmt.Errorf("%q: want the number of cells to a side, from 1 to 64",
			name)
	}
	side := int(n)
	rows := side
	if shape == "hexagon" && l.Sides() == 3 {
		rows = 2 * side
	} else if shape == "hexagon" {
		rows = 2*side - 1
	}
	shift := 0
	if l.Sides() == 3 && side%2 == 0 {
		shift = 1
	}
	var b puzzle.Board
	for y := range rows {
		from, to := row(side, y)
		for x := from; x < to; x++ {
			at := lattice.Cell{x + shift, y}
			b.Sites = append(b.Sites, puzzle.Site{Cell: puzzle.Cell{At: at}})
			b.Size = lattice.Cell{max(b.Size[0], at[0]+1), y + 1, 1}
		}
	}
	return b, nil
}
