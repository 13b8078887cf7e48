// Package puzzle describes placement puzzles and compiles them to cover models.
//
// A puzzle is a board, pieces with counts, and hints; compiling it lists the
// placements of the pieces on the board as options of a cover model, together
// with the symmetries of the whole. The package owns the geometry and nothing
// else: it reads no files, encodes nothing and searches nothing.
package puzzle

import (
	"errors"
	"fmt"
	"math"
	"math/big"
	"slices"

	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/encode/lattice"
)

// A Puzzle is what a puzzle file says. The zero Lattice is not valid; a puzzle
// without cells and without pieces is valid and has one solution, the empty one.
// A Puzzle is not changed by Compile and may be compiled any number of times.
type Puzzle struct {
	Name    string
	Lattice *lattice.Lattice
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
}

// A Cell is a place with an optional symbol. A piece cell with a symbol covers
// only board cells with that symbol, a plain one only plain ones.
type Cell struct {
	At     lattice.Cell
	Symbol rune // 0: plain
}

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

// An Error is a fault of a puzzle, with the part that is at fault so that a
// reader of files can say where it stands.
type Error struct {
	Part  string // "board", "piece", "hint"; "" for the whole
	Index int    // which piece or hint
	// Field says what of the part: "name", "cells" or "count" of a piece, "piece"
	// or "cells" of a hint; "" for the whole part.
	Field string
	// Cell is the cell of the board or piece at fault, or nil.
	Cell *lattice.Cell
	Text string
	Err  error // what the error was made from, such as a *TooLargeError, or nil
}

func (e *Error) Error() string { return e.Text }

// Unwrap returns Err.
func (e *Error) Unwrap() error { return e.Err }

// Validate reports every fault that makes a puzzle meaningless, joined: a piece
// without cells or with a repeated name or cell, bounds below zero or crossed, a
// symbol no board cell or no piece has, a hint for an unknown piece. A puzzle that merely
// has no solution is valid. The errors are of type *Error.
func (p *Puzzle) Validate() error {
	if p.Cover != nil {
		return p.Cover.Validate()
	}
	var faults []error
	fault := func(part string, index int, format string, args ...any) *Error {
		e := &Error{Part: part, Index: index, Text: fmt.Sprintf(format, args...)}
		faults = append(faults, e)
		return e
	}
	if p.Lattice == nil {
		fault("", 0, "the puzzle names no lattice")
	}
	if size := p.Board.Size; min(size[0], size[1], size[2]) < 0 {
		fault("board", 0, "a board of %d columns, %d rows and %d layers", size[0], size[1], size[2])
	}
	boardSymbols := make(map[rune]bool)
	for k := range p.Board.Sites {
		s := &p.Board.Sites[k] // a copy would be a new one for each cell, since errors keep its place
		if k > 0 && p.Board.Sites[k-1].At.Compare(s.At) >= 0 {
			fault("board", 0, "the board's cell %s is repeated or out of order", cellName(p.Lattice, s.At)).Cell = &s.At
		}
		for d, n := range p.Board.Size {
			if s.At[d] < 0 || s.At[d] >= n {
				fault("board", 0, "the board's cell %s lies outside its %d columns, %d rows and %d layers", cellName(p.Lattice, s.At), p.Board.Size[0], p.Board.Size[1], p.Board.Size[2]).Cell = &s.At
				break
			}
		}
		boardSymbols[s.Symbol] = true
	}
	names := make(map[string]bool, len(p.Pieces))
	pieceSymbols := make(map[rune]bool)
	for k, piece := range p.Pieces {
		switch {
		case piece.Name == "":
			fault("piece", k, "piece %d has no name", k+1).Field = "name"
		case names[piece.Name]:
			fault("piece", k, "two pieces are named %q", piece.Name).Field = "name"
		}
		names[piece.Name] = true
		if len(piece.Cells) == 0 {
			fault("piece", k, "piece %q has no cells", piece.Name).Field = "cells"
		}
		seen := make(map[lattice.Cell]bool, len(piece.Cells))
		for _, c := range piece.Cells {
			if seen[c.At] {
				e := fault("piece", k, "piece %q has the cell %s twice", piece.Name, cellName(p.Lattice, c.At))
				e.Field, e.Cell = "cells", &c.At
			}
			seen[c.At] = true
			pieceSymbols[c.Symbol] = true
		}
		switch {
		case piece.Count.Min < 0 || piece.Count.Max < 0:
			fault("piece", k, "piece %q: a count below zero", piece.Name).Field = "count"
		case piece.Count.Min > piece.Count.Max:
			fault("piece", k, "piece %q: the count %d..%d ends before it starts", piece.Name, piece.Count.Min, piece.Count.Max).Field = "count"
		}
	}
	for k := range p.Board.Sites {
		s := &p.Board.Sites[k]
		if boardSymbols[s.Symbol] && s.Symbol != 0 && !pieceSymbols[s.Symbol] {
			e := fault("board", 0, "no piece has the symbol %q of the board's cell %s",
				s.Symbol, cellName(p.Lattice, s.At))
			if e.Cell = &s.At; pieceSymbols[0] && len(pieceSymbols) == 1 {
				e.Text += "; a plain cell of a board is '.'"
			}
			boardSymbols[s.Symbol] = false // once is enough
		}
	}
	for k, h := range p.Place {
		if !names[h.Piece] {
			fault("hint", k, "hint %d: there is no piece %q", k+1, h.Piece).Field = "piece"
		}
	}
	return errors.Join(faults...)
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
