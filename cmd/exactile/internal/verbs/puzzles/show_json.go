package puzzles

import (
	"github.com/exactile/exactile/cmd/exactile/internal/faults"
	"github.com/exactile/exactile/encode/lattice"
	"github.com/exactile/exactile/encode/puzzle"
)

// A puzzleObject is a puzzle as show prints it in JSON. What needs geometry is left out where there
// is none.
type puzzleObject struct {
	Puzzle  string `json:"puzzle"`
	Items   int    `json:"items"`
	Options int    `json:"options"`
	// Size is the number of columns, rows and layers.
	Lattice string `json:"lattice,omitempty"`
	Size    []int  `json:"size,omitempty"`
	// MustCover and MayCover are numbers of cells of the board, and the pieces cover from
	// LeastCovered to MostCovered.
	MustCover    int           `json:"must_cover"`
	MayCover     int           `json:"may_cover"`
	LeastCovered int           `json:"least_covered"`
	MostCovered  int           `json:"most_covered"`
	Pieces       []pieceObject `json:"pieces"`
	Congruent    [][]string    `json:"congruent"`
	Place        []hintObject  `json:"place"`
	// Symmetry names the motions that take the puzzle to itself.
	Symmetry []string `json:"symmetry"`
}

// A pieceObject is a piece. Count is spelled as in puzzle files.
type pieceObject struct {
	Piece        string              `json:"piece"`
	Count        string              `json:"count"`
	Rotate       bool                `json:"rotate"`
	Flip         bool                `json:"flip"`
	Within       string              `json:"within,omitempty"`
	Placements   int                 `json:"placements"`
	Orientations []orientationObject `json:"orientations"`
}

// An orientationObject is a way in which a piece can lie; its index is the orientation_index of
// solutions.
type orientationObject struct {
	Cells      [][]int `json:"cells"`
	Placements int     `json:"placements"`
}

type hintObject struct {
	Piece string  `json:"piece"`
	Cells [][]int `json:"cells"`
}

// objectOf describes a compiled puzzle.
func objectOf(t *puzzle.Tiling) puzzleObject {
	p := t.Puzzle
	object := puzzleObject{
		Puzzle: p.Name, Items: len(t.Items), Options: len(t.Options), Pieces: []pieceObject{},
		Congruent: [][]string{}, Place: []hintObject{}, Symmetry: []string{},
	}
	if p.Cover != nil {
		return object
	}
	object.Lattice, object.Size = p.Lattice.Name, p.Coordinates([]lattice.Cell{p.Board.Size})[0]
	object.MustCover, object.MayCover = p.Area()
	object.LeastCovered, object.MostCovered = faults.Covered(p)
	for k, piece := range p.Pieces {
		of := pieceObject{
			Piece: piece.Name, Count: piece.Count.String(), Rotate: piece.Rotate, Flip: piece.Flip,
			Within: piece.Within, Orientations: []orientationObject{},
		}
		for _, o := range t.Orientations[k] {
			var cells []lattice.Cell
			for _, square := range o {
				cells = append(cells, square.At)
			}
			of.Orientations = append(of.Orientations, orientationObject{Cells: p.Coordinates(cells)})
		}
		object.Pieces = append(object.Pieces, of)
	}
	for _, pl := range t.Placements {
		object.Pieces[pl.Piece].Placements++
		object.Pieces[pl.Piece].Orientations[pl.Orientation].Placements++
	}
	for _, group := range p.Congruent() {
		var names []string
		for _, k := range group {
			names = append(names, p.Pieces[k].Name)
		}
		object.Congruent = append(object.Congruent, names)
	}
	for _, h := range p.Place {
		object.Place = append(object.Place, hintObject{h.Piece, p.Coordinates(h.Cells)})
	}
	for _, g := range t.Motions {
		object.Symmetry = append(object.Symmetry, g.Name)
	}
	return object
}
