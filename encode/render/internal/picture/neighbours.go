package picture

import (
	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/encode/lattice"
	"github.com/exactile/exactile/encode/puzzle"
	"github.com/exactile/exactile/encode/render/internal/palette"
)

// Tints returns which tint of its piece's colour each placement of a solution has, by its
// option; where there is none it is 0, the colour itself. Neighbours of the same colour have
// different tints, so that no two look alike, as long as there are tints enough: each gets
// the first that no neighbour before it has.
func Tints(t *puzzle.Tiling, s cover.Solution, fills []palette.Colour) map[int]int {
	seen := make(map[palette.Colour]bool)
	for _, o := range s {
		seen[fills[t.Placements[o].Piece]] = true
	}
	if len(seen) == len(s) {
		return nil
	}
	tints := make(map[int]int)
	at := make(map[lattice.Cell]int) // the options before, by their cells
	for _, o := range s {
		fill := fills[t.Placements[o].Piece]
		var taken [palette.Tints]bool
		for _, c := range t.Placements[o].Cells {
			for _, near := range t.Puzzle.Lattice.Neighbours(c) {
				if m, there := at[near]; there && fills[t.Placements[m].Piece] == fill {
					taken[tints[m]] = true
				}
			}
		}
		tint := 0
		for tint < palette.Tints-1 && taken[tint] {
			tint++
		}
		if tint > 0 {
			tints[o] = tint
		}
		for _, c := range t.Placements[o].Cells {
			at[c] = o
		}
	}
	return tints
}
