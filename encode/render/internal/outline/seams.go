package outline

import (
	"cmp"
	"maps"
	"math"
	"slices"

	"github.com/exactile/exactile/encode/lattice"
)

// Polygons returns the boundaries of the cells, which must be distinct, as closed polygons: drawn
// inset inside the cells (outside, if negative), with the inside to the right.
func Polygons(p *Plane, cells []lattice.Cell, inset float64) [][]Point {
	if shaped(p.lattice) {
		return p.lines(cells)
	}
	var all [][]Point
	for _, l := range loops(p, cells) {
		all = append(all, l.inset(inset))
	}
	return all
}

// Seams returns the sides of cells for which keep is true, given the owners on both sides of each,
// 0 if there is no cell. Each side is in exactly one line. A line is extended as long as it passes
// no branch; a line that ends where it begins repeats that point.
func Seams(p *Plane, owner map[lattice.Cell]int, keep func(one, other int) bool) [][]Point {
	between := make(map[side][]int, 4*len(owner)) // its two owners, or one
	var order []side                              // in order of first sight, which is reading order
	for c, s := range p.sides(slices.Collect(maps.Keys(owner))) {
		// Both cells have the same side: from its upper end, or its left one, to the other.
		if v, w := s.from.Vertex, s.to.Vertex; cmp.Or(w[1]-v[1], w[0]-v[0]) < 0 {
			s = side{s.to, s.from}
		}
		if between[s] == nil {
			order = append(order, s)
		}
		between[s] = append(between[s], owner[c])
	}
	kept := order[:0]
	leaving := make(map[vertex][]int)
	for _, s := range order {
		owners := append(between[s], 0)
		if !keep(owners[0], owners[1]) {
			continue
		}
		leaving[s.from] = append(leaving[s.from], len(kept))
		leaving[s.to] = append(leaving[s.to], len(kept))
		kept = append(kept, s)
	}
	used := make([]bool, len(kept))
	// onward follows unused sides from v on, straight ahead if possible.
	onward := func(line []vertex) []vertex {
		for {
			v := line[len(line)-1]
			at, best, to, least := p.at(v), -1, v, math.Inf(1)
			for _, n := range leaving[v] {
				if used[n] {
					continue
				}
				far := kept[n].from
				if far == v {
					far = kept[n].to
				}
				angle := 0.0
				if len(line) > 1 {
					in := at.sub(p.at(line[len(line)-2]))
					out := p.at(far).sub(at)
					angle = math.Abs(math.Atan2(in.cross(out), in.dot(out)))
				}
				if angle < least-1e-6 {
					best, to, least = n, far, angle
				}
			}
			if best < 0 {
				return line
			}
			used[best] = true
			line = append(line, to)
		}
	}
	var lines [][]Point
	for n, s := range kept {
		if used[n] {
			continue
		}
		used[n] = true
		line := onward([]vertex{s.from, s.to})
		slices.Reverse(line)
		line = onward(line)
		points := make([]Point, len(line))
		for k, v := range line {
			points[k] = p.at(v)
		}
		lines = append(lines, straight(points))
	}
	return lines
}

// straight drops the points at which a line does not turn.
func straight(line []Point) []Point {
	kept := line[:1:1]
	for n := 1; n < len(line)-1; n++ {
		in, out := line[n].sub(kept[len(kept)-1]), line[n+1].sub(line[n])
		if math.Abs(in.unit().cross(out.unit())) > 1e-6 || in.dot(out) < 0 {
			kept = append(kept, line[n])
		}
	}
	return append(kept, line[len(line)-1])
}
