package outline

import "github.com/exactile/exactile/encode/lattice"

// shaped reports whether the cells of a lattice are not polygons: they are lines or balls.
func shaped(l *lattice.Lattice) bool { return l.Round || l.Sides() == 2 }

// drawn is Around for lines, which are drawn with a round pen, and for balls: neighbours in a layer
// are joined.
func drawn(p *Plane, cells []lattice.Cell, inset float64) (path Path) {
	path = Stroke(p.lines(cells), 2*(p.InRadius()-inset))
	there := make(map[lattice.Cell]bool, len(cells))
	for _, c := range lattice.Sorted(cells) {
		there[c] = true
		for _, d := range p.lattice.Neighbours(c) {
			if there[d] && d[2] == c[2] && inset > 0 && p.lattice.Round {
				path = append(path, Stroke([][]Point{{p.Centre(c), p.Centre(d)}}, p.InRadius())...)
			}
		}
	}
	return path
}

// lines returns the middles of cells that are lines, or balls: points. An end that no other of the
// cells shares stops before the point, where other pieces may end or pass.
func (p *Plane) lines(cells []lattice.Cell) (all [][]Point) {
	ends := make(map[lattice.Vertex]int)
	for _, c := range cells {
		for _, v := range p.lattice.Corners(c) {
			ends[v]++
		}
	}
	for _, c := range lattice.Sorted(cells) {
		line := p.corners(c)
		if p.lattice.Round {
			all = append(all, []Point{p.Centre(c)})
			continue
		}
		short := line[1].sub(line[0]).unit().times(2 * p.InRadius())
		for k, v := range p.lattice.Corners(c) {
			if ends[v] == 1 {
				line[k] = line[k].add(short.times(float64(1 - 2*k)))
			}
		}
		all = append(all, line)
	}
	return all
}
