package outline

import (
	"slices"

	"github.com/exactile/exactile/encode/lattice"
)

// Parts splits cells into those that hang together by their sides within a
// layer, each part in reading order, the parts in the order of their first
// cells. A drawing writes the piece's letter once in each.
func Parts(l *lattice.Lattice, cells []lattice.Cell) [][]lattice.Cell {
	sorted := lattice.Sorted(cells)
	part := make(map[lattice.Cell]int, len(cells))
	for _, c := range sorted {
		part[c] = -1
	}
	var parts [][]lattice.Cell
	for _, start := range sorted {
		if part[start] >= 0 {
			continue
		}
		n := len(parts)
		part[start] = n
		reached := []lattice.Cell{start}
		for k := 0; k < len(reached); k++ {
			for _, c := range l.Neighbours(reached[k]) {
				if p, ours := part[c]; ours && p < 0 && c[2] == start[2] {
					part[c] = n
					reached = append(reached, c)
				}
			}
		}
		slices.SortFunc(reached, lattice.Cell.Compare)
		parts = append(parts, reached)
	}
	return parts
}

// Middle returns the cell of a part that is nearest to its centre of gravity, the
// first of several: the place for a letter where letters stand in cells.
func Middle(p *Plane, part []lattice.Cell) lattice.Cell {
	centre := gravity(p, part)
	best := part[0]
	for _, c := range part[1:] {
		if distance(p.Centre(c), centre) < distance(p.Centre(best), centre)-1e-6 {
			best = c
		}
	}
	return best
}

// Heart returns the place for a letter that may also stand between two cells: of
// the middles of cells and of sides between them the one nearest to the part's
// centre of gravity.
func Heart(p *Plane, part []lattice.Cell) Point {
	centre := gravity(p, part)
	best := p.Centre(Middle(p, part))
	inside := make(map[lattice.Cell]bool, len(part))
	for _, c := range part {
		inside[c] = true
	}
	for _, c := range part {
		for _, d := range p.lattice.Neighbours(c) {
			side := p.Centre(c).add(p.Centre(d)).times(0.5)
			if inside[d] && distance(side, centre) < distance(best, centre)-1e-6 {
				best = side
			}
		}
	}
	return best
}

func gravity(p *Plane, part []lattice.Cell) Point {
	var centre Point
	for _, c := range part {
		centre = centre.add(p.Centre(c).times(1 / float64(len(part))))
	}
	return centre
}
