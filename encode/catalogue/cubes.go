package catalogue

import (
	"github.com/exactile/exactile/encode/lattice"
	"github.com/exactile/exactile/encode/puzzle"
)

// somaPieces are the irregular solids of up to four cubes, by their usual letters.
//
// Source: P. Hein, 1933; M. Gardner, Mathematical Games, Scientific American, September
// 1958.
const somaPieces = `
	V XX X
	L XXX X
	T XXX .X
	Z XX .XX
	A X XX / X
	B X XX / . .X
	P XX X / X
`

// bedlamPieces are twelve pentacubes and a tetracube.
//
// Source: B. Bedlam, The Bedlam Cube.
const bedlamPieces = `
	A XX / .X .X
	B X.. XXX / . X
	C X XX .X / . . .X
	D . X / .X XX / . .X
	E . X / X X X / . X
	F XXX .X / . .X
	G . . X / X XX X
	H . .XX / XX .X
	I X X / . X X / . X
	J ..X ..X / XXX
	K XX .X .X / . . .X
	L . .X / .X XXX
	M .XX / XX / X
`

// tetrisPieces are nine pentacubes and three hexacubes.
//
// Source: Imagination Games, The Tetris Cube; S. Kurowski, Tetris Cube Solved.
const tetrisPieces = `
	A X X XXX / . X
	B X X XXX / X
	C XX .XX .X / X
	D .X / XXX .X / . .X
	E .X XX .X .X
	F X XX .X .X
	G X X XXX
	H X XX / . .X .X
	I .X / .X XXX
	J XX X X / .X
	K X XX .X / . . .X
	L X / XX XX
`

// halfHourPieces are three tetracubes and three pentacubes.
//
// Source: S. T. Coffin, The Half Hour Puzzle, his number 29, 1980.
const halfHourPieces = `
	A XXX .X / . .X
	B .XX XX / . .X
	C .X XXX / . X
	T .X XXX
	L X XXX
	S X XX / . .X
`

// diabolicalPieces are flat: one piece of each number of cubes from two to seven.
//
// Source: L. Hoffmann, Puzzles Old and New, 1893.
const diabolicalPieces = `
	I XX
	V XX X
	O XX XX
	U X.X XXX
	W X XX XXX
	L X XXX XXX
`

// slothouberBlocks are the blocks of the puzzle of J. Slothouber and W. Graatsma.
const slothouberBlocks = `
	square*6 XX XX
	cube*3 X
`

// conwayBlocks are the blocks of J. H. Conway's puzzle.
//
// Source: E. R. Berlekamp, J. H. Conway and R. K. Guy, Winning Ways for your Mathematical
// Plays, chapter 24, 1982.
const conwayBlocks = `
	plank*13 XXXX XXXX
	cube XX XX / XX XX
	square XX XX
	bar*3 XXX
`

// cubeFamilies lists the families of a single cube in the order of Entries.
func cubeFamilies() []family {
	return []family{
		single("soma", "the Soma cube: seven pieces of three and four cubes",
			lattice.Cube, "3x3x3", somaPieces,
			claim(puzzle.Solutions, 11520,
				"J. H. Conway and M. Guy, 1961: 240 up to turns and mirrors"),
			claim(puzzle.UpToSymmetry, 240, "J. H. Conway and M. Guy, 1961")),
		single("bedlam", "the Bedlam cube: thirteen pieces of four and five cubes",
			lattice.Cube, "4x4x4", bedlamPieces,
			claim(puzzle.Solutions, 460464,
				"S. Kurowski, Bedlam Cube Solved: 19186 up to the 24 turns")),
		single("tetris-cube", "the Tetris cube: twelve pieces of five and six cubes",
			lattice.Cube, "4x4x4", tetrisPieces,
			claim(puzzle.Solutions, 236136,
				"S. Kurowski, Tetris Cube Solved: 9839, as on its box, up to the 24 turns")),
		single("half-hour",
			"S. Coffin's Half Hour puzzle: six pieces of four and five cubes, one solution",
			lattice.Cube, "3x3x3", halfHourPieces,
			claim(puzzle.Solutions, 24, "S. T. Coffin, The Puzzling World of Polyhedral"+
				" Dissections: one, in 24 positions")),
		single("diabolical",
			"the Diabolical cube of 1893: six flat pieces of two to seven cubes",
			lattice.Cube, "3x3x3", diabolicalPieces,
			claim(puzzle.UpToSymmetry, 13,
				"S. T. Coffin, The Puzzling World of Polyhedral Dissections")),
		single("slothouber-graatsma",
			"J. Slothouber and W. Graatsma's cube: six flat squares and three cubes that fill 3x3x3",
			lattice.Cube, "3x3x3", slothouberBlocks,
			claim(puzzle.UpToSymmetry, 1, "Wikipedia, Slothouber-Graatsma puzzle")),
		single("conway", "J. H. Conway's blocks in a box: eighteen that fill 5x5x5",
			lattice.Cube, "5x5x5", conwayBlocks,
			claim(puzzle.Solutions, 27456, "native and clasp agree"),
			claim(puzzle.UpToSymmetry, 572, "native")),
	}
}
