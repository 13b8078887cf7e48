package catalogue

import (
	"errors"

	"github.com/exactile/exactile/encode/lattice"
	"github.com/exactile/exactile/encode/puzzle"
)

// A solid is a piece in space that is used once: its layers, each a list of rows.
type solid struct {
	name   string
	layers [][]string
}

// A block is a box-shaped piece in space, with the number of its copies.
type block struct {
	name  string
	size  [3]int
	count int
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

// tetrisPieces are nine pentacubes and three hexacubes.
//
// Source: Imagination Games, The Tetris Cube; S. Kurowski, Tetris Cube Solved.
var tetrisPieces = []solid{
	{"A", [][]string{{"X", "X", "XXX"}, {"", "X"}}},
	{"B", [][]string{{"X", "X", "XXX"}, {"X"}}},
	{"C", [][]string{{"XX", ".XX", ".X"}, {"X"}}},
	{"D", [][]string{{".X"}, {"XXX", ".X"}, {"", ".X"}}},
	{"E", [][]string{{".X", "XX", ".X", ".X"}}},
	{"F", [][]string{{"X", "XX", ".X", ".X"}}},
	{"G", [][]string{{"X", "X", "XXX"}}},
	{"H", [][]string{{"X", "XX"}, {"", ".X", ".X"}}},
	{"I", [][]string{{".X"}, {".X", "XXX"}}},
	{"J", [][]string{{"XX", "X", "X"}, {".X"}}},
	{"K", [][]string{{"X", "XX", ".X"}, {"", "", ".X"}}},
	{"L", [][]string{{"X"}, {"XX", "XX"}}},
}

// halfHourPieces are three tetracubes and three pentacubes.
//
// Source: S. T. Coffin, The Half Hour Puzzle, his number 29, 1980.
var halfHourPieces = []solid{
	{"A", [][]string{{"XXX", ".X"}, {"", ".X"}}},
	{"B", [][]string{{".XX", "XX"}, {"", ".X"}}},
	{"C", [][]string{{".X", "XXX"}, {"", "X"}}},
	{"T", [][]string{{".X", "XXX"}}},
	{"L", [][]string{{"X", "XXX"}}},
	{"S", [][]string{{"X", "XX"}, {"", ".X"}}},
}

// diabolicalPieces are flat: one piece of each number of cubes from two to seven.
//
// Source: L. Hoffmann, Puzzles Old and New, 1893.
var diabolicalPieces = []solid{
	{"I", [][]string{{"XX"}}},
	{"V", [][]string{{"XX", "X"}}},
	{"O", [][]string{{"XX", "XX"}}},
	{"U", [][]string{{"X.X", "XXX"}}},
	{"W", [][]string{{"X", "XX", "XXX"}}},
	{"L", [][]string{{"X", "XXX", "XXX"}}},
}

// slothouberBlocks are the blocks of the puzzle of J. Slothouber and W. Graatsma.
var slothouberBlocks = []block{{"square", [3]int{2, 2, 1}, 6}, {"cube", [3]int{1, 1, 1}, 3}}

// conwayBlocks are the blocks of J. H. Conway's puzzle.
//
// Source: E. R. Berlekamp, J. H. Conway and R. K. Guy, Winning Ways for your Mathematical
// Plays, chapter 24, 1982.
var conwayBlocks = []block{
	{"plank", [3]int{4, 2, 1}, 13}, {"cube", [3]int{2, 2, 2}, 1},
	{"square", [3]int{2, 2, 1}, 1}, {"bar", [3]int{3, 1, 1}, 3},
}

// cubeFamily returns the family of a single puzzle: the cube of the given side.
func cubeFamily[P interface{ piece() puzzle.Piece }](
	name, text, size string, pieces []P, claims ...puzzle.Claim,
) family {
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

// piece returns the solid as a piece that may be turned and is used once.
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

// piece returns the block as a piece that may be turned, with its number of copies.
func (b block) piece() puzzle.Piece {
	piece := puzzle.Piece{Name: b.name, Count: puzzle.Exactly(b.count), Rotate: true}
	for z := range b.size[2] {
		for y := range b.size[1] {
			for x := range b.size[0] {
				piece.Cells = append(piece.Cells, puzzle.Cell{At: lattice.Cell{x, y, z}})
			}
		}
	}
	return piece
}

// cubeFamilies lists the families of a single cube in the order of Entries.
func cubeFamilies() []family {
	return []family{
		cubeFamily("soma", "the Soma cube: seven pieces of three and four cubes",
			"3x3x3", somaPieces,
			claim(puzzle.Solutions, 11520,
				"J. H. Conway and M. Guy, 1961: 240 up to turns and mirrors"),
			claim(puzzle.UpToSymmetry, 240, "J. H. Conway and M. Guy, 1961")),
		cubeFamily("bedlam", "the Bedlam cube: thirteen pieces of four and five cubes",
			"4x4x4", bedlamPieces,
			claim(puzzle.Solutions, 460464,
				"S. Kurowski, Bedlam Cube Solved: 19186 up to the 24 turns")),
		cubeFamily("tetris-cube", "the Tetris cube: twelve pieces of five and six cubes",
			"4x4x4", tetrisPieces,
			claim(puzzle.Solutions, 236136,
				"S. Kurowski, Tetris Cube Solved: 9839, as on its box, up to the 24 turns")),
		cubeFamily("half-hour",
			"S. Coffin's Half Hour puzzle: six pieces of four and five cubes, one solution",
			"3x3x3", halfHourPieces,
			claim(puzzle.Solutions, 24, "S. T. Coffin, The Puzzling World of Polyhedral"+
				" Dissections: one, in 24 positions")),
		cubeFamily("diabolical",
			"the Diabolical cube of 1893: six flat pieces of two to seven cubes",
			"3x3x3", diabolicalPieces,
			claim(puzzle.UpToSymmetry, 13,
				"S. T. Coffin, The Puzzling World of Polyhedral Dissections")),
		cubeFamily("slothouber-graatsma",
			"J. Slothouber and W. Graatsma's cube: six flat squares and three cubes that fill 3x3x3",
			"3x3x3", slothouberBlocks,
			claim(puzzle.UpToSymmetry, 1, "Wikipedia, Slothouber-Graatsma puzzle")),
		cubeFamily("conway", "J. H. Conway's blocks in a box: eighteen that fill 5x5x5",
			"5x5x5", conwayBlocks,
			claim(puzzle.Solutions, 27456, "native and clasp agree"),
			claim(puzzle.UpToSymmetry, 572, "native")),
	}
}
