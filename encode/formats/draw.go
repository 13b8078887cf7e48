package formats

import (
	"errors"

	"github.com/exactile/exactile/encode/lattice"
	"github.com/exactile/exactile/encode/puzzle"
)

// maxDrawing bounds the box of a drawing that is written, in characters.
const maxDrawing = 1 << 24

// draw draws cells in a box of the given size, layer by layer and row by row: a
// cell's symbol, or plain for a cell without one, and none elsewhere.
func draw(cells []puzzle.Cell, size lattice.Cell, plain, none rune) [][]string {
	layers := make([][][]rune, size[2])
	for z := range layers {
		layers[z] = make([][]rune, size[1])
		for y := range layers[z] {
			row := make([]rune, size[0])
			for x := range row {
				row[x] = none
			}
			layers[z][y] = row
		}
	}
	for _, c := range cells {
		mark := c.Symbol
		if mark == 0 {
			mark = plain
		}
		layers[c.At[2]][c.At[1]][c.At[0]] = mark
	}
	drawn := make([][]string, size[2])
	for z, layer := range layers {
		for _, row := range layer {
			drawn[z] = append(drawn[z], string(row))
		}
	}
	return drawn
}

// drawLayers draws the cells of a piece in the smallest box from the origin, or
// from their corner where some are negative.
func drawLayers(cells []puzzle.Cell, l *lattice.Lattice, plain, none rune) ([][]string, error) {
	places := make([]lattice.Cell, len(cells))
	negative := false
	for k, c := range cells {
		places[k] = c.At
		negative = negative || min(c.At[0], c.At[1], c.At[2]) < 0
	}
	var shift, size lattice.Cell
	if negative {
		shift = l.Corner(places)
	}
	moved := make([]puzzle.Cell, len(cells))
	for k, c := range cells {
		moved[k] = puzzle.Cell{At: c.At.Add(shift), Symbol: c.Symbol}
		for d := range size {
			size[d] = max(size[d], moved[k].At[d]+1)
		}
	}
	volume := 1
	for _, n := range size {
		if n > maxDrawing || volume*n > maxDrawing {
			return nil, errors.New("its cells lie too far apart to be drawn")
		}
		volume *= n
	}
	return draw(moved, size, plain, none), nil
}

// drawShape is drawLayers for the plane.
func drawShape(cells []puzzle.Cell, l *lattice.Lattice, plain, none rune) ([]string, error) {
	layers, err := drawLayers(cells, l, plain, none)
	if err != nil || len(layers) == 0 {
		return nil, err
	}
	return layers[0], nil
}
