package formats

import (
	"errors"

	"github.com/exactile/exactile/encode/lattice"
	"github.com/exactile/exactile/encode/puzzle"
)

// A Document is a puzzle and the knowledge of where its parts stand.
type Document struct {
	Puzzle *puzzle.Puzzle

	source *source
	whole  pos
	locate func(*puzzle.Error) pos
}

// single takes errors.Join apart.
func single(err error) []error {
	joined, ok := err.(interface{ Unwrap() []error })
	if !ok {
		return []error{err}
	}
	var all []error
	for _, e := range joined.Unwrap() {
		all = append(all, single(e)...)
	}
	return all
}

// Compile compiles the document's puzzle. Its errors have places.
func (d *Document) Compile() (*puzzle.Tiling, error) {
	t, err := d.Puzzle.CompileWithin(d.source.limits.Entries)
	return t, d.Place(err)
}

// Place gives an error about the document's puzzle its place in the file: each
// *puzzle.Error in it becomes an *Error where the part stands, anything else one
// at the start of the document. The result is an Errors, nil if err is nil.
func (d *Document) Place(err error) error {
	if err == nil {
		return nil
	}
	var all Errors
	for _, one := range single(err) {
		p := d.whole
		var fault *puzzle.Error
		if errors.As(one, &fault) && d.locate != nil {
			p = d.locate(fault)
		}
		e := d.source.errorf(p, "%s", one.Error())
		e.Err = one
		all = append(all, e)
		if len(all) == maxErrors {
			break
		}
	}
	all.sort()
	return all
}

// puzzlePlaces says where the parts of a puzzle stand.
type puzzlePlaces struct {
	whole  pos
	board  *drawing
	pieces []piecePlaces
	hints  []hintPlaces
}

type piecePlaces struct {
	whole, name, count, within pos
	shape                      *drawing
}

type hintPlaces struct{ whole, piece, cells pos }

// locate returns where the fault of a puzzle stands.
func (pp *puzzlePlaces) locate(e *puzzle.Error) pos {
	switch {
	case e.Part == "board" && pp.board != nil:
		return cellPlace(pp.board, e.Cell)
	case e.Part == "piece" && e.Index < len(pp.pieces):
		p := pp.pieces[e.Index]
		switch {
		case e.Field == "name":
			return p.name
		case e.Field == "count":
			return p.count
		case e.Field == "within":
			return p.within
		case e.Field == "cells" && p.shape != nil:
			return cellPlace(p.shape, e.Cell)
		}
		return p.whole
	case e.Part == "hint" && e.Index < len(pp.hints):
		h := pp.hints[e.Index]
		switch e.Field {
		case "piece":
			return h.piece
		case "cells":
			return h.cells
		}
		return h.whole
	}
	return pp.whole
}

func cellPlace(d *drawing, c *lattice.Cell) pos {
	if c == nil {
		return d.whole
	}
	return d.place(*c)
}
