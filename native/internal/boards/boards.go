package boards

import (
	"fmt"
	"iter"
	"slices"
	"strings"

	"github.com/exactile/exactile/encode/cover"
)

// This file builds the models that the tests of this package search: boards of
// squares and cubes and pieces on them. It is written without package puzzle, so
// that a test here cannot inherit a mistake from there.

type Cell [3]int

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

func One(name, rows string) Shape { return Shape{Name: name, Cells: ParseShape(rows), Min: 1, Max: 1} }

var Pentominoes = []Shape{
	One("F", ".XX XX. .X."), One("I", "XXXXX"), One("L", "XXXX X..."), One("N", "XX.. .XXX"),
	One("P", "XX XX X."), One("T", "XXX .X. .X."), One("U", "X.X XXX"), One("V", "X.. X.. XXX"),
	One("W", "X.. XX. .XX"), One("X", ".X. XXX .X."), One("Y", "XXXX .X.."), One("Z", "XX. .X. .XX"),
}

// Soma is Piet Hein's cube; the twisted pieces A and B are mirror twins.
func Soma() *cover.Model {
	return Box(3, 3, 3, '.').Model(
		One("V", "XX X."), One("L", "XXX X.."), One("T", "XXX .X."), One("Z", "XX. .XX"),
		Shape{Name: "A", Cells: []Cell{{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {1, 1, 1}}, Min: 1, Max: 1},
		Shape{Name: "B", Cells: []Cell{{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 0, 1}}, Min: 1, Max: 1},
		Shape{Name: "P", Cells: []Cell{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, Min: 1, Max: 1})
}

// motions returns the 8 motions of the square, or the 24 rotations of the cube.
func motions(solid bool) []func(Cell) Cell {
	var all []func(Cell) Cell
	perms := [][3]int{{0, 1, 2}, {1, 0, 2}}
	if solid {
		perms = [][3]int{{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}}
	}
	for _, p := range perms {
		for signs := range 8 {
			s := [3]int{1 - signs&1*2, 1 - signs>>1&1*2, 1 - signs>>2&1*2}
			parity := (p[1] - p[0]) * (p[2] - p[0]) * (p[2] - p[1]) / 2 // 1: even, -1: odd
			det := s[0] * s[1] * s[2] * parity
			if solid && det != 1 || !solid && s[2] != 1 {
				continue
			}
			all = append(all, func(c Cell) Cell { return Cell{s[0] * c[p[0]], s[1] * c[p[1]], s[2] * c[p[2]]} })
		}
	}
	return all
}

// Orientations returns the different ways in which a shape can lie: turned and
// flipped as far as it may be.
func (s Shape) Orientations(solid bool) [][]Cell {
	seen := map[string]bool{}
	var all [][]Cell
	for _, f := range motions(solid) {
		if s.Fixed && f(Cell{1, 2, 3}) != (Cell{1, 2, 3}) {
			continue
		}
		if s.NoFlip {
			a, b := f(Cell{1, 0, 0}), f(Cell{0, 1, 0})
			if a[0]*b[1]-a[1]*b[0] != 1 {
				continue
			}
		}
		cells := make([]Cell, len(s.Cells))
		for k, c := range s.Cells {
			cells[k] = f(c)
		}
		cells = normalize(cells)
		if key := fmt.Sprint(cells); !seen[key] {
			seen[key] = true
			all = append(all, cells)
		}
	}
	return all
}

func normalize(cells []Cell) []Cell {
	low := cells[0]
	for _, c := range cells {
		for d := range c {
			low[d] = min(low[d], c[d])
		}
	}
	for k := range cells {
		for d := range low {
			cells[k][d] -= low[d]
		}
	}
	slices.SortFunc(cells, func(a, b Cell) int { return slices.Compare(a[:], b[:]) })
	return cells
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
	for c := range within(b.Size) {
		b.Cells[c] = kind
	}
	return b
}

// within yields the cells of a box in raster order.
func within(size Cell) iter.Seq[Cell] {
	return func(yield func(Cell) bool) {
		for n := range size[0] * size[1] * size[2] {
			if !yield(Cell{n % size[0], n / size[0] % size[1], n / size[0] / size[1]}) {
				return
			}
		}
	}
}

func (b board) Without(cells ...Cell) board {
	for _, c := range cells {
		delete(b.Cells, c)
	}
	return b
}

// Model compiles the board: piece items first, then the cells in raster order.
// The symmetries are the motions of the bounding box that keep the board, the
// pieces and their options.
func (b board) Model(shapes ...Shape) *cover.Model {
	m := &cover.Model{}
	for _, s := range shapes {
		m.Items = append(m.Items, cover.Item{Name: s.Name, Min: s.Min, Max: s.Max})
		m.Pos = append(m.Pos, -1)
	}
	item := map[Cell]int{}
	for c := range within(b.Size) {
		kind, ok := b.Cells[c]
		if !ok {
			continue
		}
		low := 1
		if kind == '?' {
			low = 0
		}
		item[c] = len(m.Items)
		m.Items = append(m.Items, cover.Item{
			Name: fmt.Sprint("c", c[0], ",", c[1], ",", c[2]), Min: low, Max: 1,
		})
		m.Pos = append(m.Pos, (c[2]*b.Size[1]+c[1])*b.Size[0]+c[0])
	}
	solid := b.Size[2] > 1
	for k, s := range shapes {
		for _, o := range s.Orientations(solid) {
		next:
			for at := range within(b.Size) {
				items := []int{k}
				for _, c := range o {
					i, ok := item[Cell{c[0] + at[0], c[1] + at[1], c[2] + at[2]}]
					if !ok {
						continue next
					}
					items = append(items, i)
				}
				slices.Sort(items)
				m.Options = append(m.Options, items)
			}
		}
	}
	m.Sym = b.symmetries(m, item)
	return m
}

// symmetries finds the motions of the box that are automorphisms of m.
func (b board) symmetries(m *cover.Model, item map[Cell]int) [][]int {
	numPieces := len(m.Items) - len(item)
	byItems := map[string]int{}
	for o, items := range m.Options {
		key := fmt.Sprint(items)
		if _, dup := byItems[key]; dup {
			return nil // congruent options: not needed by any test
		}
		byItems[key] = o
	}
	var group [][]int
	for _, f := range motions(b.Size[2] > 1) {
		corner := f(Cell{b.Size[0] - 1, b.Size[1] - 1, b.Size[2] - 1})
		image := make([]int, len(m.Items))
		for k := range numPieces {
			image[k] = k
		}
		ok := true
		for c, i := range item {
			d := f(c)
			for k := range d {
				if corner[k] < 0 {
					d[k] -= corner[k]
				}
			}
			j, there := item[d]
			if !there || m.Items[i].Min != m.Items[j].Min {
				ok = false
				break
			}
			image[i] = j
		}
		g := make([]int, len(m.Options))
		for o, items := range m.Options {
			if !ok {
				break
			}
			moved := make([]int, len(items))
			for k, i := range items {
				moved[k] = image[i]
			}
			slices.Sort(moved)
			g[o], ok = byItems[fmt.Sprint(moved)]
		}
		if ok {
			group = append(group, g)
		}
	}
	slices.SortFunc(group, slices.Compare)
	return slices.CompactFunc(group, slices.Equal)
}

func Dominoes(width, height int) *cover.Model {
	return Rectangle(width, height, '.').Model(Shape{Name: "domino", Cells: ParseShape("XX"), Max: width * height})
}
