package puzzle

import (
	"maps"
	"slices"
	"strings"

	"github.com/exactile/exactile/encode/lattice"
)

// PutOver adds to p that a piece covers a label. A piece of one cell that may lie on one cell with
// the label gets a hint, other pieces an Over. It does not change the slices of p.
func (p *Puzzle) PutOver(piece, label string) {
	if k := p.Piece(piece); k >= 0 && len(p.Pieces[k].Cells) == 1 {
		within := p.Pieces[k].Within
		var on []lattice.Cell
		for _, s := range p.Board.Sites {
			if s.Label == label && (within == "" || s.Region != 0 &&
				strings.ContainsRune(within, s.Region)) {
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
