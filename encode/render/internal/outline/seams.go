package outline

import (
	"maps"
	"math"
	"slices"

	"github.com/exactile/exactile/encode/lattice"
)

// Polygons returns the boundaries of the cells, which must be distinct, as closed polygons: drawn
// inset inside the cells (outside, if negative), with the inside to the right.
func Polygons(p *Plane, cells []lattice.Cell, inset float64) [][]Point {
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
	type vertex struct {
		key
		layer int
	}
	type side struct{ low, high vertex }
	between := make(map[side][]int, 4*len(owner)) // its two owners, or one
	var order []side                              // in order of first sight, which is reading order
	for _, c := range slices.SortedFunc(maps.Keys(owner), lattice.Cell.Compare) {
		corners := p.lattice.Corners(c)
		for n, v := range corners {
			w := corners[(n+1)%len(corners)]
			if w[1] < v[1] || w[1] == v[1] && w[0] < v[0] {
				v, w = w, v
			}
			s := side{vertex{v, c[2]}, vertex{w, c[2]}}
			if between[s] == nil {
				order = append(order, s)
			}
			between[s] = append(between[s], owner[c])
		}
	}
	kept := order[:0]
	leaving := make(map[vertex][]int)
	for _, s := range order {
		owners := append(between[s], 0)
		if !keep(owners[0], owners[1]) {
			continue
		}
		leaving[s.low] = append(leaving[s.low], len(kept))
		leaving[s.high] = append(leaving[s.high], len(kept))
		kept = append(kept, s)
	}
	used := make([]bool, len(kept))
	// onward follows unused sides from v on, straight ahead if possible.
	onward := func(line []vertex) []vertex {
		for {
			v := line[len(line)-1]
			at, best, least := p.at(v.key, 0), -1, math.Inf(1)
			for _, n := range leaving[v] {
				if used[n] {
					continue
				}
				far := kept[n].low
				if far == v {
					far = kept[n].high
				}
				angle := 0.0
				if len(line) > 1 {
					in := at.sub(p.at(line[len(line)-2].key, 0))
					out := p.at(far.key, 0).sub(at)
					angle = math.Abs(math.Atan2(in.cross(out), in.dot(out)))
				}
				if angle < least-1e-6 {
					best, least = n, angle
				}
			}
			if best < 0 {
				return line
			}
			used[best] = true
			if kept[best].low == v {
				line = append(line, kept[best].high)
			} else {
				line = append(line, kept[best].low)
			}
		}
	}
	var lines [][]Point
	for n, s := range kept {
		if used[n] {
			continue
		}
		used[n] = true
		line := onward([]vertex{s.low, s.high})
		slices.Reverse(line)
		line = onward(line)
		points := make([]Point, len(line))
		for k, v := range line {
			points[k] = p.at(v.key, v.layer)
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
