package puzzle

import (
	"cmp"
	"slices"
	"strings"

	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/encode/lattice"
)

// ItemNames returns the names of the items that option o covers, without those added by hints and
// other rewrites.
func (t *Tiling) ItemNames(o int) []string {
	var names []string
	for _, i := range t.Options[o] {
		if i < len(t.Items)-t.AddedItems {
			names = append(names, t.Items[i].Name)
		}
	}
	return names
}

// Ordered returns the options of s in the natural reading order: by piece as in the file, then by
// the placements' cells.
func (t *Tiling) Ordered(s cover.Solution) []int {
	options := slices.Clone([]int(s))
	if t.Puzzle.Cover == nil {
		slices.SortStableFunc(options, func(a, b int) int {
			p, q := t.Placements[a], t.Placements[b]
			return cmp.Or(cmp.Compare(p.Piece, q.Piece),
				slices.CompareFunc(p.Cells, q.Cells, lattice.Cell.Compare))
		})
	}
	return options
}

// Coordinates spells cells as in puzzle files: [x, y], or [x, y, z] in space.
func (p *Puzzle) Coordinates(cells []lattice.Cell) [][]int {
	all := make([][]int, len(cells))
	for k, c := range cells {
		all[k] = coordinates(p.Lattice, c)
	}
	return all
}

// PlacementName spells option o for people: the piece and its cells, "L 0,0 1,0 0,1", or the items
// if there is no geometry.
func (t *Tiling) PlacementName(o int) string {
	if t.Puzzle.Cover != nil {
		return strings.Join(t.ItemNames(o), " ")
	}
	if o >= len(t.Placements) { // of Within
		return "hole " + strings.TrimLeft(t.Items[t.Options[o][0]].Name, "!")
	}
	pl := t.Placements[o]
	name := t.Puzzle.Pieces[pl.Piece].Name
	for _, c := range pl.Cells {
		name += " " + cellName(t.Puzzle.Lattice, c)
	}
	return name
}
