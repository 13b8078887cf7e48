// Package puzzle describes placement puzzles and compiles them to cover models.
//
// A puzzle is a board, pieces with counts, and hints; compiling it lists the
// placements of the pieces on the board as options of a cover model, together
// with the symmetries of the whole. The package owns the geometry and nothing
// else: it reads no files, encodes nothing and searches nothing.
package puzzle

import (
	"fmt"
	"math"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/encode/lattice"
)

// A Puzzle is what a puzzle file says. A puzzle without cells and without pieces is
// valid and has one solution, the empty one.
// A Puzzle is not changed by Compile and may be compiled any number of times.
type Puzzle struct {
	Name    string
	Lattice *lattice.Lattice // nil is lattice.Square
	Board   Board
	Pieces  []Piece
	Place   []Hint  // placements that every solution contains
	Claims  []Claim // what the file says of its own solutions

	// Cover, where it is not nil, is the whole puzzle: a cover model without
	// geometry. Lattice, Board, Pieces and Place are empty then.
	Cover *cover.Model
}

// A Board is a set of sites inside the box from the origin to Size.
type Board struct {
	// Size is the number of columns, rows and layers.
	Size lattice.Cell
	// Sites lists the cells that are there, in reading order (by z, y, x).
	Sites []Site
}

// A Site is a cell of the board.
type Site struct {
	Cell
	Optional bool // it may stay empty
	// Region is the region that the cell belongs to, 0 for none. It only says where the
	// pieces may lie that are held to regions.
	Region rune
	// Label is what drawings write on the cell, such as the day of a calendar, in one word;
	// "" is nothing. It changes no solution.
	Label string
}

// MaxLabel is how many characters a label has at most: more are not legible in a cell.
const MaxLabel = 8

// A Cell is a place with an optional symbol. A piece cell with a symbol covers
// only board cells with that symbol, a plain one only plain ones, and one with the symbol
// [Any] all of them. Which way a piece lies is told by the cells that it covers: two ways that
// cover the same are one.
type Cell struct {
	At     lattice.Cell
	Symbol rune // 0: plain
}

// Any is the symbol of a piece cell that covers whatever is on the board.
const Any = '?'

// covers reports whether a piece cell may lie on a board cell with that symbol.
func (c *Cell) covers(symbol rune) bool { return c.Symbol == symbol || c.Symbol == Any }

// Unbounded is the Max of a piece that may be used as often as it fits.
const Unbounded = math.MaxInt32

// Bounds say how many times a piece is used: from Min to Max, both inclusive.
type Bounds struct{ Min, Max int }

// Exactly returns the bounds n..n.
func Exactly(n int) Bounds { return Bounds{n, n} }

// String returns the spelling of puzzle files: "2", "0..1", "any", "1..any".
func (b Bounds) String() string {
	switch {
	case b.Min == b.Max:
		return fmt.Sprint(b.Min)
	case b.Max == Unbounded && b.Min == 0:
		return "any"
	case b.Max == Unbounded:
		return fmt.Sprintf("%d..any", b.Min)
	}
	return fmt.Sprintf("%d..%d", b.Min, b.Max)
}

// A Piece is a shape and how it may be used. Its cells need not be connected.
type Piece struct {
	Name   string
	Cells  []Cell // at least one, in any position and order, without repeats
	Count  Bounds
	Rotate bool // it may be turned
	// Flip says that it may be flipped over, which in space is to be mirrored: puzzles
	// mean that in the plane, and in space they do not (see lattice.Lattice.Flips).
	Flip bool
	// Within holds the piece to the cells of these regions, a character each; "": it may
	// lie anywhere. So a family of puzzles is one puzzle: its date, its dice are pieces.
	Within string
	// Colour is what drawings fill the piece with, such as "#ff8000"; "": what they choose.
	Colour string
}

// RGB returns the piece's colour, if it has one of the right form.
func (p *Piece) RGB() (r, g, b uint8, ok bool) {
	v, err := strconv.ParseUint(strings.TrimPrefix(p.Colour, "#"), 16, 24)
	if err != nil || len(p.Colour) != len("#rrggbb") || p.Colour[0] != '#' {
		return 0, 0, 0, false
	}
	return uint8(v >> 16), uint8(v >> 8), uint8(v), true
}

// A Hint is a placement that every solution must contain.
type Hint struct {
	Piece string
	Cells []lattice.Cell // in any order
}

// A Claim is a statement of a puzzle file about the puzzle's solutions. Exactly
// one of Count, Unique and Digest is meant, as Kind says.
type Claim struct {
	Kind   ClaimKind
	Count  *big.Int     // of Solutions, UpToSymmetry and AtLeast
	Digest cover.Digest // of DigestIs
	Source string       // who says so
	Line   int          // where it stands in its file, from 1; 0: nowhere
}

// ClaimKind is the key of a claim in a puzzle file.
type ClaimKind string

// The kinds of claims.
const (
	Solutions    ClaimKind = "solutions"      // there are exactly Count solutions
	UpToSymmetry ClaimKind = "up_to_symmetry" // they form exactly Count orbits
	AtLeast      ClaimKind = "at_least"       // there are Count solutions or more
	Unique       ClaimKind = "unique"         // there is exactly one solution
	DigestIs     ClaimKind = "digest"         // the set of solutions has this digest
)

// Shown returns the label that drawings write on a placement instead of its piece's letter,
// or "". A piece of one cell that is held to regions only points at its cell: it is a date, or
// a face of a die.
func (p *Puzzle) Shown(piece int, cells []lattice.Cell) string {
	if len(cells) != 1 || p.Pieces[piece].Within == "" {
		return ""
	}
	sites := p.Board.Sites
	n, ok := slices.BinarySearchFunc(sites, cells[0], func(s Site, c lattice.Cell) int {
		return s.At.Compare(c)
	})
	if !ok {
		return ""
	}
	return sites[n].Label
}

// Area returns the number of cells of the board that must be covered and of
// those that may stay empty.
func (p *Puzzle) Area() (must, may int) {
	for _, s := range p.Board.Sites {
		if s.Optional {
			may++
		} else {
			must++
		}
	}
	return must, may
}

// Piece returns the index of the piece of that name, or -1.
func (p *Puzzle) Piece(name string) int {
	return slices.IndexFunc(p.Pieces, func(piece Piece) bool { return piece.Name == name })
}
