package solid

import (
	"cmp"
	"math"
	"slices"

	"github.com/exactile/exactile/internal/drawing/outline"
)

// Extrude adds what lies between two heights above closed curves, with their insides to the right as outline
// has them, holes the other way round. On paper y grows downwards, in space upwards: the body seen from above
// is the drawing, and not its mirror image.
func (m *Model) Extrude(loops [][]outline.Point, at outline.Point, low, high float64) {
	turned := make([][]outline.Point, len(loops))
	for n, l := range loops {
		for _, p := range l {
			turned[n] = append(turned[n], outline.Point{X: at.X + p.X, Y: -at.Y - p.Y})
		}
		slices.Reverse(turned[n]) // now the inside is to the left, as that of a triangle seen from outside
	}
	point := func(p outline.Point, z float64) Point { return Point{float32(p.X), float32(p.Y), float32(z)} }
	for _, l := range turned {
		for n, p := range l {
			q := l[(n+1)%len(l)]
			m.triangles = append(m.triangles, [3]Point{point(p, low), point(q, low), point(q, high)},
				[3]Point{point(p, low), point(q, high), point(p, high)})
		}
	}
	for _, t := range triangulated(turned) {
		m.triangles = append(m.triangles, [3]Point{point(t[0], high), point(t[1], high), point(t[2], high)},
			[3]Point{point(t[2], low), point(t[1], low), point(t[0], low)})
	}
}

// turn is twice the area of a triangle, positive if its corners run anticlockwise.
func turn(a, b, c outline.Point) float64 { return (b.X-a.X)*(c.Y-a.Y) - (b.Y-a.Y)*(c.X-a.X) }

func areaOf(l []outline.Point) (sum float64) {
	for n, p := range l {
		q := l[(n+1)%len(l)]
		sum += (p.X*q.Y - q.X*p.Y) / 2
	}
	return sum
}

// triangulated cuts the inside of curves, anticlockwise and holes clockwise, into triangles: each hole is joined
// to the curve around it by a cut there and back, then ears are cut off.
//
// Source: G. Meisters, Polygons Have Ears, American Mathematical Monthly 82, 1975.
func triangulated(loops [][]outline.Point) (all [][3]outline.Point) {
	var outer, holes [][]outline.Point
	for _, l := range loops {
		if areaOf(l) > 0 {
			outer = append(outer, slices.Clone(l))
		} else {
			holes = append(holes, l)
		}
	}
	// The smallest curve around a hole is its own.
	slices.SortStableFunc(outer, func(a, b []outline.Point) int { return cmp.Compare(areaOf(a), areaOf(b)) })
	for _, h := range holes {
		n := slices.IndexFunc(outer, func(l []outline.Point) bool { return within(l, h[0]) })
		if n >= 0 {
			outer[n] = joined(outer[n], h, loops)
		}
	}
	for _, l := range outer {
		for len(l) > 2 {
			n := first(l, func(n int) bool { return isEar(l, n) })
			if n == len(l) { // a corner that is none: its triangle has no area, but closes the surface
				n = first(l, func(n int) bool {
					return math.Abs(turn(l[(n+len(l)-1)%len(l)], l[n], l[(n+1)%len(l)])) <= 1e-9
				}) % len(l)
			}
			all = append(all, [3]outline.Point{l[(n+len(l)-1)%len(l)], l[n], l[(n+1)%len(l)]})
			l = slices.Delete(l, n, n+1)
		}
	}
	return all
}

// first returns the first corner of a curve that is as wanted, or how many there are.
func first(l []outline.Point, wanted func(n int) bool) int {
	for n := range l {
		if wanted(n) {
			return n
		}
	}
	return len(l)
}

// isEar reports whether the corner at a place of a curve can be cut off.
func isEar(l []outline.Point, n int) bool {
	a, b, c := l[(n+len(l)-1)%len(l)], l[n], l[(n+1)%len(l)]
	if turn(a, b, c) <= 1e-9 {
		return false
	}
	return !slices.ContainsFunc(l, func(p outline.Point) bool {
		return p != a && p != b && p != c && turn(a, b, p) >= 0 && turn(b, c, p) >= 0 && turn(c, a, p) >= 0
	})
}

// within reports whether a point is inside a curve.
func within(l []outline.Point, at outline.Point) (in bool) {
	for n, p := range l {
		q := l[(n+1)%len(l)]
		if (p.Y > at.Y) != (q.Y > at.Y) && at.X < p.X+(at.Y-p.Y)/(q.Y-p.Y)*(q.X-p.X) {
			in = !in
		}
	}
	return in
}

// joined joins a hole to the curve around it, along the shortest cut that crosses none of the curves.
func joined(l, hole []outline.Point, all [][]outline.Point) []outline.Point {
	best, least := [2]int{}, math.Inf(1)
	for i, p := range l {
		for k, q := range hole {
			if d := math.Hypot(p.X-q.X, p.Y-q.Y); d < least && !crosses(p, q, l) && !slices.ContainsFunc(all, func(other []outline.Point) bool { return crosses(p, q, other) }) {
				best, least = [2]int{i, k}, d
			}
		}
	}
	around := slices.Concat(hole[best[1]:], hole[:best[1]+1])
	return slices.Concat(l[:best[0]+1], around, l[best[0]:])
}

// crosses reports whether a cut crosses a side of a curve that does not end where it does.
func crosses(p, q outline.Point, l []outline.Point) bool {
	for n, a := range l {
		b := l[(n+1)%len(l)]
		if a == p || a == q || b == p || b == q {
			continue
		}
		if turn(p, q, a)*turn(p, q, b) <= 0 && turn(a, b, p)*turn(a, b, q) <= 0 {
			return true
		}
	}
	return false
}
