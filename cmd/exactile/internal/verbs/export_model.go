package verbs

import (
	"io"

	"github.com/exactile/exactile/cmd/exactile/internal/cli"
	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/encode/lattice"
	"github.com/exactile/exactile/encode/puzzle"
)

// A modelObject is a model as JSON shows it: choose options so that each item is in at least Min
// and at most Max of them.
type modelObject struct {
	Puzzle  string         `json:"puzzle"`
	Items   []itemObject   `json:"items"`
	Options []optionObject `json:"options"`
}

type itemObject struct {
	Name string `json:"name"`
	Min  int    `json:"min"`
	Max  int    `json:"max"`
}

// An optionObject is an option: its items, counted from 0, and the placement that it is. Variable
// is its number in all other formats.
type optionObject struct {
	Variable int     `json:"variable"`
	Items    []int   `json:"items"`
	Piece    string  `json:"piece,omitempty"`
	Cells    [][]int `json:"cells,omitempty"`
}

// writeModel writes m, a rewritten model of t, as JSON.
func writeModel(w io.Writer, t *puzzle.Tiling, m *cover.Model) error {
	object := modelObject{
		t.Puzzle.Name, make([]itemObject, len(m.Items)), make([]optionObject, len(m.Options)),
	}
	for i, item := range m.Items {
		object.Items[i] = itemObject{item.Name, item.Min, item.Max}
	}
	for o, items := range m.Options {
		object.Options[o] = optionObject{Variable: o + 1, Items: append([]int{}, items...)}
		if t.Puzzle.Cover == nil {
			pl := t.Placements[o]
			object.Options[o].Piece = t.Puzzle.Pieces[pl.Piece].Name
			object.Options[o].Cells = t.Puzzle.Coordinates(append([]lattice.Cell{}, pl.Cells...))
		}
	}
	return cli.WriteJSON(w, object)
}
