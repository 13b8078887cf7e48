package proof_test

import (
	"slices"
	"strings"

	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/encode/puzzle"
)

// A shape is a polyomino drawn in rows of 'X' and '.'; its name is one letter.
type shape struct {
	name     string
	rows     []string
	min, max int
}

func (s shape) times(low, high int) shape {
	s.min, s.max = low, high
	return s
}

var domino = shape{"D", []string{"XX"}, 0, 99}

// symmetric compiles a puzzle on a board that is drawn as in a puzzle file, with the motions of the
// board. The items are the shapes, with bounds as they are given, then the cells.
func symmetric(rows []string, shapes ...shape) *cover.Model {
	b, err := puzzle.ParseBoard(rows...)
	if err != nil {
		panic(err)
	}
	p := &puzzle.Puzzle{Name: "board", Board: b}
	for _, s := range shapes {
		bounds := puzzle.Bounds{Min: s.min, Max: s.max}
		p.Pieces = append(p.Pieces, puzzle.NewPiece(s.name, s.rows...).Times(bounds))
	}
	tiling, err := p.Compile()
	if err != nil {
		panic(err)
	}
	for k, s := range shapes {
		tiling.Items[k].Min, tiling.Items[k].Max = s.min, s.max
	}
	return &cover.Model{Items: tiling.Items, Options: tiling.Options, Sym: tiling.Sym}
}

// board is symmetric without the motions.
func board(rows []string, shapes ...shape) *cover.Model {
	m := symmetric(rows, shapes...)
	m.Sym = nil
	return m
}

// mutilated returns a square board without two opposite corners.
func mutilated(n int) []string {
	rows := rectangle(n, n, ".")
	rows[0] = "#" + rows[0][1:]
	rows[n-1] = rows[n-1][1:] + "#"
	return rows
}

func rectangle(height, width int, c string) []string {
	return slices.Repeat([]string{strings.Repeat(c, width)}, height)
}
