package native

import (
	"fmt"
	"slices"
	"sort"
	"strings"

	"github.com/exactile/exactile/encode/cover"
)

// This file builds the models that the tests of this package search: boards of
// squares and cubes and pieces on them. It is written without package puzzle, so
// that a test here cannot inherit a mistake from there.

type cell [3]int

// shape is one piece type of a test board.
type shape struct {
	name     string
	cells    []cell
	min, max int
	fixed    bool // may not turn or flip
	noFlip   bool
}

// parseShape reads rows separated by blanks, 'X' being a cell.
func parseShape(rows string) []cell {
	var cells []cell
	for y, row := range strings.Fields(rows) {
		for x, c := range row {
			if c == 'X' {
				cells = append(cells, cell{x, y, 0})
			}
		}
	}
	return cells
}

func one(name, rows string) shape { return shape{name: name, cells: parseShape(rows), min: 1, max: 1} }

var pentominoes = []shape{
	one("F", ".XX XX. .X."), one("I", "XXXXX"), one("L", "XXXX X..."), one("N", "XX.. .XXX"),
	one("P", "XX XX X."), one("T", "XXX .X. .X."), one("U", "X.X XXX"), one("V", "X.. X.. XXX"),
	one("W", "X.. XX. .XX"), one("X", ".X. XXX .X."), one("Y", "XXXX .X.."), one("Z", "XX. .X. .XX"),
}

// soma is Piet Hein's cube; the twisted pieces A and B are mirror twins.
func soma() *cover.Model {
	return box(3, 3, 3, '.').model(
		one("V", "XX X."), one("L", "XXX X.."), one("T", "XXX .X."), one("Z", "XX. .XX"),
		shape{name: "A", cells: []cell{{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {1, 1, 1}}, min: 1, max: 1},
		shape{name: "B", cells: []cell{{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 0, 1}}, min: 1, max: 1},
		shape{name: "P", cells: []cell{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, min: 1, max: 1})
}

// motions returns the 8 motions of the square, or the 24 rotations of the cube.
func motions(solid bool) []func(cell) cell {
	var all []func(cell) cell
	perms := [][3]int{{0, 1, 2}, {1, 0, 2}}
	if solid {
		perms = [][3]int{{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}}
	}
	for _, p := range perms {
		for signs := range 8 {
			s := [3]int{1 - signs&1*2, 1 - signs>>1&1*2, 1 - signs>>2&1*2}
			det := s[0] * s[1] * s[2]
			if p[0] != 0 && p[1] != 1 && p[2] != 2 {
				// a cycle: even
			} else if p != [3]int{0, 1, 2} {
				det = -det
			}
			if solid && det != 1 || !solid && s[2] != 1 {
				continue
			}
			all = append(all, func(c cell) cell { return cell{s[0] * c[p[0]], s[1] * c[p[1]], s[2] * c[p[2]]} })
		}
	}
	return all
}

// orientations returns the different ways in which a shape can lie: turned and
// flipped as far as it may be.
func (s shape) orientations(solid bool) [][]cell {
	seen := map[string]bool{}
	var all [][]cell
	for _, f := range motions(solid) {
		if s.fixed && f(cell{1, 2, 3}) != (cell{1, 2, 3}) {
			continue
		}
		if s.noFlip {
			a, b := f(cell{1, 0, 0}), f(cell{0, 1, 0})
			if a[0]*b[1]-a[1]*b[0] != 1 {
				continue
			}
		}
		cells := make([]cell, len(s.cells))
		for k, c := range s.cells {
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

func normalize(cells []cell) []cell {
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
	sort.Slice(cells, func(a, b int) bool { return slices.Compare(cells[a][:], cells[b][:]) < 0 })
	return cells
}

// A board is a set of cells, each '.' (must be covered) or '?' (may stay empty).
type board struct {
	size  cell
	cells map[cell]byte
}

// rectangle returns a full board whose cells are all of one kind.
func rectangle(w, h int, kind byte) board { return box(w, h, 1, kind) }

func box(w, h, d int, kind byte) board {
	b := board{size: cell{w, h, d}, cells: map[cell]byte{}}
	for z := range d {
		for y := range h {
			for x := range w {
				b.cells[cell{x, y, z}] = kind
			}
		}
	}
	return b
}

func (b board) without(cells ...cell) board {
	for _, c := range cells {
		delete(b.cells, c)
	}
	return b
}

// model compiles the board: piece items first, then the cells in raster order.
// The symmetries are the motions of the bounding box that keep the board, the
// pieces and their options.
func (b board) model(shapes ...shape) *cover.Model {
	m := &cover.Model{}
	for _, s := range shapes {
		m.Items = append(m.Items, cover.Item{Name: s.name, Min: s.min, Max: s.max})
		m.Pos = append(m.Pos, -1)
	}
	item := map[cell]int{}
	for z := range b.size[2] {
		for y := range b.size[1] {
			for x := range b.size[0] {
				c := cell{x, y, z}
				kind, ok := b.cells[c]
				if !ok {
					continue
				}
				low := 1
				if kind == '?' {
					low = 0
				}
				item[c] = len(m.Items)
				m.Items = append(m.Items, cover.Item{Name: fmt.Sprint("c", x, ",", y, ",", z), Min: low, Max: 1})
				m.Pos = append(m.Pos, (z*b.size[1]+y)*b.size[0]+x)
			}
		}
	}
	solid := b.size[2] > 1
	for k, s := range shapes {
		for _, o := range s.orientations(solid) {
			for z := range b.size[2] {
				for y := range b.size[1] {
				next:
					for x := range b.size[0] {
						items := []int{k}
						for _, c := range o {
							i, ok := item[cell{c[0] + x, c[1] + y, c[2] + z}]
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
		}
	}
	m.Sym = b.symmetries(m, item)
	return m
}

// symmetries finds the motions of the box that are automorphisms of m.
func (b board) symmetries(m *cover.Model, item map[cell]int) [][]int {
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
	for _, f := range motions(b.size[2] > 1) {
		corner := f(cell{b.size[0] - 1, b.size[1] - 1, b.size[2] - 1})
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

func dominoes(width, height int) *cover.Model {
	return rectangle(width, height, '.').model(shape{name: "domino", cells: parseShape("XX"), max: width * height})
}
