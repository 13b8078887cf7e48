package proof_test

import (
	"fmt"
	"slices"
	"strings"

	"github.com/exactile/exactile/encode/cover"
)

// The tests make their puzzles themselves, so that they depend only on the cover model.

type cell [2]int

// A shape is a polyomino drawn in rows of 'X' and '.'; its name is one letter.
type shape struct {
	name     string
	rows     []string
	min, max int
}

var pentominoes = []shape{
	{"F", []string{".XX", "XX.", ".X."}, 1, 1}, {"I", []string{"XXXXX"}, 1, 1},
	{"L", []string{"XXXX", "X..."}, 1, 1}, {"N", []string{"XXX.", "..XX"}, 1, 1},
	{"P", []string{"XX", "XX", "X."}, 1, 1}, {"T", []string{"XXX", ".X.", ".X."}, 1, 1},
	{"U", []string{"X.X", "XXX"}, 1, 1}, {"V", []string{"X..", "X..", "XXX"}, 1, 1},
	{"W", []string{"X..", "XX.", ".XX"}, 1, 1}, {"X", []string{".X.", "XXX", ".X."}, 1, 1},
	{"Y", []string{"XXXX", ".X.."}, 1, 1}, {"Z", []string{"XX.", ".X.", ".XX"}, 1, 1},
}

// orientations returns the distinct images of a shape under turns and
// reflections, each with its cells sorted.
func (s shape) orientations() [][]cell {
	var cells []cell
	for y, row := range s.rows {
		for x, c := range row {
			if c == 'X' {
				cells = append(cells, cell{y, x})
			}
		}
	}
	var all [][]cell
	for turn := range 8 {
		image := slices.Clone(cells)
		low := cell{1 << 20, 1 << 20}
		for k, c := range image {
			if turn&1 != 0 {
				c[0] = -c[0]
			}
			if turn&2 != 0 {
				c[1] = -c[1]
			}
			if turn&4 != 0 {
				c[0], c[1] = c[1], c[0]
			}
			image[k] = c
			low[0], low[1] = min(low[0], c[0]), min(low[1], c[1])
		}
		for k := range image {
			image[k][0] -= low[0]
			image[k][1] -= low[1]
		}
		slices.SortFunc(image, func(a, b cell) int { return slices.Compare(a[:], b[:]) })
		if !slices.ContainsFunc(all, func(o []cell) bool { return slices.Equal(o, image) }) {
			all = append(all, image)
		}
	}
	return all
}

// board compiles a puzzle. '.' must be covered, '?' may stay empty, '#' is no
// cell; the items are the shapes, then the cells.
func board(rows []string, shapes ...shape) *cover.Model {
	m := new(cover.Model)
	for _, s := range shapes {
		m.Items = append(m.Items, cover.Item{Name: s.name, Min: s.min, Max: s.max})
	}
	at := make(map[cell]int)
	for y, row := range rows {
		for x, c := range row {
			if c == '#' {
				continue
			}
			at[cell{y, x}] = len(m.Items)
			it := cover.Item{Name: fmt.Sprintf("%d,%d", x, y), Min: 1, Max: 1}
			if c == '?' {
				it.Min = 0
			}
			m.Items = append(m.Items, it)
		}
	}
	for p, s := range shapes {
		for _, orientation := range s.orientations() {
			for y := range rows {
				for x := range rows[0] {
					option := []int{p}
					for _, c := range orientation {
						if i, ok := at[cell{y + c[0], x + c[1]}]; ok {
							option = append(option, i)
						}
					}
					if len(option) == 1+len(orientation) {
						slices.Sort(option)
						m.Options = append(m.Options, option)
					}
				}
			}
		}
	}
	return m
}

// motions returns the motions of a board that map it onto itself, as
// permutations of the options of the model that board made of it. All pieces must
// be free to turn and flip.
func motions(m *cover.Model, rows []string, shapes int) [][]int {
	index := make(map[cell]int)
	var cells []cell
	for y, row := range rows {
		for x, c := range row {
			if c != '#' {
				index[cell{y, x}] = shapes + len(cells)
				cells = append(cells, cell{y, x})
			}
		}
	}
	option := make(map[string]int)
	for o, items := range m.Options {
		option[fmt.Sprint(items)] = o
	}
	var group [][]int
	for turn := range 8 {
		items, ok := make([]int, len(m.Items)), true
		for i := range shapes {
			items[i] = i
		}
		for k, c := range cells {
			if turn&1 != 0 {
				c[0] = len(rows) - 1 - c[0]
			}
			if turn&2 != 0 {
				c[1] = len(rows[0]) - 1 - c[1]
			}
			if turn&4 != 0 {
				c[0], c[1] = c[1], c[0]
			}
			j, there := index[c]
			ok = ok && there && m.Items[j].Min == m.Items[shapes+k].Min
			items[shapes+k] = j
		}
		if !ok {
			continue
		}
		g := make([]int, len(m.Options))
		for o, from := range m.Options {
			var to []int
			for _, i := range from {
				to = append(to, items[i])
			}
			slices.Sort(to)
			g[o] = option[fmt.Sprint(to)]
		}
		group = append(group, g)
	}
	return group
}

func rectangle(height, width int, c string) []string {
	return slices.Repeat([]string{strings.Repeat(c, width)}, height)
}
