package puzzle

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/exactile/exactile/encode/lattice"
	"github.com/exactile/exactile/internal/spelling"
)

// An Over is a label that a piece covers: in every solution some copy of the piece lies on a cell
// with the label. So a date is chosen on a calendar.
type Over struct{ Piece, Label string }

// String returns "PIECE over LABEL".
func (o Over) String() string { return o.Piece + " over " + o.Label }

// PutOver adds to p that a piece covers a label. A piece of one cell that may lie on one cell with
// the label gets a hint, other pieces an Over. It does not change the slices of p.
func (p *Puzzle) PutOver(piece, label string) {
	if k := p.Piece(piece); k >= 0 && len(p.Pieces[k].Cells) == 1 {
		within := p.Pieces[k].Within
		var on []lattice.Cell
		for _, s := range p.Board.Sites {
			if s.Label == label && (within == "" || s.Region != 0 && strings.ContainsRune(within, s.Region)) {
				on = append(on, s.At)
			}
		}
		if len(on) == 1 {
			p.Place = append(slices.Clip(p.Place), Hint{piece, on})
			return
		}
	}
	p.Over = append(slices.Clip(p.Over), Over{piece, label})
}

// overs checks the labels that pieces cover, once the board and the pieces are checked.
func (v *validation) overs() {
	labels := make(map[string]bool)
	for _, s := range v.Board.Sites {
		if s.Label != "" {
			labels[s.Label] = true
		}
	}
	for k, over := range v.Over {
		switch {
		case !v.names[over.Piece]:
			v.fault("over", k, "there is no piece %q%s", over.Piece, near(over.Piece, v.names)).Field = "piece"
		case len(labels) == 0:
			v.fault("over", k, "the board has no labels").Field = "label"
		case !labels[over.Label]:
			v.fault("over", k, "no cell has the label %q%s", over.Label, near(over.Label, labels)).Field = "label"
		}
	}
}

// near returns a hint at the nearest of some names.
func near(name string, names map[string]bool) string {
	return spelling.Hint(name, slices.Sorted(maps.Keys(names)))
}

// addOvers restricts the model to the solutions in which the pieces cover their labels.
func (t *Tiling) addOvers() error {
	for k, over := range t.Puzzle.Over {
		piece := t.Puzzle.Piece(over.Piece)
		labelled := func(c lattice.Cell) bool { return t.Puzzle.Label(c) == over.Label }
		var on []int
		for o, pl := range t.Placements {
			if pl.Piece == piece && slices.ContainsFunc(pl.Cells, labelled) {
				on = append(on, o)
			}
		}
		if len(on) == 0 {
			return &Error{Part: "over", Index: k, Field: "label",
				Text: fmt.Sprintf("piece %q cannot cover the label %q", over.Piece, over.Label)}
		}
		t.Model = t.Model.Require(on)
	}
	return nil
}

// CellLabels returns what names the cells that a piece can lie on: their labels, but for those that
// two of these cells have.
func (t *Tiling) CellLabels(piece int) map[lattice.Cell]string {
	names, cells := make(map[lattice.Cell]string), make(map[string]int)
	for _, pl := range t.Placements {
		if pl.Piece != piece {
			continue
		}
		for _, c := range pl.Cells {
			if label := t.Puzzle.Label(c); label != "" && names[c] == "" {
				names[c] = label
				cells[label]++
			}
		}
	}
	maps.DeleteFunc(names, func(_ lattice.Cell, label string) bool { return cells[label] > 1 })
	return names
}
