package outline

import (
	"math"

	"github.com/exactile/exactile/encode/lattice"
)

// Around returns the closed curves around the cells, which must be distinct. The curves run inset
// inside the cells (outside, if inset is negative), and round each corner from radius before it.
// The inside is to the right of a curve's direction, so holes run the other way round. Cells that
// share only a corner get separate curves.
func Around(p *Plane, cells []lattice.Cell, inset, radius float64) Path {
	if shaped(p.lattice) {
		return drawn(p, cells, inset)
	}
	var path Path
	for _, loop := range loops(p, cells) {
		path = loop.inset(inset).rounded(path, radius)
	}
	return path
}

// A loop is a polygon with its inside to the right.
type loop []Point

// An edge is a side of a cell that is not shared with another cell of the set.
type edge struct {
	side
	used bool
}

// loops returns the boundary of the union of the cells, in the order of the
// cells.
func loops(p *Plane, cells []lattice.Cell) []loop {
	there := make(map[side]bool, 4*len(cells))
	for _, s := range p.sides(cells) {
		there[s] = true
	}
	var edges []edge
	leaving := make(map[vertex][]int, 4*len(cells))
	for _, s := range p.sides(cells) {
		if !there[side{s.to, s.from}] {
			leaving[s.from] = append(leaving[s.from], len(edges))
			edges = append(edges, edge{side: s})
		}
	}
	var all []loop
	for n := range edges {
		if edges[n].used {
			continue
		}
		var l loop
		for e := &edges[n]; !e.used; e = next(p, edges, leaving[e.to], e) {
			e.used = true
			l = append(l, p.at(e.from))
		}
		all = append(all, l.straightened())
	}
	return all
}

// next returns the edge that follows e: of several, the one that turns furthest to the right,
// towards the inside of e's own cell.
func next(p *Plane, edges []edge, candidates []int, e *edge) *edge {
	along := p.at(e.to).sub(p.at(e.from))
	var best *edge
	most := math.Inf(-1)
	for _, n := range candidates {
		c := &edges[n]
		turn := p.at(c.to).sub(p.at(c.from))
		if angle := math.Atan2(along.cross(turn), along.dot(turn)); angle > most {
			best, most = c, angle
		}
	}
	return best
}

// straightened drops the vertices at which a loop goes straight on.
func (l loop) straightened() loop {
	var kept loop
	for n, v := range l {
		if in, out := l.directions(n); math.Abs(in.cross(out)) > 1e-6 {
			kept = append(kept, v)
		}
	}
	return kept
}

// directions returns the directions in which a loop enters and leaves its n-th vertex.
func (l loop) directions(n int) (in, out Point) {
	before, after := l[(n+len(l)-1)%len(l)], l[(n+1)%len(l)]
	return l[n].sub(before).unit(), after.sub(l[n]).unit()
}

// inset moves every side to the right by d.
func (l loop) inset(d float64) loop {
	moved := make(loop, len(l))
	for n, v := range l {
		in, out := l.directions(n)
		a, b := in.right(), out.right()
		moved[n] = v.add(a.add(b).times(d / (1 + a.dot(b))))
	}
	return moved
}

// rounded appends the loop to a path, its corners cut radius before them, or in the middle of a
// side that is too short for that. A sharp corner loses no more than a right one.
func (l loop) rounded(path Path, radius float64) Path {
	for n, v := range l {
		in, out := l.directions(n)
		before, after := l[(n+len(l)-1)%len(l)], l[(n+1)%len(l)]
		sharp := math.Sqrt((1 - in.dot(out)) / 2) // the cosine of half the angle
		r := min(radius*min(1, math.Sqrt2/2/sharp), distance(v, before)/2, distance(v, after)/2)
		op := Line
		if n == 0 {
			op = Move
		}
		path = append(path, Segment{Op: op, To: v.sub(in.times(r))},
			Segment{Op: Curve, By: v, To: v.add(out.times(r))})
	}
	return append(path, Segment{Op: Close})
}

func distance(p, q Point) float64 { return math.Hypot(p.X-q.X, p.Y-q.Y) }
