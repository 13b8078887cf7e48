package boards

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/encode/lattice"
	"github.com/exactile/exactile/encode/puzzle"
)

type Cell = lattice.Cell

// Shape is one piece type of a test board.
type Shape struct {
	Name     string
	Cells    []Cell
	Min, Max int
	Fixed    bool // may not turn or flip
	NoFlip   bool
}

// ParseShape reads rows separated by blanks, 'X' being a cell.
func ParseShape(rows string) []Cell {
	var cells []Cell
	for y, row := range strings.Fields(rows) {
		for x, c := range row {
			if c == 'X' {
				cells = append(cells, Cell{x, y, 0})
			}
		}
	}
	return cells
}

func One(name, rows string) Shape {
	return Shape{Name: name, Cells: ParseShape(rows), Min: 1, Max: 1}
}

var Pentominoes = []Shape{
	One("F", ".XX XX. .X."), One("I", "XXXXX"), One("L", "XXXX X..."), One("N", "XX.. .XXX"),
	One("P", "XX XX X."), One("T", "XXX .X. .X."), One("U", "X.X XXX"), One("V", "X.. X.. XXX"),
	One("W", "X.. XX. .XX"), One("X", ".X. XXX .X."), One("Y", "XXXX .X.."),
	One("Z", "XX. .X. .XX"),
}

// piece returns the shape as a piece of a puzzle.
func (s Shape) piece(l *lattice.Lattice) puzzle.Piece {
	p := puzzle.Piece{Name: s.Name, Count: puzzle.Bounds{Min: s.Min, Max: s.Max}, Rotate: !s.Fixed}
	p.Flip = !s.Fixed && !s.NoFlip && l.Flips()
	for _, c := range s.Cells {
		p.Cells = append(p.Cells, puzzle.Cell{At: c})
	}
	return p
}

// Orientations returns the different ways in which a flat shape can lie: turned and
// flipped as far as it may be.
func (s Shape) Orientations() (all [][]Cell) {
	p := s.piece(lattice.Square)
	for _, o := range p.Orientations(lattice.Square) {
		all = append(all, o.Places())
	}
	return all
}

// A board is a set of cells, each '.' (must be covered) or '?' (may stay empty).
type board struct {
	Size  Cell
	Cells map[Cell]byte
}

// Rectangle returns a full board whose cells are all of one kind.
func Rectangle(w, h int, kind byte) board { return Box(w, h, 1, kind) }

// Box is a board of three dimensions.
func Box(w, h, d int, kind byte) board {
	b := board{Size: Cell{w, h, d}, Cells: map[Cell]byte{}}
	for n := range w * h * d {
		b.Cells[Cell{n % w, n / w % h, n / w / h}] = kind
	}
	return b
}

func (b board) Without(cells ...Cell) board {
	for _, c := range cells {
		delete(b.Cells, c)
	}
	return b
}

// Model compiles the board, with bounds as they are given: piece items first, then the
// cells in raster order.
func (b board) Model(shapes ...Shape) *cover.Model {
	p := puzzle.Puzzle{Name: "test", Lattice: lattice.Square, Board: puzzle.Board{Size: b.Size}}
	if b.Size[2] > 1 {
		p.Lattice = lattice.Cube
	}
	raster := func(a, b Cell) int {
		return cmp.Or(a[2]-b[2], a[1]-b[1], a[0]-b[0])
	}
	for _, c := range slices.SortedFunc(maps.Keys(b.Cells), raster) {
		p.Board.Sites = append(p.Board.Sites, puzzle.Site{
			Cell: puzzle.Cell{At: c}, Optional: b.Cells[c] == '?',
		})
	}
	for _, s := range shapes {
		p.Pieces = append(p.Pieces, s.piece(p.Lattice))
	}
	t, err := p.Compile()
	if err != nil {
		panic(err)
	}
	for k, s := range shapes {
		t.Items[k].Max = s.Max
	}
	return t.Model
}

func Dominoes(width, height int) *cover.Model {
	return Rectangle(width, height, '.').Model(Shape{
		Name: "domino", Cells: ParseShape("XX"), Max: width * height,
	})
}
