package formats

import (
	"errors"

	"github.com/exactile/exactile/encode/lattice"
	"github.com/exactile/exactile/encode/puzzle"
	"github.com/exactile/exactile/internal/tree"
)

// A Document is a puzzle and the places of its parts in the file.
type Document struct {
	Puzzle *puzzle.Puzzle

	source *source
	places puzzlePlaces
}

// Compile compiles the document's puzzle. Its errors have places.
func (d *Document) Compile() (*puzzle.Tiling, error) {
	t, err := d.Puzzle.CompileWithin(d.source.limits.Entries)
	return t, d.Place(err)
}

// ErrNoBoard is the cause of a mistake: a file has pieces alone.
var ErrNoBoard = errors.New("the file has pieces and no board: give the board in a file of its own")

// checkBoard returns an error unless the puzzle has one board, or may have none.
func (d *Document) checkBoard(o Options) error {
	switch boardless := d.places.boardless; {
	case boardless && o.BoardFile == "" && !o.Boardless:
		return tree.At(d.places.whole, "%w", ErrNoBoard)
	case !boardless && o.BoardFile != "":
		return tree.At(d.places.whole, "the file has a board of its own; want pieces alone "+
			"beside another board")
	}
	return nil
}

// Ragged names a row of the board that is drawn shorter than others, such as "row 2 has 5 cells,
// the widest 6"; it returns "" if there is none. A cell may have been forgotten there.
func (d *Document) Ragged() string { return d.places.ragged }

// Place gives each error about the document's puzzle its place in the file: a *puzzle.Error becomes
// an error at the place of the part, any other error one at the start of the document. The result
// is as that of [Read], nil if err is nil.
func (d *Document) Place(err error) error {
	if err == nil {
		return nil
	}
	var all []error
	for _, one := range single(err) {
		p := d.places.whole
		if part, ok := errors.AsType[*puzzle.Error](one); ok {
			p = d.places.locate(part)
		}
		all = append(all, tree.At(p, "%w", one))
	}
	return d.source.placed(errors.Join(all...))
}

// puzzlePlaces holds the places of the parts of a puzzle; an unknown part is placed at whole.
type puzzlePlaces struct {
	whole  tree.Pos
	board  *cellPlaces
	ragged string                  // a row of the board that is shorter than others, in words
	parts  map[string][]partPlaces // of pieces, hints and so on, by their names in puzzle.Error
	// boardless is set if the file has pieces alone.
	boardless bool
}

// add adds the places of a part.
func (pp *puzzlePlaces) add(part string, p partPlaces) {
	if pp.parts == nil {
		pp.parts = make(map[string][]partPlaces)
	}
	pp.parts[part] = append(pp.parts[part], p)
}

// partPlaces holds the place of a part, such as a piece or a hint, and of those of its fields that
// have a place of their own, by their names in puzzle.Error.
type partPlaces struct {
	whole  tree.Pos
	fields map[string]tree.Pos
	shape  *cellPlaces // of a piece; may be nil
}

// of returns the place of a fault.
func (p *partPlaces) of(e *puzzle.Error) tree.Pos {
	if e.Field == "cells" && p.shape != nil {
		return p.shape.of(e.Cell)
	}
	if at, ok := p.fields[e.Field]; ok {
		return at
	}
	return p.whole
}

// locate returns the place of a fault in a puzzle.
func (pp *puzzlePlaces) locate(e *puzzle.Error) tree.Pos {
	if e.Part == "board" && pp.board != nil {
		return pp.board.of(e.Cell)
	}
	if all := pp.parts[e.Part]; e.Index < len(all) {
		return all[e.Index].of(e)
	}
	return pp.whole
}

// cellPlaces holds the places of the cells of a drawing or a list.
type cellPlaces struct {
	whole tree.Pos
	rows  [][]tree.Row // of a drawing, by layer
	cells map[lattice.Cell]tree.Pos
}

// of returns the place of a cell, or that of the whole for nil and where nothing is.
func (p *cellPlaces) of(c *lattice.Cell) tree.Pos {
	if c != nil {
		if at, ok := p.cells[*c]; ok {
			return at
		}
		if z, y := c[2], c[1]; 0 <= z && z < len(p.rows) && 0 <= y && y < len(p.rows[z]) {
			return p.rows[z][y].At(c[0])
		}
	}
	return p.whole
}
