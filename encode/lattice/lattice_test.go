package lattice

import (
	"math"
	"slices"
	"testing"
)

// window holds enough cells to see every kind of cell and every sign.
func window() []Cell {
	var cells []Cell
	for z := -2; z <= 2; z++ {
		for y := -3; y <= 3; y++ {
			for x := -3; x <= 3; x++ {
				cells = append(cells, Cell{x, y, z})
			}
		}
	}
	return cells
}

// cellsOf returns the cells of a lattice among the places of the window.
func cellsOf(l *Lattice) []Cell {
	return slices.DeleteFunc(window(), func(c Cell) bool { return !l.Has(c) || l.Dims == 2 && c[2] != 0 })
}

// TestMotionsAreAGroupThatKeepsNeighbours moves a window of cells by every motion, and by every
// two of them.
func TestMotionsAreAGroupThatKeepsNeighbours(t *testing.T) {
	for _, l := range All() {
		t.Run(l.Name, func(t *testing.T) {
			cells := cellsOf(l)
			images := imagesOf(t, l, cells)
			if l.Motions[0].Name != "identity" || !slices.Equal(images[0], cells) {
				t.Errorf("the first motion is %q, want the identity", l.Motions[0].Name)
			}
			for a, g := range l.Motions {
				for b, h := range l.Motions {
					both := l.Apply(g, l.Apply(h, cells))
					if k := l.Product(a, b); k < 0 || !slices.Equal(images[k], both) {
						t.Fatalf("%q after %q is not motion %d", g.Name, h.Name, k)
					}
				}
			}
		})
	}
}

// imagesOf returns the images of cells by the motions of a lattice, which must differ, and keep
// who is whose neighbour.
func imagesOf(t *testing.T, l *Lattice, cells []Cell) (images [][]Cell) {
	t.Helper()
	for _, g := range l.Motions {
		image := l.Apply(g, cells)
		if slices.ContainsFunc(images, func(other []Cell) bool { return slices.Equal(image, other) }) {
			t.Errorf("motion %q is listed twice", g.Name)
		}
		images = append(images, image)
		for n, c := range cells {
			got, want := Sorted(l.Neighbours(image[n])), Sorted(l.Apply(g, l.Neighbours(c)))
			if !slices.Equal(got, want) {
				t.Fatalf("%q does not keep the neighbours of %v: they are %v, want %v", g.Name, c, got, want)
			}
			for _, d := range cells[:min(n, 20)] { // cells of a class stay of one
				if l.Translates(c.Sub(d)) != l.Translates(image[n].Sub(image[slices.Index(cells, d)])) {
					t.Fatalf("%q takes %v and %v to cells of other classes", g.Name, c, d)
				}
			}
		}
	}
	return images
}

// Turns come before mirrors, and there are as many as is known; a cell has as many neighbours as is.
func TestTurnsComeFirst(t *testing.T) {
	known := map[string][3]int{"square": {4, 4, 4}, "cube": {24, 24, 6}, "hex": {6, 6, 6}, "triangle": {6, 6, 3},
		"balls": {24, 24, 12}, "centred": {24, 24, 8}, "triangle-prism": {12, 12, 5}, "hex-prism": {12, 12, 8},
		"rhombic": {24, 24, 4}, "tetra-octa": {24, 24, 4}, "sticks": {4, 4, 6}, "trigs": {6, 6, 10}, "twigs": {6, 6, 4}}
	for _, l := range All() {
		mirrors := slices.IndexFunc(l.Motions, func(g Motion) bool { return g.Mirror })
		if mirrors < 0 {
			mirrors = len(l.Motions)
		}
		for k, g := range l.Motions {
			if g.Mirror != (k >= mirrors) {
				t.Errorf("%s: motion %d, %q, is a turn behind a mirror", l.Name, k, g.Name)
			}
		}
		for _, c := range l.Starts() {
			got := [3]int{mirrors, len(l.Motions) - mirrors, len(l.Neighbours(c))}
			if want := known[l.Name]; got != want {
				t.Errorf("%s: %v turns, mirrors and neighbours of %v, want %v", l.Name, got, c, want)
			}
		}
	}
}

// A cell has a neighbour at each side, and shares just the two corners of that side with it.
func TestCornersSuitNeighbours(t *testing.T) {
	t.Parallel()
	for _, l := range All() {
		if l.Sides() < 3 || l.Round {
			continue // lines, balls, or no picture
		}
		for _, c := range []Cell{{}, {1, 0, 0}, {3, 2, 0}} {
			sides := 0
			for _, d := range l.Neighbours(c) {
				if d[2] != c[2] {
					continue // above or below the layer
				}
				sides++
				shared := 0
				for _, v := range l.Corners(d) {
					if slices.Contains(l.Corners(c), v) {
						shared++
					}
				}
				if shared != 2 {
					t.Errorf("%s: %v and its neighbour %v share %d corners, want 2", l.Name, c, d, shared)
				}
			}
			if sides != l.Sides() {
				t.Errorf("%s: %v has %d neighbours in its layer and %d sides", l.Name, c, sides, l.Sides())
			}
		}
	}
}

// The cells of these lattices are regular polygons whose size is the unit of the plane, and
// clockwise corners with y downwards give areas above 0.
func TestCellsAreRegular(t *testing.T) {
	t.Parallel()
	for l, want := range map[*Lattice]float64{
		Square: 1, Cube: 1, Hex: math.Sqrt(3) / 2, Triangle: math.Sqrt(3) / 4,
	} {
		for _, c := range []Cell{{}, {1, 0, 0}, {2, 1, 0}} {
			corners := l.Corners(c)
			area := 0.
			for n, v := range corners {
				x, y := l.Plane(v)
				x2, y2 := l.Plane(corners[(n+1)%len(corners)])
				area += (x*y2 - x2*y) / 2
				side := math.Hypot(x2-x, y2-y)
				if wanted := 2 * l.InRadius() * math.Tan(math.Pi/float64(l.Sides())); math.Abs(side-wanted) > 1e-9 {
					t.Errorf("%s: a side of %v is %g long, want %g", l.Name, c, side, wanted)
				}
			}
			if math.Abs(area-want) > 1e-9 {
				t.Errorf("%s: the area of %v is %g, want %g", l.Name, c, area, want)
			}
		}
	}
}

func TestByName(t *testing.T) {
	for _, l := range All() {
		if got, ok := ByName(l.Name); !ok || got != l {
			t.Errorf("ByName(%q) = %v, %t", l.Name, got, ok)
		}
	}
	if _, ok := ByName("Square"); ok {
		t.Error("names are lower case")
	}
}

func TestMotionNames(t *testing.T) {
	// An F of a kind: every motion of the square gives it another look.
	shape := []Cell{{0, 0}, {1, 0}, {0, 1}, {0, 2}}
	want := map[string][]Cell{
		"turn by 90 degrees":        {{2, 0}, {2, 1}, {1, 0}, {0, 0}},
		"mirror left to right":      {{1, 0}, {0, 0}, {1, 1}, {1, 2}},
		"mirror top to bottom":      {{0, 2}, {1, 2}, {0, 1}, {0, 0}},
		"mirror at the diagonal \\": {{0, 0}, {0, 1}, {1, 0}, {2, 0}},
		"mirror at the diagonal /":  {{2, 1}, {2, 0}, {1, 1}, {0, 1}},
	}
	for _, g := range Square.Motions {
		cells, ok := want[g.Name]
		if !ok {
			continue
		}
		delete(want, g.Name)
		moved := Square.Apply(g, shape)
		shift := Square.Corner(moved)
		for k := range moved {
			moved[k] = moved[k].Add(shift)
		}
		if !slices.Equal(moved, cells) {
			t.Errorf("%s: %v, want %v", g.Name, moved, cells)
		}
	}
	if len(want) > 0 {
		t.Errorf("no motion has the names of %v", want)
	}
}
