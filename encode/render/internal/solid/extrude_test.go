package solid

import (
	"math"
	"slices"
	"testing"

	"github.com/exactile/exactile/encode/lattice"
	"github.com/exactile/exactile/encode/render/internal/outline"
	"pgregory.net/rapid"
)

// What is extruded has the volume of its cells less the inset along its sides, also with holes and several
// parts, and no edge is open.
func TestExtrude(t *testing.T) {
	t.Parallel()
	holes := 0
	rapid.Check(t, func(t *rapid.T) {
		l := rapid.SampledFrom([]*lattice.Lattice{lattice.Square, lattice.Hex, lattice.Triangle}).Draw(t, "lattice")
		cells := rapid.SliceOfNDistinct(rapid.Custom(func(t *rapid.T) lattice.Cell {
			return lattice.Cell{rapid.IntRange(0, 5).Draw(t, "x"), rapid.IntRange(0, 5).Draw(t, "y")}
		}), 1, 30, rapid.ID).Draw(t, "cells")
		if rapid.Bool().Draw(t, "whole") { // all but these: holes
			gone := cells
			cells = nil
			for x := range 6 {
				for y := range 6 {
					if c := (lattice.Cell{x, y}); !slices.Contains(gone[:min(5, len(gone))], c) {
						cells = append(cells, c)
					}
				}
			}
		}
		const side, high = 10, 5
		inset := rapid.SampledFrom([]float64{0.1, 0.5}).Draw(t, "inset")
		loops := outline.Polygons(outline.NewPlane(l, cells, side), cells, inset)
		want := 0.0
		for _, loop := range loops {
			want -= areaOf(loop) // on paper, where the inside is to the right, and y grows downwards
			if areaOf(loop) < 0 {
				holes++
			}
		}
		want = math.Abs(want) * high
		var m Model
		m.Add(outline.Point{X: 3, Y: 4}, Slab{loops, high})
		triangles := corners(t, m.STL())
		if got := volume(triangles); math.Abs(got-want) > 1e-5*want {
			t.Fatalf("%s %v inset by %g: %g cubic millimetres, want %g", l.Name, cells, inset, got, want)
		}
		edges := make(map[[2][3]float64]int)
		for _, v := range triangles {
			for k := range v {
				edges[[2][3]float64{v[k], v[(k+1)%3]}]++
				edges[[2][3]float64{v[(k+1)%3], v[k]}]--
			}
		}
		for e, n := range edges {
			if n != 0 {
				t.Fatalf("%s %v: the edge %v is gone along %d times more one way", l.Name, cells, e, n)
			}
		}
	})
	if holes == 0 {
		t.Error("no piece had a hole")
	}
}

// Seen from above a body is its drawing, and not the mirror image: an L stays an L.
func TestExtrudeIsNotMirrored(t *testing.T) {
	t.Parallel()
	cells := []lattice.Cell{{0, 0}, {0, 1}, {0, 2}, {1, 2}}
	var m Model
	m.Add(outline.Point{}, Slab{outline.Polygons(outline.NewPlane(lattice.Square, cells, 10), cells, 0), 1})
	foot := false // to the right, below: y grows upwards in space
	for _, v := range corners(t, m.STL()) {
		for _, p := range v {
			if p[0] > 19 && p[1] > -19 {
				t.Errorf("there is a corner at %v", p)
			}
			foot = foot || p[0] > 19 && p[1] < -29
		}
	}
	if !foot {
		t.Error("the foot of the L is not below, to the right")
	}
}

// areaOf is the area inside a curve, negative if it runs clockwise.
func areaOf(l []outline.Point) (sum float64) {
	for n, p := range l {
		q := l[(n+1)%len(l)]
		sum += (p.X*q.Y - q.X*p.Y) / 2
	}
	return sum
}
