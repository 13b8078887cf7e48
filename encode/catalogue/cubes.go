package catalogue

import (
	"errors"

	"github.com/exactile/exactile/encode/lattice"
	"github.com/exactile/exactile/encode/puzzle"
)

// A solid is a piece in space: its layers, each a list of rows.
type solid struct {
	name   string
	layers [][]string
}

// somaPieces are the irregular solids of up to four cubes, by their usual letters.
//
// Source: P. Hein, 1933; M. Gardner, Mathematical Games, Scientific American, September
// 1958.
var somaPieces = []solid{
	{"V", [][]string{{"XX", "X"}}},
	{"L", [][]string{{"XXX", "X"}}},
	{"T", [][]string{{"XXX", ".X"}}},
	{"Z", [][]string{{"XX", ".XX"}}},
	{"A", [][]string{{"X", "XX"}, {"X"}}},
	{"B", [][]string{{"X", "XX"}, {"", ".X"}}},
	{"P", [][]string{{"XX", "X"}, {"X"}}},
}

// bedlamPieces are twelve pentacubes and a tetracube.
//
// Source: B. Bedlam, The Bedlam Cube.
var bedlamPieces = []solid{
	{"A", [][]string{{"XX"}, {".X", ".X"}}},
	{"B", [][]string{{"X..", "XXX"}, {"", "X"}}},
	{"C", [][]string{{"X", "XX", ".X"}, {"", "", ".X"}}},
	{"D", [][]string{{"", "X"}, {".X", "XX"}, {"", ".X"}}},
	{"E", [][]string{{"", "X"}, {"X", "X", "X"}, {"", "X"}}},
	{"F", [][]string{{"XXX", ".X"}, {"", ".X"}}},
	{"G", [][]string{{"", "", "X"}, {"X", "XX", "X"}}},
	{"H", [][]string{{"", ".XX"}, {"XX", ".X"}}},
	{"I", [][]string{{"X", "X"}, {"", "X", "X"}, {"", "X"}}},
	{"J", [][]string{{"..X", "..X"}, {"XXX"}}},
	{"K", [][]string{{"XX", ".X", ".X"}, {"", "", ".X"}}},
	{"L", [][]string{{"", ".X"}, {".X", "XXX"}}},
	{"M", [][]string{{".XX"}, {"XX"}, {"X"}}},
}

// cubeFamily returns the family of one cube of the given side.
func cubeFamily(name, text, size string, pieces []solid, claims ...puzzle.Claim) family {
	return family{
		name:    name,
		entries: []Entry{{name, text, name}},
		lookup: func(_ string, colon bool) ([]*puzzle.Puzzle, error) {
			if colon {
				return nil, errors.New(name + ": there is one puzzle of that name, and nothing after it")
			}
			board, err := Board(lattice.Cube, size)
			if err != nil {
				return nil, err
			}
			p := &puzzle.Puzzle{Name: name, Lattice: lattice.Cube, Board: board, Claims: claims}
			for _, s := range pieces {
				p.Pieces = append(p.Pieces, s.piece())
			}
			return []*puzzle.Puzzle{p}, nil
		},
	}
}

// piece returns the solid as a piece that turns, once.
func (s solid) piece() puzzle.Piece {
	piece := puzzle.Piece{Name: s.name, Count: puzzle.Exactly(1), Rotate: true}
	for z, layer := range s.layers {
		for _, c := range puzzle.Shape(layer...) {
			c.At[2] = z
			piece.Cells = append(piece.Cells, c)
		}
	}
	return piece
}

func somaFamily() family {
	return cubeFamily("soma", "the Soma cube: seven pieces of three and four cubes", "3x3x3", somaPieces,
		claim(puzzle.Solutions, 11520, "J. H. Conway and M. Guy, 1961: 240 up to turns and mirrors"),
		claim(puzzle.UpToSymmetry, 240, "J. H. Conway and M. Guy, 1961"))
}

func bedlamFamily() family {
	return cubeFamily("bedlam", "the Bedlam cube: thirteen pieces of four and five cubes", "4x4x4", bedlamPieces,
		claim(puzzle.Solutions, 460464, "S. Kurowski, Bedlam Cube Solved: 19186 up to the 24 turns"))
}
