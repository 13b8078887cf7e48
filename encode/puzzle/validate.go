package puzzle

import (
	"errors"
	"fmt"
	"strings"

	"github.com/exactile/exactile/encode/lattice"
)

// An Error is a fault of a puzzle and the part at fault, so that a reader of files can report its
// place.
type Error struct {
	Part  string // "board", "regions", "piece", "hint"; "" for the whole
	Index int    // which piece or hint
	// Field is the field at fault: "name", "cells", "count", "within" or "color" of a piece,
	// "piece" or "cells" of a hint; "" for the whole part.
	Field string
	// Cell is the cell of the board or piece at fault, or nil.
	Cell *lattice.Cell
	Text string
	Err  error // the cause, such as a *TooLargeError, or nil
}

func (e *Error) Error() string { return e.Text }

// Unwrap returns Err.
func (e *Error) Unwrap() error { return e.Err }

// Validate reports every fault that makes a puzzle meaningless, joined: a piece without cells or
// with a repeated name or cell, bounds below zero or crossed, a symbol that no board cell or no
// piece has, a region that the board does not have, a hint for an unknown piece. A puzzle that
// merely has no solution is valid. The errors are of type *Error.
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
	if size := p.Board.Size; min(size[0], size[1], size[2]) < 0 {
		fault("board", 0, "a board of %d columns, %d rows and %d layers", size[0], size[1], size[2])
	}
	boardSymbols, regions := make(map[rune]bool), make(map[rune]bool)
	for k := range p.Board.Sites {
		s := &p.Board.Sites[k] // errors keep the address: a copy would escape for each cell
		if k > 0 && p.Board.Sites[k-1].At.Compare(s.At) >= 0 {
			fault("board", 0, "the board's cell %s is repeated or out of order", cellName(p.Lattice, s.At)).Cell = &s.At
		}
		for d, n := range p.Board.Size {
			if s.At[d] < 0 || s.At[d] >= n {
				fault("board", 0, "the board's cell %s lies outside its %d columns, %d rows and %d layers", cellName(p.Lattice, s.At), p.Board.Size[0], p.Board.Size[1], p.Board.Size[2]).Cell = &s.At
				break
			}
		}
		if s.Symbol == Any {
			fault("board", 0, "the board's cell %s has the symbol %q, which only cells of pieces may have",
				cellName(p.Lattice, s.At), s.Symbol).Cell = &s.At
		}
		boardSymbols[s.Symbol], regions[s.Region] = true, true
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
			if c.Symbol == Any && len(boardSymbols) == 1 && boardSymbols[0] {
				e := fault("piece", k, "piece %q: '?' in a shape is a cell that lies on any symbol, and the board has none: "+
					"write 'X' for a cell, '.' for none; only cells of the board may stay empty", piece.Name)
				e.Field, e.Cell = "cells", &c.At
				break
			}
		}
		switch {
		case piece.Count.Min < 0 || piece.Count.Max < 0:
			fault("piece", k, "piece %q: a count below zero", piece.Name).Field = "count"
		case piece.Count.Min > piece.Count.Max:
			fault("piece", k, "piece %q: the count %d..%d ends before it starts", piece.Name, piece.Count.Min, piece.Count.Max).Field = "count"
		}
		if _, _, _, ok := piece.RGB(); !ok && piece.Colour != "" {
			fault("piece", k, "piece %q: the colour %q is none of the form \"#ff8000\"",
				piece.Name, piece.Colour).Field = "color"
		}
		for n, r := range piece.Within {
			switch {
			case r == 0 || !regions[r]:
				fault("piece", k, "piece %q is held to the region %q, which no cell of the board is in",
					piece.Name, r).Field = "within"
			case strings.ContainsRune(piece.Within[:n], r):
				fault("piece", k, "piece %q is held to the region %q twice", piece.Name, r).Field = "within"
			}
		}
	}
	for k := range p.Board.Sites {
		s := &p.Board.Sites[k]
		if boardSymbols[s.Symbol] && s.Symbol != 0 && !pieceSymbols[s.Symbol] && !pieceSymbols[Any] {
			e := fault("board", 0, "no piece has the symbol %q of the board's cell %s",
				s.Symbol, cellName(p.Lattice, s.At))
			if e.Cell = &s.At; pieceSymbols[0] && len(pieceSymbols) == 1 {
				e.Text += "; a plain cell of a board is '.'"
			}
			boardSymbols[s.Symbol] = false // report it once
		}
	}
	for k, h := range p.Place {
		if !names[h.Piece] {
			fault("hint", k, "hint %d: there is no piece %q", k+1, h.Piece).Field = "piece"
		}
	}
	return errors.Join(faults...)
}
