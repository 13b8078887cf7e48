package outline

import (
	"slices"

	"github.com/exactile/exactile/encode/lattice"
)

// Parts splits cells into parts that are connected by their sides within a layer. Each part is in
// reading order; parts are in the order of their first cells. A drawing writes the piece's letter
// once in each part.
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

// Middle returns the cell of a part that is nearest to its centre of gravity, the first in a tie:
// the place for the letter in drawings that put letters in cells.
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

// Heart returns the visual centre of a part, the place for its letter. It is the centre of gravity
// if that is as far from the outline as the middle of a cell is; else the nearest of those middles
// of cells, middles of sides and corners that are as far. So a letter stands in the middle of a
// block of four, and not in a neck between two hexagons.
func Heart(p *Plane, part []lattice.Cell) Point {
	centre, outline := gravity(p, part), loops(p, part)
	best := p.Centre(Middle(p, part))
	if shaped(p.lattice) {
		return best
	}
	try := func(v Point) {
		if distance(v, centre) < distance(best, centre)-1e-6 &&
			clear(outline, v, p.InRadius()-1e-6) {
			best = v
		}
	}
	try(centre)
	for _, c := range part {
		corners := p.corners(c)
		for n, v := range corners {
			try(v.add(corners[(n+1)%len(corners)]).times(0.5))
			try(v)
		}
	}
	return best
}

// clear reports whether a point is at least far away from all sides of the loops.
func clear(loops []loop, v Point, far float64) bool {
	for _, l := range loops {
		for n, a := range l {
			along := l[(n+1)%len(l)].sub(a)
			t := max(0, min(1, v.sub(a).dot(along)/along.dot(along)))
			if distance(v, a.add(along.times(t))) < far {
				return false
			}
		}
	}
	return true
}

func gravity(p *Plane, part []lattice.Cell) Point {
	var centre Point
	for _, c := range part {
		centre = centre.add(p.Centre(c).times(1 / float64(len(part))))
	}
	return centre
}
