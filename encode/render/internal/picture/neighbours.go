package picture

import (
	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/encode/lattice"
	"github.com/exactile/exactile/encode/puzzle"
	"github.com/exactile/exactile/encode/render/internal/palette"
)

// A Colourer tints the pieces of solutions so that no two neighbours look alike, to full colour
// vision and to colour-blind eyes. It is used by one goroutine.
type Colourer struct {
	tiling  *puzzle.Tiling
	colours [][palette.Tints]palette.Look // of the pieces
	fills   []palette.Colour
	chosen  bool // all colours are from the palette, whose colours differ enough
}

// NewColourer returns a Colourer for pieces of these colours; shown maps a colour to the colour
// that is displayed, nil: the same.
func NewColourer(
	t *puzzle.Tiling, fills []palette.Colour, shown func(palette.Colour) palette.Colour,
) *Colourer {
	d := &Colourer{tiling: t, fills: fills, colours: make([][palette.Tints]palette.Look,
		len(fills)),
		chosen: true}
	for k, fill := range fills {
		d.chosen = d.chosen && t.Puzzle.Pieces[k].Colour == ""
		for n := range palette.Tints {
			c := fill.Tint(n)
			if shown != nil {
				c = shown(c)
			}
			d.colours[k][n] = palette.LookOf(c)
		}
	}
	return d
}

// attempts bounds how often the order of colouring is changed.
const attempts = 30

// Tints returns, by option, the tint of each placement of a solution; 0, or no entry, is the
// piece's colour itself. Placements get tints in order: the first tint that is clear of all
// neighbours coloured before, else the tint furthest from them. If that looks like a neighbour,
// colouring is repeated with the placement earlier in the order.
func (d *Colourer) Tints(s cover.Solution) map[int]int {
	seen := make(map[palette.Colour]bool)
	for _, o := range s {
		seen[d.fills[d.tiling.Placements[o].Piece]] = true
	}
	if d.chosen && len(seen) == len(s) {
		return nil
	}
	near := d.neighbours(s)
	order := make([]int, len(s))
	for k := range order {
		order[k] = k
	}
	var best []int
	most := len(s) + 1
	for range attempts {
		tints, alike := d.colour(s, near, order)
		if len(alike) < most {
			best, most = tints, len(alike)
		}
		if most == 0 {
			break
		}
		order = first(alike, order)
	}
	tints := make(map[int]int)
	for k, o := range s {
		if best[k] > 0 {
			tints[o] = best[k]
		}
	}
	return tints
}

// neighbours lists for each placement of a solution its neighbours, as indices into it.
func (d *Colourer) neighbours(s cover.Solution) [][]int {
	at := make(map[lattice.Cell]int)
	for k, o := range s {
		for _, c := range d.tiling.Placements[o].Cells {
			at[c] = k
		}
	}
	all := make([][]int, len(s))
	for k, o := range s {
		known := map[int]bool{k: true}
		for _, c := range d.tiling.Placements[o].Cells {
			for _, c := range d.tiling.Puzzle.Lattice.Neighbours(c) {
				if n, on := at[d.tiling.Puzzle.Board.Wrap.Home(c)]; on && !known[n] {
					known[n] = true
					all[k] = append(all[k], n)
				}
			}
		}
	}
	return all
}

// colour chooses tints in the given order, and returns the placements for which none was left.
func (d *Colourer) colour(s cover.Solution, near [][]int, order []int) (tints, alike []int) {
	tints = make([]int, len(s))
	done := make([]bool, len(s))
	look := func(k, tint int) palette.Look {
		return d.colours[d.tiling.Placements[s[k]].Piece][tint]
	}
	for _, k := range order {
		furthest := -1.0
		for tint := range palette.Tints {
			least := palette.Clear
			for _, n := range near[k] {
				if done[n] {
					least = min(least, look(k, tint).Distance(look(n, tints[n])))
				}
			}
			if least > furthest {
				furthest, tints[k] = least, tint
			}
			if furthest == palette.Clear {
				break
			}
		}
		if furthest < palette.Alike {
			alike = append(alike, k)
		}
		done[k] = true
	}
	return tints, alike
}

// first returns the order with the given elements moved to its front.
func first(some, order []int) []int {
	moved := append([]int{}, some...)
	front := make(map[int]bool, len(some))
	for _, k := range some {
		front[k] = true
	}
	for _, k := range order {
		if !front[k] {
			moved = append(moved, k)
		}
	}
	return moved
}
