package solid

import (
	"encoding/binary"
	"math"
	"testing"

	"github.com/exactile/exactile/encode/lattice"
	"github.com/exactile/exactile/encode/render/internal/outline"
	"pgregory.net/rapid"
)

// bodies draws distinct cells in a small box.
func bodies(t *rapid.T) []lattice.Cell {
	return rapid.SliceOfNDistinct(rapid.Custom(func(t *rapid.T) lattice.Cell {
		return lattice.Cell{rapid.IntRange(-1, 2).Draw(t, "x"), rapid.IntRange(0, 3).Draw(t, "y"),
			rapid.IntRange(-1, 2).Draw(t, "z")}
	}), 1, 20, rapid.ID).Draw(t, "cells")
}

// lights yields the visible triangles and those around them, each with its middle: the ray of
// light through it is x = a-z, y = b-z.
func lights(yield func(triangle lattice.Cell, a, b float64) bool) {
	for u := -8; u <= 8; u++ {
		for v := -8; v <= 8; v++ {
			x, y := float64(u), float64(v)
			if !yield(right(u, v), x+2./3, y+1./3) || !yield(left(u, v), x+1./3, y+2./3) {
				return
			}
		}
	}
}

// meets returns the face of a body that the ray of light through (a, b) meets first, or none.
func meets(owner map[lattice.Cell]int, a, b float64) (face Face) {
	first := math.Inf(1)
	for c, o := range owner {
		x, y, z := float64(c[0]), float64(c[1]), float64(c[2])
		enters := max(z, a-x-1, b-y-1)
		if leaves := min(z+1, a-x, b-y); enters >= leaves || enters >= first {
			continue
		}
		first = enters
		switch enters {
		case z:
			face = Face{o, Top, c[2]}
		case a - x - 1:
			face = Face{o, Right, c[0]}
		default:
			face = Face{o, Left, c[1]}
		}
	}
	return face
}

// The visible face is the one that a ray of light meets first.
func TestSeen(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		owner := make(map[lattice.Cell]int)
		for n, c := range bodies(t) {
			owner[c] = n + 1
		}
		seen := Seen(owner)
		lit := 0
		lights(func(triangle lattice.Cell, a, b float64) bool {
			want := meets(owner, a, b)
			if got := seen[triangle]; got != want {
				t.Fatalf("of %v on the triangle %v: %v, want %v", owner, triangle, got, want)
			}
			if want.Owner != 0 {
				lit++
			}
			return true
		})
		if lit != len(seen) {
			t.Fatalf("%d triangles are seen, want the %d that light meets", len(seen), lit)
		}
	})
}

// corners reads the triangles of a binary STL file.
func corners(t interface {
	Helper()
	Fatalf(string, ...any)
}, stl []byte) (all [][3][3]float64) {
	t.Helper()
	n := int(binary.LittleEndian.Uint32(stl[80:]))
	if len(stl) != 84+50*n {
		t.Fatalf("%d bytes for %d triangles", len(stl), n)
	}
	for k := range n {
		var triangle [3][3]float64
		for v := range 9 {
			at := 84 + 50*k + 12 + 4*v
			triangle[v/3][v%3] = float64(math.Float32frombits(binary.LittleEndian.Uint32(stl[at:])))
		}
		all = append(all, triangle)
	}
	return all
}

// volume is the volume inside triangles that face outwards: Gauss's theorem.
func volume(triangles [][3][3]float64) (sum float64) {
	for _, t := range triangles {
		a, b, c := t[0], t[1], t[2]
		sum += (a[0]*(b[1]*c[2]-b[2]*c[1]) + a[1]*(b[2]*c[0]-b[0]*c[2]) + a[2]*(b[0]*c[1]-b[1]*c[0])) / 6
	}
	return sum
}

// A model encloses the volume of its cells, and has no holes: every edge is used as often in one
// direction as in the other.
func TestModel(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		cells := bodies(t)
		const side = 10
		inset := rapid.SampledFrom([]float64{0, 2, 4}).Draw(t, "inset")
		var m Model
		m.Add(outline.Point{X: 3, Y: 4}, Cubes(cells, side, inset)...)
		triangles := corners(t, m.STL())

		// The body that is left is measured by counting points on a fine grid.
		there := make(map[lattice.Cell]bool)
		for _, c := range cells {
			there[c] = true
		}
		want := 0.0
		const steps = 5. // each stands for the middle of a cube of two millimetres
		for _, c := range cells {
			for n := range int(steps * steps * steps) {
				p := [3]float64{float64(n%5) + .5, float64(n/5%5) + .5, float64(n/25) + .5}
				kept := true
				for corner := 0; corner < 8 && kept && inset > 0; corner++ {
					d := c
					for k := range d {
						far := inset
						if corner>>k&1 == 1 {
							far = -inset
						}
						d[k] += int(math.Floor(p[k]/steps + far/side))
					}
					kept = there[d]
				}
				if kept {
					want += side * side * side / (steps * steps * steps)
				}
			}
		}
		if got := volume(triangles); math.Abs(got-want) > 1e-3 {
			t.Fatalf("%v inset by %g: %g cubic millimetres, want %g", cells, inset, got, want)
		}
		edges := make(map[[2][3]float64]int)
		for _, v := range triangles {
			for k := range v {
				from, to := v[k], v[(k+1)%3]
				edges[[2][3]float64{from, to}]++
				edges[[2][3]float64{to, from}]--
			}
		}
		for e, n := range edges {
			if n != 0 {
				t.Fatalf("the edge %v is gone along %d times more one way", e, n)
			}
		}
	})
}

// Three cubes around a corner: what is drawn is as large as a hexagon.
func TestDraw(t *testing.T) {
	t.Parallel()
	cells := []lattice.Cell{{0, 0, 0}, {1, 0, 0}}
	d := Draw(map[lattice.Cell]int{cells[0]: 1, cells[1]: 2}, cells, 10)
	if len(d.Bodies) != 2 || d.Bodies[0].Owner != 1 || len(d.Bodies[0].Sides[Right]) != 0 {
		t.Errorf("the bodies are %+v", d.Bodies)
	}
	if math.Abs(d.Width-30*math.Sqrt(3)/2) > 1e-9 || math.Abs(d.Height-25) > 1e-9 {
		t.Errorf("the drawing is %g by %g", d.Width, d.Height)
	}
	length := 0.0
	for _, line := range d.Lines {
		for k := range line[1:] {
			length += math.Hypot(line[k+1].X-line[k].X, line[k+1].Y-line[k].Y)
		}
	}
	// Around both it is eight edges, and two between them: on top and to the left.
	if math.Abs(length-100) > 1e-9 {
		t.Errorf("the lines are %g long", length)
	}
}
