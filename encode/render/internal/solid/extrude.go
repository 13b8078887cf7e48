package solid

import (
	"cmp"
	"maps"
	"math"
	"slices"

	"github.com/exactile/exactile/encode/lattice"
	"github.com/exactile/exactile/encode/render/internal/outline"
)

// A Slab is what lies above a plan, up to a height: closed curves with their insides to the right
// as outline has them, holes the other way round. On paper y grows downwards, in space upwards: a
// body seen from above is the drawing, and not its mirror image.
type Slab struct {
	Plan [][]outline.Point
	High float64
}

// A rim is a straight part of the edge of a slab, whose inside is to the left.
type rim struct{ from, to outline.Point }

// at returns where a rim that is not level is at a height of the plan.
func (r rim) at(y float64) float64 {
	switch y {
	case r.from.Y:
		return r.from.X
	case r.to.Y:
		return r.to.X
	}
	return exact(r.from.X + (y-r.from.Y)/(r.to.Y-r.from.Y)*(r.to.X-r.from.X))
}

// crosses reports whether a rim that is not level has points at a height of the plan.
func (r rim) crosses(y float64) bool {
	return r.from.Y != r.to.Y && y >= min(r.from.Y, r.to.Y) && y <= max(r.from.Y, r.to.Y)
}

// exact rounds a length to a fraction that STL holds, so that what touches has the same corners.
func exact(x float64) float64 { return math.Round(x*(1<<16)) / (1 << 16) }

// lines are the lines along which plans are cut, at every y at which one has a corner, and the
// places of corners on each, in order. A corner is one of all triangles around it, so that no edge
// of a body is open.
type lines struct {
	ys      []float64
	corners map[float64][]float64
}

// between lists the corners on a line from one place to another.
func (l *lines) between(y, left, right float64) (all []outline.Point) {
	for _, x := range l.corners[y] {
		if x >= left && x <= right {
			all = append(all, outline.Point{X: x, Y: y})
		}
	}
	return all
}

// Add adds a body of slabs, the first on the ground and each on the one before. Where only one of
// two has an inside there is a surface. Their curves may touch but do not cross.
func (m *Model) Add(at outline.Point, slabs ...Slab) {
	space := func(p outline.Point) outline.Point {
		return outline.Point{X: exact(at.X + p.X), Y: exact(-at.Y - p.Y)}
	}
	rims := make([][]rim, len(slabs)+1) // the last stays empty: above all
	cut := &lines{corners: make(map[float64][]float64)}
	for k, s := range slabs {
		for _, l := range s.Plan {
			for n := range l {
				r := rim{space(l[(n+1)%len(l)]), space(l[n])}
				rims[k] = append(rims[k], r)
				cut.corners[r.from.Y] = append(cut.corners[r.from.Y], r.from.X)
			}
		}
	}
	cut.ys = slices.Sorted(maps.Keys(cut.corners))
	all := slices.Concat(rims...)
	for _, y := range cut.ys {
		on := cut.corners[y]
		for _, r := range all {
			if r.crosses(y) {
				on = append(on, r.at(y))
			}
		}
		slices.Sort(on)
		cut.corners[y] = slices.Compact(on)
	}
	var below []rim
	z := 0.0
	for k, above := range rims {
		m.surface(below, above, cut, z)
		if k < len(slabs) {
			m.walls(above, cut, z, slabs[k].High)
			z = slabs[k].High
		}
		below = above
	}
}

// walls adds the sides of a slab.
func (m *Model) walls(rims []rim, cut *lines, low, high float64) {
	for _, r := range rims {
		var along []outline.Point
		for _, y := range cut.ys {
			if r.crosses(y) {
				along = append(along, outline.Point{X: r.at(y), Y: y})
			}
		}
		if r.from.Y == r.to.Y {
			along = cut.between(r.from.Y, min(r.from.X, r.to.X), max(r.from.X, r.to.X))
		}
		if along[0] != r.from {
			slices.Reverse(along)
		}
		for n, q := range along[1:] {
			m.triangle(along[n], low, q, low, q, high)
			m.triangle(along[n], low, q, high, along[n], high)
		}
	}
}

// surface adds what is inside of only one of the slabs that meet at a height: between two lines,
// pieces from one rim to the next.
func (m *Model) surface(below, above []rim, cut *lines, z float64) {
	for n := 1; n < len(cut.ys); n++ {
		bottom, top := cut.ys[n-1], cut.ys[n]
		type side struct {
			rim
			above bool
		}
		var across []side
		for k, r := range slices.Concat(below, above) {
			if r.crosses(bottom) && r.crosses(top) {
				across = append(across, side{r, k >= len(below)})
			}
		}
		slices.SortFunc(across, func(a, b side) int {
			return cmp.Compare(a.at(bottom)+a.at(top), b.at(bottom)+b.at(top))
		})
		inside := map[bool]bool{} // of the slab above, and of the one below
		for k, r := range across {
			if inside[true] != inside[false] {
				left := across[k-1]
				m.strip(cut.between(bottom, left.at(bottom), r.at(bottom)),
					cut.between(top, left.at(top), r.at(top)), z, inside[false])
			}
			inside[r.above] = !inside[r.above]
		}
	}
}

// strip adds a surface between two parallel lines of points, which is seen from above or from
// below.
func (m *Model) strip(near, far []outline.Point, z float64, seen bool) {
	for len(near)+len(far) > 2 {
		var b outline.Point
		a, c := near[0], far[0]
		if len(far) == 1 || len(near) > 1 && near[1].X <= far[1].X {
			b, near = near[1], near[1:]
		} else {
			b, far = far[1], far[1:]
		}
		if !seen {
			a, c = c, a
		}
		m.triangle(a, z, b, z, c, z)
	}
}

// triangle adds a triangle, given by its corners on the plan and their heights.
func (m *Model) triangle(
	a outline.Point, az float64, b outline.Point, bz float64, c outline.Point, cz float64,
) {
	point := func(p outline.Point, z float64) [3]float32 {
		return [3]float32{float32(p.X), float32(p.Y), float32(z)}
	}
	m.triangles = append(m.triangles, [3][3]float32{point(a, az), point(b, bz), point(c, cz)})
}

// Cubes returns the slabs of a body of cubes of the given side, shrunk by inset at every face. The
// body is the set of points further than inset, measured along the axes, from every place that is
// not a cell; so cells stay joined only by their faces, and near a layer's top is what lies within
// that layer and the next.
func Cubes(cells []lattice.Cell, side, inset float64) (slabs []Slab) {
	there := make(map[lattice.Cell]bool)
	layers := make(map[int][]lattice.Cell) // their cells, as those of one plane
	var all []lattice.Cell
	for _, c := range cells {
		there[c] = true
		flat := lattice.Cell{c[0], c[1]}
		layers[c[2]], all = append(layers[c[2]], flat), append(all, flat)
	}
	p := outline.NewPlane(lattice.Square, all, side)
	heights := slices.Sorted(maps.Keys(layers))
	if len(heights) == 0 {
		return nil
	}
	for z := heights[0]; z <= heights[len(heights)-1]; z++ {
		joined := func(other int) [][]outline.Point {
			return outline.Polygons(p, slices.DeleteFunc(slices.Clone(layers[z]),
				func(c lattice.Cell) bool {
					return !there[lattice.Cell{c[0], c[1], other}]
				}), inset)
		}
		high := float64(z-heights[0]+1) * side
		if inset > 0 {
			slabs = append(slabs, Slab{joined(z - 1), high - side + inset})
		}
		slabs = append(slabs, Slab{joined(z), high - inset})
		if inset > 0 {
			slabs = append(slabs, Slab{joined(z + 1), high})
		}
	}
	return slabs
}
