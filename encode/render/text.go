package render

import (
	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/encode/puzzle"
	"github.com/exactile/exactile/encode/render/internal/letters"
)

// Letters gives every piece a letter of its own: in file order, the first letter
// of its name that no piece before it has, else the first free one of A-Z, a-z
// and 0-9, else the first free letter of Unicode from U+00C0 on.
func Letters(pieces []puzzle.Piece) []rune { return letters.Of(pieces) }

// Legend lists which letter stands for which piece, one "letter name" a line in file order; it is
// empty if every piece's name is its letter.
func Legend(pieces []puzzle.Piece) string { return letters.Legend(pieces) }

// Text draws a solution of t, one letter a cell: '.' is a cell that stays empty, '#' no cell.
// Newlines end rows, and an empty line separates layers. For a puzzle without geometry it lists the
// solution, one option a line. The legend is not included; see [Legend].
func Text(t *puzzle.Tiling, s cover.Solution) string { return letters.Text(t, s) }

// Board draws the board of p in the spelling of puzzle files: '.' must be
// covered, '?' may stay empty, '#' is no cell, any other character is a symbol. A
// symbol cell that may stay empty looks like one that must be covered.
func Board(p *puzzle.Puzzle) string { return letters.Board(p) }

// Regions draws the regions of p in the spelling of puzzle files: '.' is a cell in no region, '#'
// is no cell. It is empty if p has no regions.
func Regions(p *puzzle.Puzzle) string { return letters.Regions(p) }

// Shape draws an orientation in the spelling of puzzle files.
func Shape(o puzzle.Orientation) string { return letters.Shape(o) }
